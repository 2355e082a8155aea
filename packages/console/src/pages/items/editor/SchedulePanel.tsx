import { Alert, Button, Collapse, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect } from 'react';
import { IconChevronDown, IconChevronRight } from '../../../icons/icons.tsx';
import { DateTimeInput } from '../../../time/DateTimeInput.tsx';
import { describeTimes } from '../../../time/describeTimes.ts';
import { quickEnds } from '../../../time/quickTimes.ts';
import { useNow } from '../../../time/useNow.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { fields } from '../document/fields.ts';
import { publish, startOf, timesOf, withStart } from '../document/publication.ts';
import { fieldId, useEditor, useField } from './EditorContext.tsx';

/** From when to when readers see the item, and in a sentence what that means. */
export function SchedulePanel() {
  const texts = useWords().itemPage.schedule;
  const { document, change, faultAt } = useEditor();
  const closing = useField(fields.closingAt);
  const start = startOf(document);
  const startPath = fields.reservedAt.read(document) === undefined ? 'openingAt' : 'reservedAt';
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.title}>
      <Stack gap="md">
        <Title order={2} size="h4">
          {texts.title}
        </Title>
        <DateTimeInput
          id={fieldId(startPath)}
          label={texts.from}
          placeholder={texts.fromNow}
          value={start}
          onChange={(at) => change((before) => withStart(before, at))}
          error={faultAt(startPath)}
        />
        <DateTimeInput
          id={closing.id}
          label={texts.until}
          placeholder={texts.noEnd}
          quick={(now, zone) => quickEnds(start !== undefined && start > now ? start : now, zone)}
          value={closing.value}
          onChange={closing.set}
          error={closing.error}
        />
        <ScheduleSummary />
        <OtherTimes />
      </Stack>
    </Paper>
  );
}

/** The times of publishing and of opening by themselves, for sites that tell them apart. */
function OtherTimes() {
  const texts = useWords().itemPage.schedule;
  const names = useWords().members;
  const reserved = useField(fields.reservedAt);
  const opening = useField(fields.openingAt);
  const isUsed = reserved.value !== undefined && opening.value !== undefined;
  const [isOpen, { toggle, open }] = useDisclosure(isUsed);
  // Two different starts are never collapsed.
  useEffect(() => {
    if (isUsed) open();
  }, [isUsed, open]);
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Icon size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {texts.more}
      </Button>
      <Collapse expanded={isOpen}>
        <Stack gap="md" mt="xs">
          <DateTimeInput
            label={names.reservedAt}
            description={texts.reservedHint}
            value={reserved.value}
            onChange={reserved.set}
          />
          <DateTimeInput
            label={names.openingAt}
            description={texts.openingHint}
            value={opening.value}
            onChange={opening.set}
          />
        </Stack>
      </Collapse>
    </div>
  );
}

/** What will happen, in a sentence; of a draft what will happen once it is published. */
function ScheduleSummary() {
  const texts = useWords().itemPage.schedule;
  const { language } = useLanguage();
  const { document } = useEditor();
  const now = useNow();
  const { state, sentence, warning } = describeTimes(timesOf(document), now, language, timeZone);
  const planned = describeTimes(timesOf(publish(document)), now, language, timeZone);
  const isPlanned = state === 'draft' && planned.state !== 'live';
  return (
    <div aria-live="polite">
      <Text size="sm" fw={600}>
        {isPlanned ? texts.planned(planned.sentence) : sentence}
      </Text>
      {(warning ?? (isPlanned ? planned.warning : undefined)) !== undefined && (
        <Alert color="yellow" mt="xs" p="xs">
          {warning ?? planned.warning}
        </Alert>
      )}
    </div>
  );
}
