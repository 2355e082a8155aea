import { ActionIcon } from '@mantine/core';
import type { Icon } from '../../../icons/icons.tsx';

/** A small button in a card; its label says what it does to what. */
export function CardAction({
  label,
  isDisabled = false,
  onUse,
  Icon: Shown,
}: {
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onUse: () => void;
  readonly Icon: Icon;
}) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={label}
      disabled={isDisabled}
      onClick={onUse}
    >
      <Shown size={16} />
    </ActionIcon>
  );
}
