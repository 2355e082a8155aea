// All styles come with the page: those of a part that is loaded later would be missing when it shows itself.
import '@mantine/dates/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/tiptap/styles.css';
import 'react-image-crop/dist/ReactCrop.css';
import 'uplot/dist/uPlot.min.css';
import './console.css';
import './pages/items/items.css';
import './pages/overview/overview.css';
import './parts/blocks/blocks.css';
import './parts/json/json.css';
import './parts/media/media.css';
import './parts/parts.css';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Router } from 'wouter';
import { ApiError, skipLeaveWarningWhenSignedOut } from './api/request.ts';
import { SessionProvider } from './api/SessionProvider.tsx';
import { Pages } from './Pages.tsx';
import { Shell } from './shell/Shell.tsx';
import { start } from './start.tsx';

skipLeaveWarningWhenSignedOut();
start(
  <QueryClientProvider client={createQueryClient()}>
    <ModalsProvider>
      <Notifications position="top-center" />
      <SessionProvider>
        <Router base="/console">
          <Shell>
            <Pages />
          </Shell>
        </Router>
      </SessionProvider>
    </ModalsProvider>
  </QueryClientProvider>,
);

/** What was asked lately is shown at once and asked again; what was refused is not asked again by itself. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The service may be on this very machine: what the browser thinks of the network says nothing of it.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 5_000,
        retry: (failures, error) =>
          !(error instanceof ApiError && error.problem.status !== undefined) && failures < 2,
      },
    },
  });
}
