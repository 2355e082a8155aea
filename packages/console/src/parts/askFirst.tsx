import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';

type Question = {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
  readonly isDanger?: boolean;
};

/** Asks before something that may not be meant; true where it is. */
export function askFirst({ title, text, confirm, cancel, isDanger = true }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{text}</Text>,
      labels: { confirm, cancel },
      confirmProps: { color: isDanger ? 'red' : 'ink' },
      cancelProps: { 'data-autofocus': true },
      centered: true,
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
}
