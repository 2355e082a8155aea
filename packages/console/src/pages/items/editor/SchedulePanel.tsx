import { Alert, Button, Collapse, Paper, Radio, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect } from 'react';
import { DateTimeInput } from '../../../time/DateTimeInput.tsx';
import { describeTimes } from '../../../time/describeTimes.ts';
import { liveTime } from '../../../time/liveTime.ts';
import { quickEnds, quickStarts } from '../../../time/quickTimes.ts';
import { useNow } from '../../../time/useNow.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import type { Document } from '../document/Document.ts';
import { fields } from '../document/fields.ts';
import { type Publication, publicationOf, publish, timesOf } from '../document/publication.ts';
import { useEditor, useField } from './EditorContext.tsx';

/** Decides when readers see the item, and says what will happen. */
export function SchedulePanel({ base }: { readonly base: Document | undefined }) {
  const texts = useWords().editor.schedule;
  const names = useWords().members;
  const { document, change } = useEditor();
  const reserved = useField(fields.reservedAt);
  const publication = publicationOf(document);
  const isOut = base !== undefined && publicationOf(base) === 'now';
  const choose = (next: Publication) =>
    change((before) => publish(before, next, quickStarts(Date.now(), timeZone).tomorrow));
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.title}>
      <Stack gap="md">
        <Title order={2} size="h4">
          {texts.title}
        </Title>
        <Radio.Group
          label={texts.question}
          value={publication}
          onChange={(value) => choose(value === 'now' || value === 'later' ? value : 'draft')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="draft" label={texts.draft} description={texts.draftHint} />
            <Radio
              value="now"
              label={isOut ? texts.published : texts.now}
              description={isOut ? texts.publishedHint : texts.nowHint}
            />
            <Radio value="later" label={texts.later} description={texts.laterHint} />
          </Stack>
        </Radio.Group>
        {publication === 'later' && (
          <DateTimeInput
            id={reserved.id}
            label={names.reservedAt}
            value={reserved.value}
            onChange={reserved.set}
            error={reserved.error}
            isRequired
          />
        )}
        <ClosingField />
        <ScheduleSummary />
        <OpeningField />
      </Stack>
    </Paper>
  );
}

/** When it closes. Most items that close are scheduled together with their end. */
function ClosingField() {
  const texts = useWords().editor.schedule;
  const names = useWords().members;
  const { document } = useEditor();
  const { id, value, set, error } = useField(fields.closingAt);
  const { from } = liveTime(timesOf(document));
  return (
    <DateTimeInput
      id={id}
      label={names.closingAt}
      description={texts.closingHint}
      placeholder={texts.noEnd}
      quick={(now, zone) => quickEnds(from > now && Number.isFinite(from) ? from : now, zone)}
      value={value}
      onChange={set}
      error={error}
    />
  );
}

/** When it opens. Rarely needed, because items are published at a time anyway. */
function OpeningField() {
  const texts = useWords().editor.schedule;
  const names = useWords().members;
  const { id, value, set, error } = useField(fields.openingAt);
  const isUsed = value !== undefined || error !== undefined;
  const [isOpen, { toggle, open }] = useDisclosure(isUsed);
  // A field in use is never collapsed.
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
        {texts.limit}
      </Button>
      <Collapse expanded={isOpen}>
        <DateTimeInput
          id={id}
          label={names.openingAt}
          description={texts.openingHint}
          value={value}
          onChange={set}
          error={error}
        />
      </Collapse>
    </div>
  );
}

/** What will happen, in a sentence. */
function ScheduleSummary() {
  const { language } = useLanguage();
  const { document } = useEditor();
  const { sentence, warning } = describeTimes(timesOf(document), useNow(), language, timeZone);
  return (
    <div aria-live="polite">
      <Text size="sm" fw={600}>
        {sentence}
      </Text>
      {warning !== undefined && (
        <Alert color="yellow" mt="xs" p="xs">
          {warning}
        </Alert>
      )}
    </div>
  );
}
