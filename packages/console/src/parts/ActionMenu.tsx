import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconDots, IconTrash } from '../icons/icons.tsx';

/** A menu behind three dots, for `Menu.Item` entries. */
export function ActionMenu({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label}>
          <IconDots size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

/** The entry of a menu that takes something away. (Mantine's red for entries is too pale for small text.) */
export function RemoveItem({
  onClick,
  children,
}: {
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Menu.Item
      c="var(--mantine-color-red-light-color)"
      leftSection={<IconTrash size={16} />}
      onClick={onClick}
    >
      {children}
    </Menu.Item>
  );
}
