import { Group, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/LanguageProvider.tsx';

/** Where something will appear: announced once, and visible only if it takes longer than a moment. */
function Loading({ children }: { readonly children: ReactNode }) {
  return (
    <div className="loading" role="status" aria-label={useWords().loading}>
      {children}
    </div>
  );
}

/** The place of a list or table. */
export function RowsSkeleton({ rows = 6 }: { readonly rows?: number }) {
  return (
    <Loading>
      <Stack gap="sm">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
          <Group key={row} wrap="nowrap" gap="md">
            <Skeleton w={44} h={36} radius="sm" />
            <Stack gap={6} flex={1}>
              <Skeleton h={12} w={`${72 - ((row * 17) % 40)}%`} />
              <Skeleton h={10} w={`${40 - ((row * 11) % 20)}%`} />
            </Stack>
            <Skeleton w={72} h={18} visibleFrom="sm" />
          </Group>
        ))}
      </Stack>
    </Loading>
  );
}

/** The place of a whole page. */
export function PageSkeleton() {
  return (
    <Loading>
      <Stack gap="xl">
        <Group justify="space-between">
          <Skeleton h={26} w={200} />
          <Skeleton h={32} w={120} />
        </Group>
        <Stack gap="md">
          {[64, 80, 52, 71, 60].map((width) => (
            <Skeleton key={width} h={14} w={`${width}%`} />
          ))}
        </Stack>
      </Stack>
    </Loading>
  );
}

/** The place of everything, before it is known who has signed in. */
export function ShellSkeleton() {
  return (
    <div className="shell-skeleton">
      <div />
      <PageSkeleton />
    </div>
  );
}
