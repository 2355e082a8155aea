import { Drawer as MantineDrawer, Modal as MantineModal } from '@mantine/core';
import { useModals } from '@mantine/modals';
import { type ComponentProps, useEffect, useId, useSyncExternalStore } from 'react';

/** The IDs of the dialogs that are open, the uppermost last. */
let stack: readonly string[] = [];
const listeners = new Set<() => void>();

function setStack(next: readonly string[]): void {
  stack = next;
  for (const listener of listeners) listener();
}

/** Puts a dialog above all others; the function that is returned takes it away. */
function pushDialog(id: string): () => void {
  setStack([...stack, id]);
  return () => setStack(stack.filter((each) => each !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Counts something open among the dialogs: Escape closes it, and not the dialog below. Returns whether it is the uppermost. */
export function useIsUppermost(opened: boolean): boolean {
  const id = useId();
  useEffect(() => (opened ? pushDialog(id) : undefined), [id, opened]);
  return useSyncExternalStore(subscribe, () => stack.at(-1) === id);
}

/** Counts the dialogs that are opened by `modals`, which are Mantine's own. */
export function StackedModals() {
  useIsUppermost(useModals().modals.length > 0);
  return null;
}

/** Mantine's modal; but of several, Escape closes only the uppermost, and nothing typed below it is lost. */
export function Modal(props: ComponentProps<typeof MantineModal>) {
  const isUppermost = useIsUppermost(props.opened);
  return <MantineModal {...props} closeOnEscape={isUppermost && props.closeOnEscape !== false} />;
}

/** The same for a drawer. */
export function Drawer(props: ComponentProps<typeof MantineDrawer>) {
  const isUppermost = useIsUppermost(props.opened);
  return <MantineDrawer {...props} closeOnEscape={isUppermost && props.closeOnEscape !== false} />;
}
