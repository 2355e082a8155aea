import { Skeleton, Stack } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { spacePath } from '../../api/paths.ts';
import { useOverview } from '../../api/queries.ts';
import { useIsAllowed, useProjects, useSession } from '../../api/SessionProvider.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { RowsSkeleton } from '../../parts/Skeletons.tsx';
import { useSpace } from '../../shell/useSpace.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { Desk, ReviewDesk } from './Desk.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { Shelves } from './Shelves.tsx';
import { shelvesOf } from './shelvesOf.ts';
import { TrafficPanel } from './TrafficPanel.tsx';

const CalendarPanel = lazy(() => import('./CalendarPanel.tsx'));

/** The first page: what an editor goes on with, counts, a calendar, and traffic for owners. */
export function Overview() {
  const texts = useWords().overview;
  const projects = useProjects();
  const space = useSpace();
  const isOwner = useSession().operator.roles.some(({ role }) => role === 'owner');
  // Traffic is not counted by place.
  const seesAll = useIsAllowed('viewer');
  const { data, error, refetch } = useOverview();
  return (
    <Stack gap="lg">
      <PageHead title={texts.title} />
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {data === undefined && !error && <RowsSkeleton />}
      {data !== undefined && (
        <>
          <FirstSteps spaces={shelvesOf(projects, data.shelves)} />
          <ReviewDesk />
          {space !== undefined && <Desk key={spacePath(space)} space={space} />}
          <Shelves spaces={shelvesOf(projects, data.shelves)} />
          {space !== undefined && (
            <Suspense fallback={<Skeleton h="34rem" />}>
              <CalendarPanel key={spacePath(space)} space={space} />
            </Suspense>
          )}
        </>
      )}
      {isOwner && seesAll && data !== undefined && <TrafficPanel />}
    </Stack>
  );
}
