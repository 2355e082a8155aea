import { expect, test } from 'bun:test';
import { bodies, space, withNewsroom } from '../testing/withNewsroom.ts';

test('an owner creates spaces and instances, and removes empty ones', () =>
  withNewsroom(async ({ boss, ken, audit }) => {
    expect((await ken('PUT', '/news/instances/blog')).status).toBe(403);
    expect((await boss('PUT', '/news/instances/blog')).status).toBe(204);
    expect((await boss('PUT', '/news/instances/blog')).status).toBe(204);
    expect((await boss('PUT', '//projects/fresh/spaces/site')).status).toBe(204);
    expect((await boss('PUT', '//projects/fresh/spaces/site')).status).toBe(204);
    expect((await ken('PUT', '/news/instances/blog/news/n1', { body: bodies.news })).status).toBe(201);
    const full = await boss('DELETE', '/news/instances/blog');
    expect([full.status, full.faults]).toEqual([409, [": can't be deleted: it still contains 1 item"]]);
    expect((await boss('DELETE', '/news/instances/blog/news/n1', { ifMatch: '*' })).status).toBe(204);
    expect((await boss('DELETE', '/news/instances/blog')).status).toBe(204);
    expect((await boss('DELETE', '/news/instances/blog')).status).toBe(404);
    expect((await boss('PUT', '/video/instances/blog')).status).toBe(404);
    expect(await audit()).toEqual([
      'boss instance.create web/news/blog',
      'boss space.create site',
      'ken news.create web/news/blog/n1',
      'boss news.delete web/news/blog/n1',
      'boss instance.delete web/news/blog',
    ]);
    const gone = await boss('POST', '/news/instances/blog/news/n1/versions/1/restore');
    expect(gone.status).toBe(404);
  }));

test('everyone sees the projects in which they have a role', () =>
  withNewsroom(async ({ boss, ken }) => {
    await boss('PUT', '//projects/fresh/spaces/site');
    const acme = {
      projectId: 'acme',
      spaces: [
        {
          spaceId: space.split('/').at(-1),
          instances: [
            { app: 'banner', instanceId: 'top' },
            { app: 'news', instanceId: 'press' },
          ],
        },
      ],
    };
    const fresh = { projectId: 'fresh', role: 'owner', spaces: [{ spaceId: 'site', instances: [] }] };
    expect((await ken('GET', '//projects')).body).toEqual([{ ...acme, role: 'editor' }]);
    expect((await boss('GET', '//projects')).body).toEqual([{ ...acme, role: 'owner' }, fresh]);
  }));
