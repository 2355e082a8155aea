import {
  ActionIcon,
  Anchor,
  Button,
  Code,
  Drawer,
  Group,
  Loader,
  Modal,
  Select,
  Stack,
  Text,
} from '@mantine/core';
import { useDebouncedValue, useInViewport } from '@mantine/hooks';
import { IconArrowMerge, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type Label, type LabelShelf, labelOf } from '../../api/labels.ts';
import { useItems, useUses } from '../../api/queries.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { type FoldRow, FoldTable } from '../../parts/FoldTable.tsx';
import { UseList } from '../../parts/UseList.tsx';
import { useFocusBack } from '../../parts/useFocusBack.ts';
import { formatDistance, formatMoment } from '../../time/formatMoment.ts';
import { useNow } from '../../time/useNow.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { LabelEditing } from './LabelEditing.tsx';
import { useMerging, useRemoval } from './useLabelChange.ts';

type RowsProps = {
  readonly shelf: LabelShelf;
  readonly labels: readonly Label[];
  readonly mayEdit: boolean;
};

/** What is open for one of the rows. */
type Opened = { readonly what: 'edit' | 'uses' | 'merge' | 'delete'; readonly label: Label };

/** The rows of a list of categories or tags, and what can be done with each. */
export function LabelRows({ shelf, labels, mayEdit }: RowsProps) {
  const texts = useWords().labels;
  const [opened, setOpened] = useState<Opened>();
  const { name, alias, uses, updated, actions } = texts.heads;
  const heads = [name, alias, uses, updated, ...(mayEdit ? [actions] : [])];
  const open = (what: Opened['what'], label: Label) => setOpened({ what, label });
  const close = () => setOpened(undefined);
  // Whoever has changed a row goes on from there.
  const [left, setLeft] = useState<string>();
  const leave = () => {
    setLeft(opened?.label.id);
    close();
  };
  const rows = labels.map((label): FoldRow => {
    const isEdited = opened?.what === 'edit' && opened.label.id === label.id;
    return isEdited
      ? { id: label.id, whole: <LabelEditing shelf={shelf} label={label} onClose={leave} /> }
      : { id: label.id, cells: cellsOf(label) };
  });
  function cellsOf(label: Label): readonly ReactNode[] {
    return [
      <Text key="name" fw={600}>
        {label.name}
      </Text>,
      label.alias !== '' && <Code key="alias">{label.alias}</Code>,
      <UsesCell key="uses" shelf={shelf} label={label} onOpen={() => open('uses', label)} />,
      <UpdatedCell key="updated" at={label.updatedAt} />,
      mayEdit && (
        <Actions
          key="actions"
          label={label}
          isLeft={left === label.id}
          onOpen={(what) => open(what, label)}
        />
      ),
    ];
  }
  return (
    <>
      <FoldTable label={texts.title[shelf.kind]} heads={heads} rows={rows} />
      {opened !== undefined && <Opening shelf={shelf} opened={opened} onOpen={setOpened} onClose={close} />}
    </>
  );
}

type OpeningProps = {
  readonly shelf: LabelShelf;
  readonly opened: Opened;
  readonly onOpen: (opened: Opened) => void;
  readonly onClose: () => void;
};

function Opening({ shelf, opened, onOpen, onClose }: OpeningProps) {
  const { what, label } = opened;
  const shared = { shelf, label, onClose };
  if (what === 'uses') return <UsesDrawer {...shared} />;
  if (what === 'merge') return <MergeDialog {...shared} />;
  if (what === 'delete')
    return <RemovalDialog {...shared} onMerge={() => onOpen({ what: 'merge', label })} />;
  return null;
}

type CellProps = { readonly shelf: LabelShelf; readonly label: Label; readonly onOpen: () => void };

/** How many items use it; asked for when the row is seen. */
function UsesCell({ shelf, label, onOpen }: CellProps) {
  const texts = useWords().labels;
  const { ref, inViewport } = useInViewport<HTMLSpanElement>();
  const { data } = useUses(shelf, label.id, inViewport);
  const amount = data?.totalCount;
  return (
    <span ref={ref}>
      {amount === undefined && <Loader size="xs" />}
      {amount === 0 && (
        <Text span size="sm" c="dimmed">
          {texts.unused}
        </Text>
      )}
      {amount !== undefined && amount > 0 && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          aria-label={texts.usesOf(label.name, amount)}
          onClick={onOpen}
        >
          {texts.uses(amount)}
        </Anchor>
      )}
    </span>
  );
}

function UpdatedCell({ at }: { readonly at: number }) {
  const { language } = useLanguage();
  const now = useNow();
  return (
    <Text size="sm" title={formatMoment(at, language, timeZone)}>
      {formatDistance(at, now, language, timeZone)}
    </Text>
  );
}

function Actions({
  label,
  isLeft,
  onOpen,
}: {
  readonly label: Label;
  readonly isLeft: boolean;
  readonly onOpen: (what: 'edit' | 'merge' | 'delete') => void;
}) {
  const texts = useWords().labels;
  const icons = { edit: IconPencil, merge: IconArrowMerge, delete: IconTrash } as const;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {(['edit', 'merge', 'delete'] as const).map((what) => {
        const Icon = icons[what];
        return (
          <ActionIcon
            key={what}
            autoFocus={isLeft && what === 'edit'}
            size="lg"
            variant="subtle"
            color={what === 'delete' ? 'red' : 'ink'}
            aria-label={texts[what](label.name)}
            title={texts[what](label.name)}
            onClick={() => onOpen(what)}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        );
      })}
    </Group>
  );
}

type DrawerProps = { readonly shelf: LabelShelf; readonly label: Label; readonly onClose: () => void };

/** Where a category or tag is used. */
function UsesDrawer({ shelf, label, onClose }: DrawerProps) {
  useFocusBack();
  const texts = useWords().labels;
  const { data, error } = useUses(shelf, label.id);
  return (
    <Drawer opened onClose={onClose} position="right" title={texts.usesTitle(label.name)}>
      {error && <ErrorAlert error={error} />}
      {data === undefined && !error && <Loader />}
      {data && <UseList space={shelf} uses={data} />}
    </Drawer>
  );
}

type DialogProps = {
  readonly shelf: LabelShelf;
  readonly label: Label;
  readonly onClose: () => void;
  readonly onMerge: () => void;
};

/** Asks before a category or tag is deleted; says where it is used, since then it can't be. */
function RemovalDialog({ shelf, label, onClose, onMerge }: DialogProps) {
  useFocusBack();
  const texts = useWords().labels;
  const { data, error: unknown } = useUses(shelf, label.id);
  const { mutate, error, isPending } = useRemoval(shelf, label, onClose);
  const isUsed = data !== undefined && data.totalCount > 0;
  return (
    <Modal opened centered onClose={onClose} title={texts.deleteTitle(label.name)}>
      <Stack gap="md">
        {data === undefined && unknown === null && <Loader size="sm" />}
        {data !== undefined && (
          <Text size="sm">{isUsed ? texts.stillUsed(data.totalCount) : texts.deleteText}</Text>
        )}
        {isUsed && <UseList space={shelf} uses={data} />}
        {(error ?? unknown) && <ErrorAlert error={error ?? unknown} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.cancel}
          </Button>
          {isUsed ? (
            <Button onClick={onMerge}>{texts.merge(label.name)}</Button>
          ) : (
            <Button color="red" loading={isPending} disabled={data === undefined} onClick={() => mutate()}>
              {texts.deleteConfirm}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

type MergeDialogProps = { readonly shelf: LabelShelf; readonly label: Label; readonly onClose: () => void };

/** Merges a category or tag into another: says how many items that changes. */
function MergeDialog({ shelf, label, onClose }: MergeDialogProps) {
  useFocusBack();
  const texts = useWords().labels;
  const [into, setInto] = useState<Label>();
  const uses = useUses(shelf, label.id);
  const { mutate, error, isPending } = useMerging(shelf, label, onClose);
  const trouble = error ?? uses.error;
  return (
    <Modal opened centered onClose={onClose} title={texts.mergeTitle(label.name)}>
      <Stack gap="md">
        <LabelSelect shelf={shelf} without={label.id} value={into} onChange={setInto} />
        {into !== undefined && uses.data !== undefined && (
          <Text size="sm" aria-live="polite">
            {texts.mergeText(uses.data.totalCount, label.name, into.name)}
          </Text>
        )}
        {trouble && <ErrorAlert error={trouble} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            disabled={into === undefined || uses.data === undefined}
            loading={isPending}
            onClick={() => into && mutate(into)}
          >
            {texts.mergeConfirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type SelectProps = {
  readonly shelf: LabelShelf;
  readonly without: string;
  readonly value: Label | undefined;
  readonly onChange: (label: Label | undefined) => void;
};

function LabelSelect({ shelf, without, value, onChange }: SelectProps) {
  const texts = useWords().labels;
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed === value?.name ? '' : typed.trim(), 200);
  const { data } = useItems(shelf, { search: search || undefined, sort: 'name:asc', size: 50 });
  const found = (data?.list ?? []).map(({ item }) => labelOf(item)).filter(({ id }) => id !== without);
  const isMissing = value !== undefined && !found.some(({ id }) => id === value.id);
  const options = isMissing ? [value, ...found] : found;
  return (
    <Select
      label={texts.mergeInto}
      placeholder={texts.mergeHint}
      data-autofocus
      searchable
      onSearchChange={setTyped}
      nothingFoundMessage={texts.mergeNothing}
      filter={({ options: all }) => all}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      value={value?.id ?? null}
      onChange={(id) => onChange(options.find((each) => each.id === id))}
    />
  );
}
