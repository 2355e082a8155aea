import { expect, test } from 'bun:test';
import { amountOf, shelvesOf } from './shelvesOf.ts';

const place = { projectId: 'acme', spaceId: 'web' };
const counts = { live: 1, scheduled: 2, closed: 3, draft: 4 };

test('each instance and space has its own counts, and zeros if it is empty; news come first', () => {
  const instances = [
    { app: 'banner', instanceId: 'home' } as const,
    { app: 'news', instanceId: 'home' } as const,
  ];
  const projects = [{ projectId: 'acme', role: 'viewer' as const, spaces: [{ spaceId: 'web', instances }] }];
  const elsewhere = { ...place, spaceId: 'app' };
  const [space] = shelvesOf(projects, [
    { ...place, kind: 'news', instanceId: 'home', ...counts },
    { ...elsewhere, kind: 'banner', instanceId: 'home', ...counts },
    { ...place, kind: 'media', live: 7, scheduled: 0, closed: 0, draft: 0 },
  ]);
  expect(space?.instances.map((shelf) => [shelf.kind, amountOf(shelf)])).toEqual([
    ['news', 10],
    ['banner', 0],
  ]);
  expect([space?.media, space?.category, space?.tag]).toEqual([7, 0, 0]);
});
