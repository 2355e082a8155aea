import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { IconInbox } from '../icons/icons.tsx';

type Props = {
  readonly Icon: typeof IconInbox;
  readonly title: string;
  /** What will be here, or what to do. */
  readonly text?: string;
  /** The first thing to do. */
  readonly children?: ReactNode;
};

/** Shown where a page has nothing yet. */
export function EmptyState({ Icon, title, text, children }: Props) {
  return (
    <Stack className="empty-state" align="center" gap={6}>
      <Icon size={36} stroke={1.25} aria-hidden />
      <Title order={2} size="h3">
        {title}
      </Title>
      {text !== undefined && <Text c="dimmed">{text}</Text>}
      {children}
    </Stack>
  );
}
