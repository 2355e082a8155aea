import { Button, CloseButton, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import type { ItemShelf } from '../../../api/paths.ts';
import { IconDots } from '../../../icons/icons.tsx';
import { ErrorAlert } from '../../../parts/ErrorAlert.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import type { BulkAction } from './bulk.ts';
import { maxSelected, type Row, selectedItem, type useEverything } from './useRows.ts';
import type { Selection } from './useSelection.ts';

const first = ['publish', 'unpublish', 'close'] as const;
const further = {
  news: ['reserve', 'setCategory', 'addTag', 'removeTag', 'delete'],
  banner: ['reserve', 'delete'],
} as const;

type BulkBarProps = {
  readonly shelf: ItemShelf;
  readonly rows: readonly Row[];
  /** How many items match, on all pages. */
  readonly total: number;
  readonly selection: Selection;
  readonly everything: ReturnType<typeof useEverything>;
};

/** Actions for the selected items, in place of the headings; on a phone at the bottom. */
export function BulkBar({ shelf, rows, total, selection, everything }: BulkBarProps) {
  const texts = useWords().itemList;
  const [action, setAction] = useState<BulkAction>();
  const selected =
    everything.items ?? rows.map(selectedItem).filter(({ contentId }) => selection.ids.has(contentId));
  const select = (ids: readonly string[]) => {
    everything.clear();
    selection.set(ids);
  };
  const isPageSelected = selection.ids.size === rows.length && everything.items === undefined;
  return (
    <div className="bulk-place">
      <div className="bulk-bar" role="toolbar" aria-label={texts.selected(selected.length)}>
        <Text size="sm" fw={600} className="nowrap">
          {texts.selected(selected.length)}
        </Text>
        {isPageSelected && total > rows.length && (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={everything.isLoading}
            onClick={() => everything.select()}
          >
            {texts.selectMatching(Math.min(total, maxSelected), total)}
          </Button>
        )}
        {first.map((name) => (
          <Button key={name} size="compact-sm" variant="light" onClick={() => setAction(name)}>
            {texts.actions[name]}
          </Button>
        ))}
        <MoreMenu
          names={further[shelf.kind]}
          onChoose={setAction}
          onSelectAll={() => select(rows.map(({ item }) => item.contentId))}
        />
        <Text size="xs" c="dimmed" visibleFrom="lg">
          {texts.bulkHint}
        </Text>
        <CloseButton ml="auto" aria-label={texts.selectNone} onClick={() => select([])} />
      </div>
      {everything.error !== null && <ErrorAlert error={everything.error} />}
      {action !== undefined && (
        <BulkDialog
          shelf={shelf}
          action={action}
          selected={selected}
          onClose={(left) => {
            setAction(undefined);
            if (left !== undefined) select(left);
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
