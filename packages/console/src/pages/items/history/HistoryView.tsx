import {
  Alert,
  Badge,
  Button,
  Group,
  Loader,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isItem, isVersions } from '../../../api/checks.ts';
import { type ItemShelf, itemPath, type Space } from '../../../api/paths.ts';
import { fetchJson } from '../../../api/request.ts';
import { confirm } from '../../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../../parts/ErrorAlert.tsx';
import { Modal } from '../../../parts/Modal.tsx';
import { StateBadge } from '../../../parts/StateBadge.tsx';
import { useActorName } from '../../../parts/useActorName.ts';
import { useReturnFocus } from '../../../parts/useReturnFocus.ts';
import { describeHiding } from '../../../time/describeTimes.ts';
import { formatDateTime } from '../../../time/formatDateTime.ts';
import { stateAt } from '../../../time/liveTime.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { contentOf, type Difference } from '../document/Document.ts';
import { fieldLabel } from '../document/fields.ts';
import { hiddenUntil, timesOf, withTimesOf } from '../document/publication.ts';
import type { Editing } from '../editor/useEditing.ts';
import { useRefresh } from '../editor/useRefresh.ts';
import { DiffView, useDiffLayout } from './DiffView.tsx';
import { type HistoryEntry, historyOf } from './historyOf.ts';
import { NextPanel, NextThen } from './NextPanel.tsx';

type HistoryProps = {
  readonly shelf: ItemShelf;
  readonly editing: Editing;
  readonly canEdit: boolean;
  readonly canPublish: boolean;
};

/** The history of an item: what waits, every version, a comparison of any two, and a way to restore them. */
export default function HistoryView({ shelf, editing, canEdit, canPublish }: HistoryProps) {
  const texts = useWords().history;
  const { contentId = '', work } = editing;
  const path = `${itemPath(shelf, contentId)}/versions`;
  const { data, error, refetch } = useQuery({
    queryKey: ['versions', path],
    queryFn: ({ signal }) => fetchJson(path, isVersions, { signal }),
  });
  const restore = useRestore(shelf, editing);
  const [pair, setPair] = useState<Pair>();
  if (error) return <ErrorAlert error={error} onRetry={refetch} />;
  if (data === undefined || work.base === undefined) return <Loader />;
  const history = historyOf(work.base, data);
  return (
    <Stack gap="md">
      {restore.error && <ErrorAlert error={restore.error} />}
      {restore.asked && <RestoreDialog entry={restore.asked} {...{ editing, canPublish, restore }} />}
      {canEdit && work.isDirty && <Alert color="yellow">{texts.dirty}</Alert>}
      {data.next && <NextPanel space={shelf} live={work.base.item} next={data.next} />}
      {history.length > 1 && (
        <Comparison space={shelf} history={history} pair={pair ?? newestPair(history)} onChange={setPair} />
      )}
      <Title order={2} size="h4">
        {texts.title}
      </Title>
      <HistoryList
        space={shelf}
        history={history}
        onCompare={(entry) => {
          const before = history[history.indexOf(entry) + 1] ?? entry;
          setPair({ from: before.version, to: entry.version });
          document.getElementById(comparisonId)?.focus();
        }}
        onRestore={canEdit && !work.isDirty ? restore.ask : undefined}
      />
    </Stack>
  );
}

const comparisonId = 'comparison';

type Pair = { readonly from: number; readonly to: number };

function newestPair(history: readonly HistoryEntry[]): Pair {
  return { from: history[1]?.version ?? 0, to: history[0]?.version ?? 0 };
}

function Comparison({
  space,
  history,
  pair,
  onChange,
}: {
  readonly space: Space;
  readonly history: readonly HistoryEntry[];
  readonly pair: Pair;
  readonly onChange: (pair: Pair) => void;
}) {
  const texts = useWords().history;
  const data = history.map(({ version }) => ({ value: `${version}`, label: texts.version(version) }));
  const find = (number: number) => history.find(({ version }) => version === number);
  const [from, to] = [find(pair.from), find(pair.to)];
  const { layout, control } = useDiffLayout();
  return (
    <Stack gap="sm">
      <Title order={2} size="h4" id={comparisonId} tabIndex={-1}>
        {texts.compareTitle}
      </Title>
      <SimpleGrid cols={2} maw={420}>
        {(['from', 'to'] as const).map((side) => (
          <Select
            key={side}
            label={texts[side]}
            data={data}
            value={`${pair[side]}`}
            onChange={(value) => onChange({ ...pair, [side]: Number(value) })}
            allowDeselect={false}
          />
        ))}
      </SimpleGrid>
      {control && <div>{control}</div>}
      {from && to && <DiffView space={space} before={from.item} after={to.item} layout={layout} />}
    </Stack>
  );
}

type ListProps = {
  readonly space: Space;
  readonly history: readonly HistoryEntry[];
  readonly onCompare: (entry: HistoryEntry) => void;
  /** Undefined if nothing can be restored. */
  readonly onRestore: ((entry: HistoryEntry) => void) | undefined;
};

/** Every version: who wrote it, when, and what it changed. */
function HistoryList({ space, history, onCompare, onRestore }: ListProps) {
  const texts = useWords().history;
  return (
    <Stack gap="xs" component="ol" className="plain-list">
      {history.map((entry) => (
        <Paper key={entry.version} withBorder p="sm" component="li">
          <Group justify="space-between" align="flex-start" gap="sm">
            <HistoryEntryFacts entry={entry} />
            <Group gap="xs">
              {entry.changes && (
                <Button size="compact-sm" variant="default" onClick={() => onCompare(entry)}>
                  {texts.compare}
                </Button>
              )}
              {!entry.isCurrent && onRestore && (
                <Button
                  size="compact-sm"
                  variant="light"
                  aria-label={texts.restoreOf(entry.version)}
                  onClick={() => onRestore(entry)}
                >
                  {texts.restoreAsk}
                </Button>
              )}
            </Group>
          </Group>
          {entry.next && <NextThen space={space} live={entry.item} next={entry.next} />}
        </Paper>
      ))}
    </Stack>
  );
}

function HistoryEntryFacts({ entry }: { readonly entry: HistoryEntry }) {
  const texts = useWords().history;
  const { language } = useLanguage();
  const nameOf = useActorName();
  const { version, at, by, item, isCurrent, isRestored } = entry;
  const when = at === undefined ? undefined : formatDateTime(at, language, timeZone);
  return (
    <div>
      <Group gap="xs">
        <Text fw={600}>{texts.version(version)}</Text>
        {isCurrent && (
          <Badge variant="default" tt="none">
            {texts.current}
          </Badge>
        )}
        <StateBadge state={stateAt(timesOf(item), Date.now())} size="sm" />
      </Group>
      <Text size="sm" c="dimmed">
        {[when, by === undefined ? undefined : texts.by(nameOf(by))].filter(Boolean).join(' · ')}
      </Text>
      <Text size="sm">{isRestored ? texts.isRestored : <Changes entry={entry} />}</Text>
    </div>
  );
}

function Changes({ entry: { version, changes, nextEvent } }: { readonly entry: HistoryEntry }) {
  const texts = useWords().history;
  const names = useWords().members;
  const list = (found: readonly Difference[]) =>
    [...new Set(found.map(({ path }) => fieldLabel(path, names)))].join(', ');
  if (changes === undefined) return version === 1 ? texts.created : texts.unknown;
  if (changes.length === 0 && nextEvent?.type === 'edited') {
    const members = list(nextEvent.changes);
    return members === '' ? texts.next.rescheduled : texts.next.edited(members);
  }
  const event = nextEvent && nextEvent.type !== 'edited' && texts.next[nextEvent.type];
  if (changes.length === 0) return event ?? texts.unchanged;
  return [event, texts.changed(list(changes))].filter(Boolean).join(' · ');
}

/** Restores a version after a confirmation. */
function useRestore(shelf: ItemShelf, { contentId = '', work, mode }: Editing) {
  const texts = useWords().history;
  const refresh = useRefresh();
  const { mutate, error } = useMutation({
    mutationFn: (version: number) =>
      fetchJson(`${itemPath(shelf, contentId)}/versions/${version}/restore`, isItem(shelf.kind), {
        method: 'POST',
        ifMatch: work.base?.etag,
      }),
    onSuccess: async (restored, version) => {
      work.startFrom(restored);
      await refresh(shelf, restored);
      notifications.show({ color: 'green', message: texts.restored(version) });
    },
  });
  const [asked, setAsked] = useState<HistoryEntry>();
  const { base } = work;
  const ask = async (entry: HistoryEntry) => {
    if (mode === 'next' || wasLive(entry)) return setAsked(entry);
    const { restoreTitle, restoreText: text, restore: label, cancel } = texts;
    const ask = { title: restoreTitle(entry.version), text, confirm: label, cancel, isDanger: false };
    if (await confirm(ask)) mutate(entry.version);
  };
  return {
    ...{ error, asked },
    ask: (entry: HistoryEntry) => void ask(entry),
    close: () => setAsked(undefined),
    /** Takes its content without what readers see being changed. */
    keep: ({ version, item }: HistoryEntry) => {
      setAsked(undefined);
      const now = contentOf(base) ?? {};
      const { createdAt, updatedAt } = now;
      work.settle(base, { ...withTimesOf(item, now), createdAt, updatedAt });
      notifications.show({ color: 'green', message: texts.restored(version) });
    },
    restore: ({ version }: HistoryEntry) => {
      setAsked(undefined);
      mutate(version);
    },
  };
}

/** Whether readers will see a version if it is restored as it was. */
function wasLive({ item }: HistoryEntry): boolean {
  return stateAt(timesOf(item), Date.now()) === 'live';
}

type RestoreProps = {
  readonly entry: HistoryEntry;
  readonly editing: Editing;
  /** Whether it can be restored so that readers see it. */
  readonly canPublish: boolean;
  readonly restore: ReturnType<typeof useRestore>;
};

/** Asks whether a version is restored for readers, or beside what they see. */
function RestoreDialog({ entry, editing: { work, mode }, canPublish, restore }: RestoreProps) {
  useReturnFocus();
  const texts = useWords().history;
  const { language } = useLanguage();
  const hidden = hiddenUntil(work.base?.item, entry.item, Date.now());
  const isOff = hidden !== undefined;
  const live = wasLive(entry) ? texts.restoreLive : '';
  const content = mode === 'next' ? texts.asChanges : texts.asDraft;
  const shown = wasLive(entry) ? texts.restoreAndPublish : texts.restore;
  const asItWas = isOff ? texts.restoreAndHide : shown;
  const effect = isOff ? describeHiding(hidden, undefined, language, timeZone) : live;
  return (
    <Modal opened onClose={restore.close} title={texts.restoreTitle(entry.version)}>
      <Stack>
        <Text size="sm">
          <strong>{content}:</strong> {mode === 'next' ? texts.asChangesText : texts.asDraftText}
        </Text>
        {canPublish && effect !== '' && (
          <Text size="sm">
            <strong>{asItWas}:</strong> {effect}
          </Text>
        )}
        <Text size="sm">{texts.restoreText}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={restore.close} data-autofocus>
            {texts.cancel}
          </Button>
          {canPublish && (
            <Button variant="light" {...(isOff && { color: 'red' })} onClick={() => restore.restore(entry)}>
              {asItWas}
            </Button>
          )}
          <Button onClick={() => restore.keep(entry)}>{content}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
