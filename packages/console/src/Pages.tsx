import { Center, Loader } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { Overview } from './pages/overview/Overview.tsx';
import { NotFound } from './parts/NotFound.tsx';

const space = '/projects/:projectId/spaces/:spaceId';

/** Every page but the first is loaded when it is opened. */
const pages: Readonly<Record<string, ComponentType>> = {
  '/': Overview,
  [`${space}/media`]: lazy(() => import('./pages/media/MediaGallery.tsx')),
  [`${space}/media/:mediaId`]: lazy(() => import('./pages/media/MediaDetails.tsx')),
  [`${space}/categories`]: lazy(() => import('./pages/labels/CategoryList.tsx')),
  [`${space}/tags`]: lazy(() => import('./pages/labels/TagList.tsx')),
  [`${space}/removed`]: lazy(() => import('./pages/removed/RemovedList.tsx')),
  // After those that are named: the first that fits is shown.
  [`${space}/:app/:instanceId`]: lazy(() => import('./pages/items/ItemList.tsx')),
  [`${space}/:app/:instanceId/new`]: lazy(() => import('./pages/items/ItemEditor.tsx')),
  [`${space}/:app/:instanceId/items/:contentId`]: lazy(() => import('./pages/items/ItemEditor.tsx')),
  '/keys': lazy(() => import('./pages/keys/KeyList.tsx')),
  '/explorer': lazy(() => import('./pages/explorer/Explorer.tsx')),
  '/operators': lazy(() => import('./pages/operators/OperatorList.tsx')),
  '/places': lazy(() => import('./pages/places/PlaceList.tsx')),
  '/audit': lazy(() => import('./pages/audit/AuditLog.tsx')),
  '/account': lazy(() => import('./pages/account/Account.tsx')),
};

/** Shows the page that the address names. */
export function Pages() {
  return (
    <Suspense
      fallback={
        <Center mih="50vh">
          <Loader />
        </Center>
      }
    >
      <Switch>
        {Object.entries(pages).map(([path, Page]) => (
          <Route key={path} path={path} component={Page} />
        ))}
        <Route component={NotFound} />
      </Switch>
    </Suspense>
  );
}
