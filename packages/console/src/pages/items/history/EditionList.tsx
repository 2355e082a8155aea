import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { StateChip } from '../../../parts/StateChip.tsx';
import { formatMoment } from '../../../time/formatMoment.ts';
import { timeZone } from '../../../time/here.ts';
import { stateAt } from '../../../time/liveTime.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { timesOf } from '../document/publication.ts';
import { memberName } from '../memberName.ts';
import type { Edition } from './historyOf.ts';

type ListProps = {
  readonly history: readonly Edition[];
  readonly onCompare: (edition: Edition) => void;
  /** Undefined where nothing can be restored. */
  readonly onRestore: ((edition: Edition) => void) | undefined;
};

/** Every version: who, when, and what it changed. */
export function EditionList({ history, onCompare, onRestore }: ListProps) {
  const texts = useWords().history;
  return (
    <Stack gap="xs" component="ol" className="plain-list">
      {history.map((edition) => (
        <Paper key={edition.version} withBorder p="sm" component="li">
          <Group justify="space-between" align="flex-start" gap="sm">
            <EditionFacts edition={edition} />
            <Group gap="xs">
              {edition.changes && (
                <Button size="compact-sm" variant="default" onClick={() => onCompare(edition)}>
                  {texts.compare}
                </Button>
              )}
              {!edition.isCurrent && onRestore && (
                <Button
                  size="compact-sm"
                  variant="light"
                  aria-label={texts.restoreOf(edition.version)}
                  onClick={() => onRestore(edition)}
                >
                  {texts.restore}
                </Button>
              )}
            </Group>
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}

function EditionFacts({ edition }: { readonly edition: Edition }) {
  const texts = useWords().history;
  const { language } = useLanguage();
  const { version, at, by, item, isCurrent, isReturn } = edition;
  const when = at === undefined ? undefined : formatMoment(at, language, timeZone);
  return (
    <div>
      <Group gap="xs">
        <Text fw={600}>{texts.version(version)}</Text>
        {isCurrent && (
          <Badge variant="default" tt="none">
            {texts.current}
          </Badge>
        )}
        <StateChip state={stateAt(timesOf(item), Date.now())} size="sm" />
      </Group>
      <Text size="sm" c="dimmed">
        {[when, by === undefined ? undefined : texts.by(by)].filter(Boolean).join(' · ')}
      </Text>
      <Text size="sm">{isReturn ? texts.isReturn : <Changes edition={edition} />}</Text>
    </div>
  );
}

function Changes({ edition: { version, changes } }: { readonly edition: Edition }) {
  const texts = useWords().history;
  const names = useWords().members;
  if (changes === undefined) return version === 1 ? texts.created : texts.unknown;
  if (changes.length === 0) return texts.unchanged;
  return texts.changed([...new Set(changes.map(({ path }) => memberName(path, names)))].join(', '));
}
