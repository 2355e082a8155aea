import { Badge, type MantineSize } from '@mantine/core';
import type { ItemState } from '@newsstand/contract/manage';
import { IconCircleCheck, IconCircleX, IconClock, IconPencil } from '@tabler/icons-react';
import { useWords } from '../words/LanguageProvider.tsx';

const looks = {
  live: { color: 'green', Icon: IconCircleCheck },
  scheduled: { color: 'blue', Icon: IconClock },
  closed: { color: 'gray', Icon: IconCircleX },
  draft: { color: 'yellow', Icon: IconPencil },
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
  const { color, Icon } = looks[state];
  return (
    <Badge
      className="state"
      data-state={state}
      color={color}
      variant="light"
      size={size}
      tt="none"
      leftSection={<Icon size={12} aria-hidden />}
    >
      {texts[state]}
    </Badge>
  );
}
