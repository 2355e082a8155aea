import { Button, Collapse, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Space } from '../../../api/paths.ts';
import { useActorName } from '../../../parts/useActorName.ts';
import { formatDateTime } from '../../../time/formatDateTime.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import type { Document, NextVersion } from '../document/Document.ts';
import { DiffView } from './DiffView.tsx';

type Props = {
  readonly space: Space;
  /** The version that the next one is beside. */
  readonly live: Document;
  readonly next: NextVersion;
};

/** The next version that waits beside the item: whose it is, when it takes over, and what it changes. */
export function NextPanel({ space, live, next }: Props) {
  const texts = useWords().history.next;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={titleId}>
      <Stack gap="sm">
        <div>
          <Title order={2} size="h4" id={titleId}>
            {texts.title}
          </Title>
          <Facts next={next} />
        </div>
        <Text size="sm" c="dimmed">
          {texts.note}
        </Text>
        <DiffView space={space} before={live} after={next.item} />
      </Stack>
    </Paper>
  );
}

const titleId = 'next-version';

/** The next version that was beside a past one, on demand. */
export function NextThen({ space, live, next }: Props) {
  const texts = useWords().history.next;
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <>
      <Button size="compact-sm" variant="subtle" mt={4} ml={-8} aria-expanded={isOpen} onClick={toggle}>
        {texts.atThatTime}
      </Button>
      <Collapse expanded={isOpen}>
        {isOpen && (
          <Stack gap="xs" mt="xs">
            <Facts next={next} isPast />
            <DiffView space={space} before={live} after={next.item} />
          </Stack>
        )}
      </Collapse>
    </>
  );
}

/** Who saved a next version and when, and when it takes over or was to take over. */
function Facts({ next, isPast = false }: { readonly next: NextVersion; readonly isPast?: boolean }) {
  const { by, next: texts } = useWords().history;
  const nameOf = useActorName();
  const { language } = useLanguage();
  const { takesOverAt, changedAt, changedBy } = next;
  const moment = (at: number) => formatDateTime(at, language, timeZone);
  const saved = [changedAt && moment(changedAt), changedBy && by(nameOf(changedBy))]
    .filter(Boolean)
    .join(' · ');
  const scheduled = isPast ? texts.wasScheduled : texts.takesOver;
  return (
    <Text size="sm" c="dimmed">
      {saved}
      <br />
      {takesOverAt === undefined ? texts.waits : scheduled(moment(takesOverAt))}
    </Text>
  );
}
