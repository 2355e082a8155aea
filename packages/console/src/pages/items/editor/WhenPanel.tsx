import { Alert, Button, Collapse, Paper, Radio, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect } from 'react';
import { describeTimes } from '../../../time/describeTimes.ts';
import { timeZone } from '../../../time/here.ts';
import { MomentInput } from '../../../time/MomentInput.tsx';
import { quickMoments } from '../../../time/nextMoment.ts';
import { useNow } from '../../../time/useNow.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import type { Document } from '../document/Document.ts';
import { fields } from '../document/fields.ts';
import { type Publication, publicationOf, publish, timesOf } from '../document/publication.ts';
import { memberWords } from '../memberWords.ts';
import { useEditor, useField } from './EditorContext.tsx';
import { editorWords } from './editorWords.ts';

/** Asks in plain words when readers see the item, and says what will happen. */
export function WhenPanel({ base }: { readonly base: Document | undefined }) {
  const texts = useWords(editorWords).when;
  const names = useWords(memberWords);
  const { document, change } = useEditor();
  const reserved = useField(fields.reservedAt);
  const publication = publicationOf(document);
  const isOut = base !== undefined && publicationOf(base) === 'now';
  const choose = (next: Publication) =>
    change((before) => publish(before, next, quickMoments(Date.now(), timeZone).tomorrow));
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
          <MomentInput
            id={reserved.id}
            label={names.reservedAt}
            value={reserved.value}
            onChange={reserved.set}
            error={reserved.error}
            isRequired
          />
        )}
        <Stretch />
        <Outlook />
      </Stack>
    </Paper>
  );
}

/** From when until when; most items need neither. */
function Stretch() {
  const texts = useWords(editorWords).when;
  const names = useWords(memberWords);
  const opening = useField(fields.openingAt);
  const closing = useField(fields.closingAt);
  const isUsed = [opening, closing].some(({ value, error }) => value !== undefined || error !== undefined);
  const [isOpen, { toggle, open }] = useDisclosure(isUsed);
  // What counts is never folded away, wherever it came from.
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
        {texts.stretch}
      </Button>
      <Collapse expanded={isOpen}>
        <Stack gap="sm" mt="sm">
          <MomentInput
            id={opening.id}
            label={names.openingAt}
            description={texts.openingHint}
            value={opening.value}
            onChange={opening.set}
            error={opening.error}
          />
          <MomentInput
            id={closing.id}
            label={names.closingAt}
            description={texts.closingHint}
            value={closing.value}
            onChange={closing.set}
            error={closing.error}
          />
        </Stack>
      </Collapse>
    </div>
  );
}

/** What will happen, in a sentence. */
function Outlook() {
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
