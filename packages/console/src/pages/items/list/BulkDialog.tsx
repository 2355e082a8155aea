import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isBatchResult } from '../../../api/checks.ts';
import { editorHref, type ItemShelf, spacePath } from '../../../api/paths.ts';
import { fetchJson } from '../../../api/request.ts';
import { BulkProblem, NamedItems, namesOf } from '../../../parts/BulkProblem.tsx';
import { Modal } from '../../../parts/Modal.tsx';
import { DateTimeInput } from '../../../time/DateTimeInput.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { CategoryPicker, TagPicker } from '../LabelPicker.tsx';
import {
  type Aim,
  type BulkAction,
  type Change,
  changesOf,
  type Effect,
  effectOf,
  type SelectedItem,
} from './bulk.ts';
import { mostChanges, sendInBatches } from './sendInBatches.ts';

type DialogProps = {
  readonly shelf: ItemShelf;
  readonly action: BulkAction;
  readonly selected: readonly SelectedItem[];
  /** With the items that stay selected, if something was done. */
  readonly onClose: (left?: readonly string[]) => void;
};

/** Says what will change before many items are changed at once, and what can't. */
export function BulkDialog({ shelf, action, selected: listed, onClose }: DialogProps) {
  const texts = useWords().itemList;
  const client = useQueryClient();
  // As they were when the operator decided: the list behind it may be loaded again.
  const [selected] = useState(listed);
  const [aim, setAim] = useState<Aim>({});
  const effect = effectOf(action, selected, Date.now(), aim.at);
  const { affected } = effect;
  const amount = affected.length;
  const changes = changesOf(action, shelf, affected, aim);
  const run = useRun(shelf, [...affected, ...effect.incomplete], onClose);
  const left = changes.filter(({ id }) => !run.done.has(id));
  const namedOf = (items: readonly SelectedItem[]) =>
    items.map(({ contentId: id, name, etag }) => ({ id, name, etag }));
  const hrefOf = (id: string) => `/console${editorHref(shelf, id)}`;
  const isDanger = effect.disappearing > 0 || action === 'delete';
  const hasBegun = run.done.size > 0;
  const close = () => (hasBegun ? onClose(left.map(({ id }) => id)) : onClose());
  return (
    <Modal opened onClose={close} title={texts.confirmTitles[action](texts.amount(amount))} centered>
      <Stack gap="sm">
        {amount > 0 && <NamedItems items={namedOf(affected)} />}
        <Effects
          action={action}
          effect={effect}
          unaffected={selected.length - amount - effect.incomplete.length}
        />
        {effect.incomplete.length > 0 && (
          <Incomplete items={effect.incomplete} isSchedule={action === 'reserve'} hrefOf={hrefOf} />
        )}
        <Target action={action} shelf={shelf} value={aim} onChange={setAim} />
        {(action === 'delete' || amount > 1) && (
          <Text size="sm" c="dimmed">
            {action === 'delete'
              ? texts.restorable
              : amount > mostChanges
                ? texts.inSteps(mostChanges)
                : texts.allOrNone}
          </Text>
        )}
        {(run.isRunning || hasBegun) && amount > mostChanges && (
          <Progress
            value={(run.done.size / amount) * 100}
            aria-label={texts.progress(run.done.size, amount)}
          />
        )}
        {run.stopped !== undefined && hasBegun && (
          <Alert color="yellow" role="alert">
            {texts.partly(run.done.size, amount)}
          </Alert>
        )}
        {run.stopped !== undefined && (
          <BulkProblem
            error={run.stopped.error}
            changes={run.stopped.changes}
            seen={namedOf(affected).filter(({ id }) => !run.done.has(id))}
            hrefOf={hrefOf}
            onLook={() => {
              close();
              void client.invalidateQueries({ queryKey: ['items'] });
            }}
            onSkip={(refused) => run.send(left, refused)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} disabled={run.isRunning} data-autofocus>
            {hasBegun ? texts.close : texts.cancel}
          </Button>
          <Button
            color={isDanger ? 'red' : 'kiosk'}
            loading={run.isRunning}
            disabled={amount === 0 || !isAimed(action, aim)}
            onClick={() => run.send(left)}
          >
            {texts.actions[action]}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Whether it is known what an action is to be done with. */
function isAimed(action: BulkAction, { target, at }: Aim): boolean {
  if (action === 'reserve') return at !== undefined;
  return (action !== 'addTag' && action !== 'removeTag') || target !== undefined;
}

/** Makes the changes of a dialog: in one transaction, or in several if there are very many. */
function useRun(shelf: ItemShelf, items: readonly SelectedItem[], onDone: (left: readonly string[]) => void) {
  const { itemList: texts, bulk } = useWords();
  const client = useQueryClient();
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  const [counts, setCounts] = useState({ changed: 0, unchanged: 0 });
  const sending = useMutation({
    mutationFn: async ({ changes }: { changes: readonly Change[]; skipped: ReadonlySet<string> }) =>
      await sendInBatches(changes, {
        send: (sent) =>
          fetchJson(`${spacePath(shelf)}/batch`, isBatchResult, { method: 'POST', body: { changes: sent } }),
        onProgress: (amount) => setDone(new Set([...done, ...changes.slice(0, amount).map(({ id }) => id)])),
      }),
    onSuccess: async (progress, { skipped: left }) => {
      const changed = counts.changed + progress.changed;
      const unchanged = counts.unchanged + progress.unchanged;
      setCounts({ changed, unchanged });
      if (progress.done.length > 0) {
        const touched = ['items', 'item', 'versions', 'overview', 'removed'];
        await Promise.all(touched.map((name) => client.invalidateQueries({ queryKey: [name] })));
      }
      if (progress.stopped !== undefined) return;
      notifications.show({ message: texts.done(changed, unchanged), color: 'green' });
      if (left.size > 0) {
        const seen = items.map(({ contentId: id, name, etag }) => ({ id, name, etag }));
        notifications.show({ message: bulk.skipped(namesOf(seen, [...left], bulk.others)), color: 'yellow' });
      }
      const ids = items.map(({ contentId }) => contentId);
      const sent = new Set([...done, ...progress.done.map(({ id }) => id)]);
      onDone(ids.filter((id) => !sent.has(id)));
    },
  });
  return {
    /** The items that were changed, or did not need to be. */
    done,
    isRunning: sending.isPending,
    stopped: sending.isPending ? undefined : sending.data?.stopped,
    /** Makes changes, except those of what was refused. */
    send: (changes: readonly Change[], refused: ReadonlySet<string> = new Set()) => {
      const all = new Set([...skipped, ...refused]);
      setSkipped(all);
      sending.mutate({ changes: changes.filter(({ id }) => !all.has(id)), skipped: all });
    },
  };
}

function Effects({
  action,
  effect,
  unaffected,
}: {
  readonly action: BulkAction;
  readonly effect: Effect;
  readonly unaffected: number;
}) {
  const texts = useWords().itemList;
  return (
    <>
      {effect.disappearing > 0 && (
        <Alert color="red" role="alert">
          {texts.disappearing(effect.disappearing)}
        </Alert>
      )}
      {effect.appearing > 0 && <Text size="sm">{texts.appearing(effect.appearing)}</Text>}
      {effect.stillHidden > 0 && <Alert color="yellow">{texts.stillHidden(effect.stillHidden)}</Alert>}
      {unaffected > 0 && (
        <Text size="sm">{texts.unaffected[action === 'reserve' ? 'live' : 'notLive'](unaffected)}</Text>
      )}
    </>
  );
}

/** What can't be published or scheduled yet, and what each of them needs. */
function Incomplete({
  items,
  isSchedule,
  hrefOf,
}: {
  readonly items: readonly SelectedItem[];
  readonly isSchedule: boolean;
  readonly hrefOf: (id: string) => string;
}) {
  const { itemList: texts, members } = useWords();
  const needs = new Map(
    items.map(({ contentId, missing = [] }) => [contentId, missing.map((path) => members[path])]),
  );
  return (
    <Alert color="yellow" title={(isSchedule ? texts.notScheduled : texts.notPublished)(items.length)}>
      <NamedItems
        items={items.map(({ contentId, name }) => ({ id: contentId, name }))}
        hrefOf={hrefOf}
        reasonsOf={(id) => [{ path: '', message: texts.lacks(needs.get(id) ?? []) }]}
      />
      <Text size="xs">{texts.stayAsTheyAre}</Text>
    </Alert>
  );
}

/** The category, the tag or the time that an action needs. */
function Target({
  action,
  shelf,
  value: { target, at },
  onChange,
}: {
  readonly action: BulkAction;
  readonly shelf: ItemShelf;
  readonly value: Aim;
  readonly onChange: (aim: Aim) => void;
}) {
  const { itemList: texts, members } = useWords();
  if (action === 'reserve')
    return (
      <DateTimeInput
        label={members.reservedAt}
        value={at}
        onChange={(chosen) => onChange({ at: chosen })}
        isRequired
      />
    );
  if (action === 'setCategory') {
    const props = { label: texts.category, description: texts.noCategory, canCreate: true };
    return (
      <CategoryPicker space={shelf} value={target} onChange={(id) => onChange({ target: id })} {...props} />
    );
  }
  if (action !== 'addTag' && action !== 'removeTag') return null;
  const chosen = target === undefined ? [] : [target];
  return (
    <TagPicker
      space={shelf}
      label={texts.tags}
      canCreate={action === 'addTag'}
      value={chosen}
      onChange={(step) => onChange({ target: step(chosen).at(-1) })}
    />
  );
}
