import './styles.css';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { Route, Router, Switch } from 'wouter';
import { ApiError } from './api/request.ts';
import { SessionProvider } from './api/SessionProvider.tsx';
import { skipWarningWhenLeft } from './api/signedOut.ts';
import { Overview } from './pages/overview/Overview.tsx';
import { ConfirmationPrompt } from './parts/factors/ConfirmationPrompt.tsx';
import { StackedModals } from './parts/Modal.tsx';
import { NotFound } from './parts/NotFound.tsx';
import { PageSkeleton } from './parts/Skeletons.tsx';
import { renderPage } from './renderPage.tsx';
import { Shell } from './shell/Shell.tsx';
import { SignInAgain } from './signInAgain.tsx';

/** Shows cached data at once while it is refetched, and does not retry requests that the service has refused. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The service may run on this very machine, so the browser's network state does not matter.
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

const space = '/projects/:projectId/spaces/:spaceId';

const ProjectList = lazy(() => import('./pages/projects/ProjectList.tsx'));
const ItemEditor = lazy(() => import('./pages/items/ItemEditor.tsx'));
const LabelTable = lazy(() => import('./pages/labels/LabelTable.tsx'));

/** Every page except the first is loaded lazily. */
const pages: Readonly<Record<string, ComponentType>> = {
  '/': Overview,
  [`${space}/media`]: lazy(() => import('./pages/media/MediaGallery.tsx')),
  [`${space}/media/:mediaId`]: lazy(() => import('./pages/media/MediaDetails.tsx')),
  [`${space}/categories`]: () => <LabelTable kind="category" />,
  [`${space}/tags`]: () => <LabelTable kind="tag" />,
  [`${space}/removed`]: lazy(() => import('./pages/removed/RemovedList.tsx')),
  // After the named ones: the first match wins.
  [`${space}/:app/:instanceId`]: lazy(() => import('./pages/items/ItemList.tsx')),
  [`${space}/:app/:instanceId/new`]: ItemEditor,
  [`${space}/:app/:instanceId/items/:contentId`]: ItemEditor,
  '/review': lazy(() => import('./pages/review/ReviewQueue.tsx')),
  [`/review${space}/:app/:instanceId/items/:contentId/:proposalId`]: lazy(
    () => import('./pages/review/ProposalPage.tsx'),
  ),
  '/keys': lazy(() => import('./pages/keys/KeyList.tsx')),
  '/webhooks': lazy(() => import('./pages/webhooks/WebhookList.tsx')),
  '/webhooks/:projectId/:webhookId': lazy(() => import('./pages/webhooks/CallLog.tsx')),
  '/explorer': lazy(() => import('./pages/explorer/Explorer.tsx')),
  '/operators': lazy(() => import('./pages/operators/OperatorList.tsx')),
  '/permissions': lazy(() => import('./pages/operators/Permissions.tsx')),
  '/access': lazy(() => import('./pages/operators/AccessPolicy.tsx')),
  '/projects': ProjectList,
  // The address of this page in earlier versions.
  '/places': ProjectList,
  '/audit': lazy(() => import('./pages/audit/AuditLog.tsx')),
  '/account': lazy(() => import('./pages/account/Account.tsx')),
};

/** Shows the page for the current address. */
function Pages() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Switch>
        {Object.entries(pages).map(([path, Page]) => (
          // A new item keeps its page when it gets its own address.
          <Route key={Page === ItemEditor ? 'item' : path} path={path} component={Page} />
        ))}
        <Route component={NotFound} />
      </Switch>
    </Suspense>
  );
}

skipWarningWhenLeft();
void renderPage(
  <QueryClientProvider client={createQueryClient()}>
    <ModalsProvider>
      <Notifications
        position="bottom-right"
        limit={4}
        autoClose={6_000}
        containerWidth={380}
        classNames={{ root: 'toasts' }}
      />
      <StackedModals />
      <ConfirmationPrompt />
      <SignInAgain />
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
