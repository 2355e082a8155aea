import { Button, Checkbox, Group, Menu, Paper, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { useWords } from '../../../words/LanguageProvider.tsx';
import type { ItemShelf } from '../useItemShelf.ts';
import { BulkDialog } from './BulkDialog.tsx';
import type { BulkAction } from './bulk.ts';
import type { Row } from './useRows.ts';
import type { Selection } from './useSelection.ts';

const first = ['publish', 'unpublish', 'close'] as const;
const further = { news: ['setCategory', 'addTag', 'removeTag', 'delete'], banner: ['delete'] } as const;

/** Chooses everything, and says what can be done with what is chosen. */
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
  const amount = selection.ids.size;
  const isAll = amount > 0 && amount === rows.length;
  const chosen = rows.map(({ item }) => item).filter(({ contentId }) => selection.ids.has(contentId));
  return (
    <Paper className="bulk-bar" data-busy={amount > 0 || undefined} withBorder px="sm" py={6}>
      <Group gap="sm" mih={34}>
        <Checkbox
          label={amount === 0 ? texts.selectAll : texts.selected(amount)}
          checked={isAll}
          indeterminate={amount > 0 && !isAll}
          onChange={() => selection.set(isAll ? [] : rows.map(({ item }) => item.contentId))}
        />
        {amount > 0 && (
          <>
            {first.map((name) => (
              <Button key={name} size="compact-sm" variant="light" onClick={() => setAction(name)}>
                {texts.actions[name]}
              </Button>
            ))}
            <MoreMenu names={further[shelf.kind]} onChoose={setAction} />
          </>
        )}
        <Text size="xs" c="dimmed" visibleFrom="md" ml="auto">
          {texts.bulkHint}
        </Text>
      </Group>
      {action !== undefined && (
        <BulkDialog
          shelf={shelf}
          action={action}
          chosen={chosen}
          onClose={(isDone) => {
            setAction(undefined);
            if (isDone) selection.set([]);
          }}
        />
      )}
    </Paper>
  );
}

function MoreMenu({
  names,
  onChoose,
}: {
  readonly names: readonly BulkAction[];
  readonly onChoose: (action: BulkAction) => void;
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
        {names.map((name) => (
          <Menu.Item key={name} onClick={() => onChoose(name)} {...(name === 'delete' && { color: 'red' })}>
            {texts.actions[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
