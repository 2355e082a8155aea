import { ActionIcon, Anchor, Code, Group, Loader, Text } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconArrowMerge, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useUses } from '../../api/useUses.ts';
import { type FoldRow, FoldTable } from '../../parts/FoldTable.tsx';
import { formatDistance, formatMoment } from '../../time/formatMoment.ts';
import { timeZone } from '../../time/here.ts';
import { useNow } from '../../time/useNow.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import type { Label, LabelShelf } from './Label.ts';
import { LabelEditing } from './LabelEditing.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { RemovalDialog } from './RemovalDialog.tsx';
import { UsesDrawer } from './UsesDrawer.tsx';

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
