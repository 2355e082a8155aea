import { Group, Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  readonly title: string;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A titled section of a page. */
export function Panel({ title, actions, children }: Props) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h4" className="long-text">
            {title}
          </Title>
          {actions}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
