import { Badge, type MantineSize } from '@mantine/core';
import type { ItemState } from '@newsstand/contract/manage';
import { IconCircleCheck, IconCircleX, IconClock, IconPencil } from '../icons/icons.tsx';
import { useWords } from '../words/LanguageProvider.tsx';

const icons = {
  live: IconCircleCheck,
  scheduled: IconClock,
  closed: IconCircleX,
  draft: IconPencil,
} as const;

/** The state of an item as a coloured badge. */
export function StateBadge({
  state,
  size = 'md',
}: {
  readonly state: ItemState;
  readonly size?: MantineSize;
}) {
  const texts = useWords().states;
  const Icon = icons[state];
  return (
    <Badge
      className="state"
      data-state={state}
      variant="light"
      size={size}
      leftSection={<Icon size={12} aria-hidden />}
    >
      {texts[state]}
    </Badge>
  );
}
