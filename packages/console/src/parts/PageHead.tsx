import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTitle } from './useTitle.ts';

type Props = {
  readonly title: string;
  /** What the page is for. */
  readonly text?: ReactNode;
  /** How many it shows; told when it changes. */
  readonly amount?: string | undefined;
  /** What can be done here first of all. */
  readonly children?: ReactNode;
};

/** The head of a page; the window is called the same. */
export function PageHead({ title, text, amount, children }: Props) {
  useTitle(title);
  return (
    <div>
      <Group justify="space-between">
        <Group gap="sm" align="baseline">
          <Title order={1} size="h2" className="long-text">
            {title}
          </Title>
          <Text c="dimmed" aria-live="polite">
            {amount}
          </Text>
        </Group>
        {children}
      </Group>
      {text !== undefined && (
        <Text c="dimmed" mt={4}>
          {text}
        </Text>
      )}
    </div>
  );
}
