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
import { QueryClientProvider } from '@tanstack/react-query';
import { Router } from 'wouter';
import { letGoWhenSignedOut } from './api/ask.ts';
import { createQueryClient } from './api/createQueryClient.ts';
import { SessionProvider } from './api/SessionProvider.tsx';
import { Pages } from './Pages.tsx';
import { Shell } from './shell/Shell.tsx';
import { start } from './start.tsx';

letGoWhenSignedOut();
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
