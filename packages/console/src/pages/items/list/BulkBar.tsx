import { Alert, Button, CloseButton, Group, List, Menu, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Batch } from '@newsstand/contract/manage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isBatchResult } from '../../../api/checks.ts';
import { type ItemShelf, spacePath } from '../../../api/paths.ts';
import { fetchJson } from '../../../api/request.ts';
import { IconDots } from '../../../icons/icons.tsx';
import { BulkProblem, namesOf, type Seen } from '../../../parts/BulkProblem.tsx';
import { Modal } from '../../../parts/Modal.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { CategoryPicker, TagPicker } from '../LabelPicker.tsx';
import { type BulkAction, batchOf, type Effect, effectOf, type SelectedItem } from './bulk.ts';
import type { Row } from './useRows.ts';
import type { Selection } from './useSelection.ts';

const first = ['publish', 'unpublish', 'close'] as const;
const further = { news: ['setCategory', 'addTag', 'removeTag', 'delete'], banner: ['delete'] } as const;

/** Actions for the selected items, in place of the headings; on a phone at the bottom. */
export function BulkBar({
  shelf,
  rows,
  selection,
}: {
  readonly shelf: ItemShelf;
  readonly rows: readonly Row[];
  readonly selection: Selection;
}) {
  const texts = useWords().itemList;
  const [action, setAction] = useState<BulkAction>();
  const selected = rows
    .map(({ item, etag }) => ({ ...item, etag }))
    .filter(({ contentId }) => selection.ids.has(contentId));
  return (
    <div className="bulk-place">
      <div className="bulk-bar" role="toolbar" aria-label={texts.selected(selected.length)}>
        <Text size="sm" fw={600} className="nowrap">
          {texts.selected(selected.length)}
        </Text>
        {first.map((name) => (
          <Button key={name} size="compact-sm" variant="light" onClick={() => setAction(name)}>
            {texts.actions[name]}
          </Button>
        ))}
        <MoreMenu
          names={further[shelf.kind]}
          onChoose={setAction}
          onSelectAll={() => selection.set(rows.map(({ item }) => item.contentId))}
        />
        <Text size="xs" c="dimmed" visibleFrom="lg">
          {texts.bulkHint}
        </Text>
        <CloseButton ml="auto" aria-label={texts.selectNone} onClick={() => selection.set([])} />
      </div>
      {action !== undefined && (
        <BulkDialog
          shelf={shelf}
          action={action}
          selected={selected}
          onClose={(left) => {
            setAction(undefined);
            if (left !== undefined) selection.set(left);
          }}
        />
      )}
    </div>
  );
}

function MoreMenu({
  names,
  onChoose,
  onSelectAll,
}: {
  readonly names: readonly BulkAction[];
  readonly onChoose: (action: BulkAction) => void;
  readonly onSelectAll: () => void;
}) {
  const texts = useWords().itemList;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="compact-sm" variant="default" leftSection={<IconDots size={16} aria-hidden />}>
          {texts.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item hiddenFrom="sm" onClick={onSelectAll}>
          {texts.selectAll}
        </Menu.Item>
        {names.map((name) => (
          <Menu.Item key={name} onClick={() => onChoose(name)} {...(name === 'delete' && { color: 'red' })}>
            {texts.actions[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type NamedItem = SelectedItem & { readonly name: string };

type DialogProps = {
  readonly shelf: ItemShelf;
  readonly action: BulkAction;
  readonly selected: readonly NamedItem[];
  /** With the items that stay selected, if it was done. */
  readonly onClose: (left?: readonly string[]) => void;
};

/** Says what will change before many items are changed at once. */
function BulkDialog({ shelf, action, selected: listed, onClose }: DialogProps) {
  const texts = useWords().itemList;
  const client = useQueryClient();
  // As they were when the operator decided: the list behind it may be loaded again.
  const [selected] = useState(listed);
  const [target, setTarget] = useState<string>();
  const effect = effectOf(action, selected, Date.now());
  const amount = effect.affected.length;
  const seen = effect.affected.flatMap(({ contentId, etag }) => {
    const name = selected.find((each) => each.contentId === contentId)?.name ?? '';
    return { id: contentId, name, etag };
  });
  const batch = useBatch(shelf, seen, onClose);
  const send = (skipped: ReadonlySet<string> = new Set()) =>
    batch.mutate(
      batchOf(
        action,
        shelf,
        effect.affected.filter(({ contentId }) => !skipped.has(contentId)),
        target,
      ),
    );
  const needsTarget = action === 'addTag' || action === 'removeTag';
  const isDanger = effect.disappearing > 0 || action === 'delete';
  return (
    <Modal
      opened
      onClose={() => onClose()}
      title={texts.confirmTitles[action](texts.amount(amount))}
      centered
    >
      <Stack gap="sm">
        <Names selected={selected.filter((each) => effect.affected.includes(each))} />
        <Effects effect={effect} unaffected={selected.length - amount} />
        <Target action={action} shelf={shelf} value={target} onChange={setTarget} />
        {(action === 'delete' || amount > 1) && (
          <Text size="sm" c="dimmed">
            {action === 'delete' ? texts.restorable : texts.allOrNone}
          </Text>
        )}
        {batch.error && (
          <BulkProblem
            error={batch.error}
            changes={batch.variables.changes}
            seen={seen}
            onLook={() => {
              onClose();
              void client.invalidateQueries({ queryKey: ['items'] });
            }}
            onSkip={(conflicts) => send(new Set([...conflicts, ...skippedBy(batch.variables, seen)]))}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onClose()} data-autofocus>
            {texts.cancel}
          </Button>
          <Button
            color={isDanger ? 'red' : 'kiosk'}
            loading={batch.isPending}
            disabled={amount === 0 || (needsTarget && target === undefined)}
            onClick={() => send()}
          >
            {texts.actions[action]}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** The items that are not in a batch. */
function skippedBy({ changes }: Batch, seen: readonly Seen[]): readonly string[] {
  const sent = new Set(changes.map(({ id }) => id));
  return seen.map(({ id }) => id).filter((id) => !sent.has(id));
}

/** Changes all items or none, and reports the result. */
function useBatch(shelf: ItemShelf, seen: readonly Seen[], onDone: (left: readonly string[]) => void) {
  const { itemList: texts, bulk } = useWords();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Batch) =>
      fetchJson(`${spacePath(shelf)}/batch`, isBatchResult, { method: 'POST', body }),
    onSuccess: async ({ changed, unchanged }, body) => {
      const touched = ['items', 'item', 'versions', 'overview', 'removed'];
      await Promise.all(touched.map((name) => client.invalidateQueries({ queryKey: [name] })));
      notifications.show({ message: texts.done(changed, unchanged), color: 'green' });
      const skipped = skippedBy(body, seen);
      if (skipped.length > 0)
        notifications.show({ message: bulk.skipped(namesOf(seen, skipped)), color: 'yellow' });
      onDone(skipped);
    },
  });
}

const namesShown = 5;

function Names({ selected }: { readonly selected: readonly NamedItem[] }) {
  const texts = useWords().itemList;
  const further = selected.length - namesShown;
  return (
    <List size="sm">
      {selected.slice(0, namesShown).map(({ contentId, name }) => (
        <List.Item key={contentId}>{name || texts.untitled}</List.Item>
      ))}
      {further > 0 && <List.Item>{texts.others(further)}</List.Item>}
    </List>
  );
}

function Effects({ effect, unaffected }: { readonly effect: Effect; readonly unaffected: number }) {
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
      {unaffected > 0 && <Text size="sm">{texts.unaffected(unaffected)}</Text>}
    </>
  );
}

function Target({
  action,
  shelf,
  value,
  onChange,
}: {
  readonly action: BulkAction;
  readonly shelf: ItemShelf;
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}) {
  const texts = useWords().itemList;
  if (action === 'setCategory') {
    const props = { label: texts.category, description: texts.noCategory, canCreate: true };
    return <CategoryPicker space={shelf} value={value} onChange={onChange} {...props} />;
  }
  if (action !== 'addTag' && action !== 'removeTag') return null;
  const chosen = value === undefined ? [] : [value];
  return (
    <TagPicker
      space={shelf}
      label={texts.tags}
      canCreate={action === 'addTag'}
      value={chosen}
      onChange={(step) => onChange(step(chosen).at(-1))}
    />
  );
}
