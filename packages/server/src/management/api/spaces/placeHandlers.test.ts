import { expect, test } from 'bun:test';
import { z } from 'zod';
import { withNewsroom } from '../testing/withNewsroom.ts';

const news = '/news/instances/press/news';
const removal = z.object({ removalId: z.string() });

test('places have names, which only operators are told', () =>
  withNewsroom(async ({ boss, ken, audit }) => {
    expect((await ken('PATCH', '//projects/acme', { body: { name: 'Acme' } })).status).toBe(403);
    expect((await boss('PATCH', '//projects/acme', { body: { name: ' Acme K.K. ' } })).status).toBe(204);
    await boss('PATCH', '', { body: { name: 'ウェブサイト' } });
    await boss('PATCH', '/news/instances/press', { body: { name: 'Press room' } });
    expect((await ken('GET', '//projects')).body).toMatchObject([
      {
        ...{ projectId: 'acme', name: 'Acme K.K.' },
        spaces: [
          {
            ...{ spaceId: 'web', name: 'ウェブサイト' },
            instances: [{ instanceId: 'top' }, { instanceId: 'press', name: 'Press room' }],
          },
        ],
      },
    ]);
    await boss('PATCH', '//projects/acme', { body: { name: null } });
    expect((await ken('GET', '//projects')).body).not.toHaveProperty('0.name');
    const bad = await boss('PATCH', '//projects/acme', { body: { name: ' ' } });
    expect([bad.status, ...bad.faults]).toEqual([
      ...[400, 'name: must be 1 to 255 characters without control characters'],
    ]);
    expect((await boss('PATCH', '//projects/none', { body: { name: 'X' } })).status).toBe(404);
    expect(await audit()).toEqual([
      ...['boss project.name acme', 'boss space.name web', 'boss instance.name web/press'],
      'boss project.name acme',
    ]);
  }));

test('a space is removed with everything in it after its ID was typed, and restored', () =>
  withNewsroom(async ({ boss, ken, audit }) => {
    const before = await ken('GET', `${news}/n1`);
    expect((await boss('GET', '/contents')).body).toEqual({
      ...{ news: 1, banners: 1, media: 1, categories: 1, tags: 1, keys: [], operators: [], webhooks: [] },
    });
    expect((await boss('GET', '//projects/acme/contents')).body).toMatchObject({ operators: ['ken', 'mia'] });
    expect((await ken('POST', '/remove', { body: { confirm: 'web' } })).status).toBe(403);
    const typo = await boss('POST', '/remove', { body: { confirm: 'wbe' } });
    expect([typo.status, ...typo.faults]).toEqual([
      ...[400, 'confirm: must be web, the ID of what is removed'],
    ]);
    const removed = await boss('POST', '/remove', { body: { confirm: 'web' } });
    expect(removed.body).toMatchObject({ place: { projectId: 'acme', spaceId: 'web' }, records: 5 });
    expect((await ken('GET', news)).status).toBe(404);
    expect((await boss('GET', '//projects')).body).toEqual([]);
    expect((await boss('POST', '/remove', { body: { confirm: 'web' } })).status).toBe(404);
    expect((await ken('GET', '//removed-places')).body).toEqual([]);
    expect((await boss('GET', '//removed-places')).body).toEqual([removed.body]);
    const restore = `//removed-places/${removal.parse(removed.body).removalId}/restore`;
    expect((await ken('POST', restore, { body: {} })).status).toBe(404);
    await boss('PUT', '');
    expect(await boss('POST', restore, { body: {} })).toMatchObject({
      ...{ status: 409, body: { detail: 'web is already in use; choose another ID' } },
    });
    expect((await boss('POST', restore, { body: { id: 'back' } })).body).toEqual({
      ...{ projectId: 'acme', spaceId: 'back' },
    });
    expect((await boss('POST', '/remove', { body: { confirm: 'web' } })).status).toBe(200);
    const back = '//projects/acme/spaces/back';
    expect((await boss('PATCH', back, { body: { id: 'web' } })).status).toBe(204);
    expect((await ken('GET', `${news}/n1`)).body).toEqual(before.body);
    expect((await boss('POST', restore, { body: {} })).status).toBe(404);
    expect(await audit()).toEqual([
      ...['boss space.remove web', 'boss space.create web', 'boss space.restore back'],
      ...['boss space.remove web', 'boss space.rename back'],
    ]);
  }));

test('an ID is changed only by those who could create the new one', () =>
  withNewsroom(async ({ boss, ken, as }) => {
    const olga = await as('olga', { projectId: 'acme', spaceId: 'web', role: 'owner' });
    expect((await olga('PATCH', '', { body: { name: 'Mine' } })).status).toBe(204);
    expect((await olga('PATCH', '', { body: { id: 'site' } })).status).toBe(403);
    expect((await olga('PATCH', '/news/instances/press', { body: { id: 'top' } })).status).toBe(409);
    expect((await olga('PATCH', '/news/instances/press', { body: { id: 'blog' } })).status).toBe(204);
    expect((await ken('GET', '/news/instances/blog/news/n1')).status).toBe(200);
    expect((await ken('GET', `${news}/n1`)).status).toBe(404);
    expect((await boss('PATCH', '//projects/acme', { body: { id: 'corp', name: 'Corp' } })).status).toBe(204);
    const moved = await ken('GET', '//projects/corp/spaces/web/news/instances/blog/news/n1');
    expect(moved.body).toMatchObject({ item: { projectId: 'corp', spaceId: 'web' } });
    expect((await ken('GET', '//projects')).body).toMatchObject([{ projectId: 'corp', name: 'Corp' }]);
    expect((await boss('PATCH', '//projects/corp', { body: { id: 'a/b' } })).status).toBe(400);
  }));
