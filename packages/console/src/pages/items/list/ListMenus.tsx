import { ActionIcon, Button, Checkbox, Divider, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { AppKind } from '@newsstand/contract';
import { useState } from 'react';
import type { ItemShelf } from '../../../api/paths.ts';
import { useIsAllowed } from '../../../api/SessionProvider.tsx';
import { IconBookmark, IconColumns3, IconTrash } from '../../../icons/icons.tsx';
import { ConfirmDialog } from '../../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../../parts/ErrorAlert.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { useNameOrder } from '../../../words/nameOrder.ts';
import { type ColumnName, columnsOf } from './columns.ts';
import { type SavedView, useSavedViews, useSharedViews } from './savedViews.ts';

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

type ViewsProps = {
  readonly shelf: ItemShelf;
  readonly address: string;
  readonly columns: readonly ColumnName[];
  readonly onOpen: (address: string, columns: readonly ColumnName[]) => void;
};

/** Opens, saves and deletes views of a list: one's own, and those that all share. */
export function ViewsMenu({ shelf, address, columns, onOpen }: ViewsProps) {
  const texts = useWords().listTable;
  const canShare = useIsAllowed('editor', shelf);
  const own = useSavedViews(shelf);
  const shared = useSharedViews(shelf);
  const byName = useNameOrder();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [removed, setRemoved] = useState<{ readonly viewId: string; readonly name: string }>();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const inOrder = <View extends SavedView>(views: readonly View[]) =>
    views.toSorted((one, other) => byName(one.name, other.name));
  const open = (view: SavedView) => {
    onOpen(view.address, view.columns);
    close();
  };
  const save = () => {
    const view = { name: name.trim(), address, columns };
    const onSaved = () => {
      setName('');
      close();
    };
    if (view.name === '') return;
    if (canShare && isShared) shared.save.mutate(view, { onSuccess: onSaved });
    else {
      own.save(view);
      onSaved();
    }
  };
  return (
    <>
      <Popover opened={isOpen} onChange={close} position="bottom-end" width={300} trapFocus returnFocus>
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
            {own.views.length + shared.views.length === 0 && (
              <Text size="sm" c="dimmed">
                {texts.noViews}
              </Text>
            )}
            {shared.error !== null && <ErrorAlert error={shared.error} />}
            {shared.views.length > 0 && <ViewsHeading text={texts.sharedViews} />}
            {inOrder(shared.views).map((view) => (
              <ViewEntry
                key={view.viewId}
                view={view}
                isShown={view.address === address}
                onOpen={() => open(view)}
                onRemove={canShare ? () => setRemoved(view) : undefined}
              />
            ))}
            {own.views.length > 0 && <ViewsHeading text={texts.ownViews} />}
            {inOrder(own.views).map((view) => (
              <ViewEntry
                key={view.name}
                view={view}
                isShown={view.address === address}
                onOpen={() => open(view)}
                onRemove={() => own.remove(view.name)}
              />
            ))}
            <Divider />
            <form
              onSubmit={(event) => {
                event.preventDefault();
                save();
              }}
            >
              <Stack gap="xs">
                <Group gap="xs" align="flex-end" wrap="nowrap">
                  <TextInput
                    label={texts.saveView}
                    placeholder={texts.viewName}
                    flex={1}
                    maxLength={60}
                    value={name}
                    onChange={({ currentTarget }) => setName(currentTarget.value)}
                  />
                  <Button type="submit" disabled={name.trim() === ''} loading={shared.save.isPending}>
                    {texts.save}
                  </Button>
                </Group>
                {canShare && (
                  <Checkbox
                    size="xs"
                    label={texts.shareView}
                    checked={isShared}
                    onChange={({ currentTarget }) => setShared(currentTarget.checked)}
                  />
                )}
                {shared.save.error !== null && <ErrorAlert error={shared.save.error} />}
              </Stack>
            </form>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {removed !== undefined && (
        <ConfirmDialog
          title={texts.removeShared(removed.name)}
          texts={[texts.removeSharedText]}
          confirm={texts.removeSharedConfirm}
          isDanger
          work={{
            ...shared.remove,
            mutate: () => shared.remove.mutate(removed.viewId, { onSuccess: () => setRemoved(undefined) }),
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  );
}

function ViewsHeading({ text }: { readonly text: string }) {
  return (
    <Text size="xs" c="dimmed">
      {text}
    </Text>
  );
}

type EntryProps = {
  readonly view: SavedView;
  readonly isShown: boolean;
  readonly onOpen: () => void;
  /** Undefined if it may not be deleted. */
  readonly onRemove: (() => void) | undefined;
};

function ViewEntry({ view, isShown, onOpen, onRemove }: EntryProps) {
  const texts = useWords().listTable;
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        variant={isShown ? 'light' : 'subtle'}
        size="compact-sm"
        flex={1}
        justify="flex-start"
        onClick={onOpen}
      >
        {view.name}
      </Button>
      {onRemove && (
        <ActionIcon variant="subtle" color="gray" aria-label={texts.removeView(view.name)} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}
