import { ActionIcon, Button, Checkbox, Divider, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { AppKind } from '@newsstand/contract';
import { useState } from 'react';
import type { ItemShelf } from '../../../api/paths.ts';
import { IconBookmark, IconColumns3, IconTrash } from '../../../icons/icons.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { type ColumnName, columnsOf } from './columns.ts';
import { useSavedViews } from './savedViews.ts';

/** Chooses the columns of a list. */
export function ColumnsMenu({
  kind,
  columns,
  onChange,
}: {
  readonly kind: AppKind;
  readonly columns: readonly ColumnName[];
  readonly onChange: (columns: readonly ColumnName[]) => void;
}) {
  const texts = useWords().listTable;
  const all = columnsOf(kind);
  const toggle = (name: ColumnName) =>
    onChange(all.filter((each) => (each === name ? !columns.includes(each) : columns.includes(each))));
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          visibleFrom="sm"
          leftSection={<IconColumns3 size={16} aria-hidden />}
        >
          {texts.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.columns}>
        <Stack gap="xs">
          {all.map((name) => (
            <Checkbox
              key={name}
              label={texts.heads[name]}
              checked={columns.includes(name)}
              onChange={() => toggle(name)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Opens, saves and deletes views of a list. */
export function ViewsMenu({
  shelf,
  address,
  columns,
  onOpen,
}: {
  readonly shelf: ItemShelf;
  readonly address: string;
  readonly columns: readonly ColumnName[];
  readonly onOpen: (address: string, columns: readonly ColumnName[]) => void;
}) {
  const texts = useWords().listTable;
  const { views, save, remove } = useSavedViews(shelf);
  const [name, setName] = useState('');
  const [isOpen, { toggle, close }] = useDisclosure(false);
  return (
    <Popover opened={isOpen} onChange={close} position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          onClick={toggle}
          leftSection={<IconBookmark size={16} aria-hidden />}
        >
          {texts.views}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.views}>
        <Stack gap="xs">
          {views.length === 0 && (
            <Text size="sm" c="dimmed">
              {texts.noViews}
            </Text>
          )}
          {views.map((view) => (
            <Group key={view.name} gap={4} wrap="nowrap">
              <Button
                variant={view.address === address ? 'light' : 'subtle'}
                size="compact-sm"
                flex={1}
                justify="flex-start"
                onClick={() => {
                  onOpen(view.address, view.columns);
                  close();
                }}
              >
                {view.name}
              </Button>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.removeView(view.name)}
                onClick={() => remove(view.name)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          <Divider />
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (name.trim() === '') return;
              save({ name: name.trim(), address, columns });
              setName('');
              close();
            }}
          >
            <Group gap="xs" align="flex-end" wrap="nowrap">
              <TextInput
                label={texts.saveView}
                placeholder={texts.viewName}
                flex={1}
                maxLength={60}
                value={name}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
              <Button type="submit" disabled={name.trim() === ''}>
                {texts.save}
              </Button>
            </Group>
          </form>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
