import { ActionIcon, Anchor, Button, Code, Group, Loader, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue, useInViewport } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { type Label, type LabelShelf, labelOf } from '../../api/labels.ts';
import { useItems, useUses } from '../../api/queries.ts';
import { IconArrowMerge, IconPencil, IconTrash } from '../../icons/icons.tsx';
import { BulkProblem } from '../../parts/BulkProblem.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { Drawer, Modal } from '../../parts/Modal.tsx';
import { ResponsiveTable, type TableRow } from '../../parts/ResponsiveTable.tsx';
import { UseList } from '../../parts/UseList.tsx';
import { useReturnFocus } from '../../parts/useReturnFocus.ts';
import { formatDateTime, formatDistance } from '../../time/formatDateTime.ts';
import { useNow } from '../../time/useNow.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { useNameOrder } from '../../words/nameOrder.ts';
import { LabelEditing } from './LabelEditing.tsx';
import { useDelete, useMerge, useRefresh } from './useLabelChange.ts';

type RowsProps = {
  readonly shelf: LabelShelf;
  readonly labels: readonly Label[];
  readonly canEdit: boolean;
};

/** What is open for one of the rows. */
type OpenDialog = { readonly type: 'edit' | 'uses' | 'merge' | 'delete'; readonly label: Label };

/** The rows of a list of categories or tags, with their actions. */
export function LabelRows({ shelf, labels, canEdit }: RowsProps) {
  const texts = useWords().labels;
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const { name, alias, uses, updated, actions } = texts.columns;
  const columns = [name, alias, uses, updated, ...(canEdit ? [actions] : [])];
  const open = (type: OpenDialog['type'], label: Label) => setOpenDialog({ type, label });
  const close = () => setOpenDialog(undefined);
  // The row to focus after it was edited.
  const [lastEdited, setLastEdited] = useState<string>();
  const leave = () => {
    setLastEdited(openDialog?.label.id);
    close();
  };
  const rows = labels.map((label): TableRow => {
    const isEdited = openDialog?.type === 'edit' && openDialog.label.id === label.id;
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
      canEdit && (
        <Actions
          key="actions"
          label={label}
          isLastEdited={lastEdited === label.id}
          onOpen={(type) => open(type, label)}
        />
      ),
    ];
  }
  return (
    <>
      <ResponsiveTable label={texts.title[shelf.kind]} columns={columns} rows={rows} />
      {openDialog !== undefined && (
        <RowDialog shelf={shelf} openDialog={openDialog} onOpen={setOpenDialog} onClose={close} />
      )}
    </>
  );
}

type RowDialogProps = {
  readonly shelf: LabelShelf;
  readonly openDialog: OpenDialog;
  readonly onOpen: (openDialog: OpenDialog) => void;
  readonly onClose: () => void;
};

function RowDialog({ shelf, openDialog, onOpen, onClose }: RowDialogProps) {
  const { type, label } = openDialog;
  const shared = { shelf, label, onClose };
  if (type === 'uses') return <UsesDrawer {...shared} />;
  if (type === 'merge') return <MergeDialog {...shared} />;
  if (type === 'delete')
    return <RemovalDialog {...shared} onMerge={() => onOpen({ type: 'merge', label })} />;
  return null;
}

type CellProps = { readonly shelf: LabelShelf; readonly label: Label; readonly onOpen: () => void };

/** How many items use it; loaded when the row becomes visible. */
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
    <Text size="sm" title={formatDateTime(at, language, timeZone)}>
      {formatDistance(at, now, language, timeZone)}
    </Text>
  );
}

function Actions({
  label,
  isLastEdited,
  onOpen,
}: {
  readonly label: Label;
  readonly isLastEdited: boolean;
  readonly onOpen: (type: 'edit' | 'merge' | 'delete') => void;
}) {
  const texts = useWords().labels;
  const icons = { edit: IconPencil, merge: IconArrowMerge, delete: IconTrash } as const;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {(['edit', 'merge', 'delete'] as const).map((type) => {
        const Icon = icons[type];
        return (
          <ActionIcon
            key={type}
            autoFocus={isLastEdited && type === 'edit'}
            size="lg"
            variant="subtle"
            color={type === 'delete' ? 'red' : 'kiosk'}
            aria-label={texts[type](label.name)}
            title={texts[type](label.name)}
            onClick={() => onOpen(type)}
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
  useReturnFocus();
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

/** Confirms a deletion, or shows where the category or tag is still used. */
function RemovalDialog({ shelf, label, onClose, onMerge }: DialogProps) {
  useReturnFocus();
  const texts = useWords().labels;
  const { data, error: unknown } = useUses(shelf, label.id);
  const { mutate, error, isPending } = useDelete(shelf, label, onClose);
  const isUsed = data !== undefined && data.totalCount > 0;
  return (
    <Modal opened centered onClose={onClose} title={texts.deleteTitle(label.name)}>
      <Stack gap="md">
        {data === undefined && unknown === null && <Loader size="sm" />}
        {data !== undefined && (
          <Text size="sm">{isUsed ? texts.stillUsed(data.totalCount) : texts.deleteText}</Text>
        )}
        {isUsed && <UseList space={shelf} uses={data} />}
        {unknown && <ErrorAlert error={unknown} />}
        {error && <ChangeProblem {...{ shelf, label, error, onClose }} />}
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

type ProblemProps = MergeDialogProps & { readonly error: unknown };

/** Why a category or tag was not changed. */
function ChangeProblem({ shelf, label, error, onClose }: ProblemProps) {
  const refresh = useRefresh(shelf);
  const look = () => {
    onClose();
    void refresh();
  };
  const { id, name, etag } = label;
  return <BulkProblem error={error} changes={[label]} seen={[{ id, name, etag }]} onLook={look} />;
}

type MergeDialogProps = { readonly shelf: LabelShelf; readonly label: Label; readonly onClose: () => void };

/** Merges a category or tag into another, and says how many items change. */
function MergeDialog({ shelf, label, onClose }: MergeDialogProps) {
  useReturnFocus();
  const texts = useWords().labels;
  const [into, setInto] = useState<Label>();
  const uses = useUses(shelf, label.id);
  const { mutate, error, isPending } = useMerge(shelf, label, onClose);
  return (
    <Modal opened centered onClose={onClose} title={texts.mergeTitle(label.name)}>
      <Stack gap="md">
        <LabelSelect shelf={shelf} without={label.id} value={into} onChange={setInto} />
        {into !== undefined && uses.data !== undefined && (
          <Text size="sm" aria-live="polite">
            {texts.mergeText(uses.data.totalCount, label.name, into.name)}
          </Text>
        )}
        {uses.error && <ErrorAlert error={uses.error} />}
        {error && <ChangeProblem {...{ shelf, label, error, onClose }} />}
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
  const byName = useNameOrder();
  const found = (data?.list ?? [])
    .map(labelOf)
    .filter(({ id }) => id !== without)
    .toSorted((one, other) => byName(one.name, other.name));
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
