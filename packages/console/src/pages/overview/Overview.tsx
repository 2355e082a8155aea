import { Loader, Stack } from '@mantine/core';
import { useProjects } from '../../api/SessionProvider.tsx';
import { useOverview } from '../../api/useOverview.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Trouble } from '../../parts/Trouble.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { Shelves } from './Shelves.tsx';
import { shelvesOf } from './shelvesOf.ts';
import { Timeline } from './Timeline.tsx';
import { TrafficPanel } from './TrafficPanel.tsx';

/** What is there, what will happen, and what is asked for: the first page. */
export function Overview() {
  const texts = useWords().overview;
  const projects = useProjects();
  const { data, error, refetch } = useOverview();
  return (
    <Stack gap="lg">
      <PageHead title={texts.title} />
      {error && <Trouble error={error} onRetry={refetch} />}
      {data === undefined && !error && <Loader />}
      {data !== undefined && (
        <>
          <FirstSteps spaces={shelvesOf(projects, data.shelves)} />
          <Shelves spaces={shelvesOf(projects, data.shelves)} />
          <Timeline overview={data} />
        </>
      )}
      <TrafficPanel />
    </Stack>
  );
}
