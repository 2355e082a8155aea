import { Alert, Button, Collapse, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isVersions } from '../../../api/checks.ts';
import { itemPath } from '../../../api/paths.ts';
import { fetchJson } from '../../../api/request.ts';
import { IconChevronDown, IconChevronRight } from '../../../icons/icons.tsx';
import { isSameJson } from '../../../parts/json/json.ts';
import { DateTimeInput } from '../../../time/DateTimeInput.tsx';
import { describeHiding, describeTimes } from '../../../time/describeTimes.ts';
import { stateAt } from '../../../time/liveTime.ts';
import { quickEnds } from '../../../time/quickTimes.ts';
import { useNow } from '../../../time/useNow.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import type { Document } from '../document/Document.ts';
import { fields } from '../document/fields.ts';
import { liveSince } from '../document/liveSince.ts';
import { hiddenUntil, publish, startOf, timesOf, withStart } from '../document/publication.ts';
import { markUnread } from '../pendingInput.ts';
import { fieldId, useEditor, useField } from './EditorContext.tsx';

type Props = {
  /** The item as it is without unpublished changes; undefined for a new one. */
  readonly base: Document | undefined;
};

/**
 * From when to when readers see the item, and in sentences what that means. Of an item that they see already, the start
 * has happened: when changes appear is asked when they are published.
 */
export function SchedulePanel({ base }: Props) {
  const texts = useWords().itemPage.schedule;
  const { document, change, faultAt } = useEditor();
  const closing = useField(fields.closingAt);
  const now = useNow();
  const start = startOf(document);
  const startPath = fields.reservedAt.read(document) === undefined ? 'openingAt' : 'reservedAt';
  const isLive = base !== undefined && stateAt(timesOf(base), now) === 'live';
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.title}>
      <Stack gap="md">
        <Title order={2} size="h4">
          {texts.title}
        </Title>
        {isLive && <ScheduleSummary base={base} />}
        {!isLive && (
          <DateTimeInput
            id={fieldId(startPath)}
            label={texts.from}
            placeholder={texts.fromNow}
            value={start}
            onChange={(at) => change((before) => withStart(before, at))}
            error={faultAt(startPath)}
            onUnread={(message) => markUnread('start', startPath, message)}
          />
        )}
        <DateTimeInput
          id={closing.id}
          label={texts.until}
          placeholder={texts.noEnd}
          quick={(now, zone) => quickEnds(start !== undefined && start > now ? start : now, zone)}
          value={closing.value}
          onChange={closing.set}
          error={closing.error}
          onUnread={(message) => markUnread('end', closing.path, message)}
        />
        {!isLive && <ScheduleSummary base={base} />}
        {isLive && (
          <Text size="xs" c="dimmed">
            {texts.liveNote}
          </Text>
        )}
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
            onUnread={(message) => markUnread('reserved', reserved.path, message)}
          />
          <DateTimeInput
            label={names.openingAt}
            description={texts.openingHint}
            value={opening.value}
            onChange={opening.set}
            onUnread={(message) => markUnread('opening', opening.path, message)}
          />
        </Stack>
      </Collapse>
    </div>
  );
}

/** What readers get now, and what they will get once the draft or the changes are published. */
function ScheduleSummary({ base }: Props) {
  const texts = useWords().itemPage.schedule;
  const { language } = useLanguage();
  const { document } = useEditor();
  const now = useNow();
  const describe = (item: Document) => describeTimes(timesOf(item), now, language, timeZone);
  const isDraft = base === undefined || stateAt(timesOf(base), now) === 'draft';
  const isChanged = !isDraft && !isSameJson(timesOf(base), timesOf(document));
  const planned = describe(publish(document));
  const isPlanned = isDraft && planned.state !== 'live';
  const since = useLiveSince(base, now);
  const { sentence } = isDraft
    ? describe(document)
    : describeTimes(timesOf(base), now, language, timeZone, since);
  const hidden = isDraft ? undefined : hiddenUntil(base, document, now);
  const warning =
    hidden === undefined ? planned.warning : describeHiding(hidden, undefined, language, timeZone);
  return (
    <Stack gap={4} aria-live="polite">
      <Text size="sm" fw={600}>
        {isPlanned ? texts.planned(planned.sentence) : isChanged ? texts.readersGet(sentence) : sentence}
      </Text>
      {isChanged && <Text size="sm">{texts.oncePublished(describe(document).sentence)}</Text>}
      {(isPlanned || isChanged) && warning !== undefined && (
        <Alert color={hidden === undefined ? 'yellow' : 'red'} mt="xs" p="xs">
          {warning}
        </Alert>
      )}
    </Stack>
  );
}

/** Since when readers have seen the item; undefined while that is not known. */
function useLiveSince(base: Document | undefined, now: number): number | undefined {
  const { shelf } = useEditor();
  const contentId = base?.['contentId'];
  const isLive = base !== undefined && stateAt(timesOf(base), now) === 'live';
  const path = typeof contentId === 'string' ? `${itemPath(shelf, contentId)}/versions` : '';
  const { data } = useQuery({
    queryKey: ['versions', path, 'times', base?.['updatedAt']],
    queryFn: ({ signal }) => fetchJson(path, isVersions, { query: { times: 'true' }, signal }),
    enabled: isLive && path !== '',
    placeholderData: keepPreviousData,
  });
  if (!isLive || data === undefined) return undefined;
  const createdAt = base['createdAt'];
  const current = { ...timesOf(base), createdAt: typeof createdAt === 'number' ? createdAt : undefined };
  const past = data.list.map((each) => ({ ...each, item: timesOf(each.item) }));
  return liveSince(current, past, now, data.current);
}
