import { expect, test } from 'bun:test';
import type { RoleGrant } from '@newsstand/contract/manage';
import { type Ask, bodies, type Newsroom, withNewsroom } from '../testing/withNewsroom.ts';

const shelf = '/news/instances/press/news';
const live = `${shelf}/n1`;
const draft = `${shelf}/d1`;
const press = { projectId: 'acme', spaceId: 'web', instanceId: 'press' };
const writer: RoleGrant = { ...press, role: 'writer' };
const sketch = { ...bodies.news, status: 'draft' };
const limit = expect.stringContaining('a writer can change only drafts');

const withWriter = (work: (wim: Ask, room: Newsroom) => Promise<void>) =>
  withNewsroom(async (room) => {
    const wim = await room.as('wim', writer);
    expect((await wim('PUT', draft, { body: sketch })).status).toBe(201);
    await work(wim, room);
  });

const refused = { status: 403, body: { code: 'role_missing', detail: limit } };

test('a writer creates, edits and deletes drafts', () =>
  withWriter(async (wim, { audit }) => {
    expect((await wim('POST', shelf, { body: sketch })).status).toBe(201);
    expect((await wim('PATCH', draft, { body: { name: 'Two' }, ifMatch: '*' })).status).toBe(200);
    const autosaved = await wim('PUT', `${draft}?autosave=true`, { body: sketch, ifMatch: '*' });
    expect(autosaved.status).toBe(200);
    expect((await wim('PUT', `${draft}/presence`, { body: { isEditing: true } })).status).toBe(200);
    expect((await wim('DELETE', `${draft}/presence`)).status).toBe(204);
    const restored = await wim('POST', `${draft}/versions/1/restore`, { ifMatch: '*' });
    expect(restored.status).toBe(200);
    const filed = { kind: 'news', instanceId: 'press', id: 'd1', action: 'addTag', target: 't1' };
    expect((await wim('POST', '/batch', { body: { changes: [filed] } })).status).toBe(200);
    expect((await wim('DELETE', draft, { ifMatch: '*' })).status).toBe(204);
    expect(await audit()).toContain('wim news.create web/news/press/d1');
  }));

test('nothing that readers see, now or later, is changed by a writer', () =>
  withWriter(async (wim, { api, ken }) => {
    const later = api.clock + 1000;
    const opened = { ...bodies.news, status: 'published' };
    const tries: readonly (readonly [string, string, object?])[] = [
      ['POST', shelf, opened],
      ['POST', shelf, { ...sketch, reservedAt: later }],
      ['PUT', `${shelf}/d2`, opened],
      ['PUT', draft, opened],
      ['PATCH', draft, { status: 'published' }],
      ['PATCH', draft, { reservedAt: later }],
      ['PUT', live, { ...bodies.news, name: 'Mine' }],
      ['PUT', live, sketch],
      ['PATCH', live, { name: 'Mine' }],
      ['PATCH', live, { status: 'draft' }],
      ['PATCH', live, { closingAt: api.clock }],
      ['PUT', `${live}/next`, { ...bodies.news, name: 'Mine', takesOverAt: later }],
      ['PUT', `${draft}/next`, { ...bodies.news, name: 'Mine', takesOverAt: later }],
    ];
    const before = (await ken('GET', live)).body;
    for (const [method, path, body] of tries)
      expect([method, path, await wim(method, path, { body, ifMatch: '*' })]).toMatchObject([
        ...[method, path, path === shelf || path.endsWith('d2') ? { status: 403 } : refused],
      ]);
    for (const action of ['publish', 'unpublish', 'reserve', 'open', 'close'])
      expect((await wim('POST', `${draft}/${action}`, { body: {}, ifMatch: '*' })).status).toBe(403);
    expect(await wim('DELETE', live, { ifMatch: '*' })).toMatchObject(refused);
    expect((await ken('GET', live)).body).toEqual(before);
    expect((await ken('GET', `${shelf}/d2`)).status).toBe(404);
  }));

test('a writer edits the next version of a live item, but decides not when it takes over', () =>
  withWriter(async (wim, { api, ken }) => {
    const next = `${live}/next`;
    const body = { ...bodies.news, name: 'Later' };
    expect((await wim('PUT', next, { body, ifMatch: '*' })).status).toBe(200);
    expect((await wim('POST', `${next}/publish`, { ifMatch: '*' })).status).toBe(403);
    expect((await wim('DELETE', next, { ifMatch: '*' })).status).toBe(200);
    const timed = { ...body, takesOverAt: api.clock + 1000 };
    expect((await ken('PUT', next, { body: timed, ifMatch: '*' })).status).toBe(200);
    expect(await wim('PUT', next, { body, ifMatch: '*' })).toMatchObject(refused);
    expect(await wim('PUT', next, { body: timed, ifMatch: '*' })).toMatchObject({ status: 200 });
    expect(await wim('DELETE', next, { ifMatch: '*' })).toMatchObject(refused);
    expect((await ken('GET', live)).body).toMatchObject({ next: { takesOverAt: timed.takesOverAt } });
    api.clock = timed.takesOverAt;
    // It is the live item now.
    expect(await wim('PATCH', live, { body: { name: 'Mine' }, ifMatch: '*' })).toMatchObject(refused);
  }));

test('an old version that readers saw is not restored by a writer, and nor is a scheduled draft changed', () =>
  withWriter(async (wim, { api, ken }) => {
    await ken('POST', `${live}/unpublish`, { ifMatch: '*' });
    expect((await wim('PATCH', live, { body: { name: 'Mine' }, ifMatch: '*' })).status).toBe(200);
    expect(await wim('POST', `${live}/versions/1/restore`, { ifMatch: '*' })).toMatchObject(refused);
    expect((await wim('POST', `${live}/versions/2/restore`, { ifMatch: '*' })).status).toBe(200);
    await ken('POST', `${draft}/reserve`, { body: { at: api.clock + 1000 }, ifMatch: '*' });
    expect(await wim('PATCH', draft, { body: { name: 'Mine' }, ifMatch: '*' })).toMatchObject(refused);
    await ken('DELETE', live, { ifMatch: '*' });
    expect((await wim('POST', `${live}/versions/1/restore`)).status).toBe(403);
    expect((await wim('POST', `${live}/versions/3/restore`)).status).toBe(201);
  }));

test('a batch of a writer is checked change by change, as a whole, and tells nothing of other places', () =>
  withWriter(async (wim, { ken, as }) => {
    const change = (id: string, action: string, more: object = {}) => ({
      ...{ kind: 'news', instanceId: 'press', id, action, ...more },
    });
    const batch = (...changes: readonly object[]) => wim('POST', '/batch', { body: { changes } });
    const tag = { target: 't1' };
    expect(await batch(change('d1', 'addTag', tag), change('n1', 'removeTag', tag))).toMatchObject(refused);
    // Together they change nothing, but they are not hers to make.
    expect(await batch(change('d1', 'publish'), change('d1', 'unpublish'))).toMatchObject(refused);
    expect(await batch(change('n1', 'delete'))).toMatchObject(refused);
    const label = { kind: 'media', id: 'm1', action: 'addLabel', value: 'x' };
    expect((await batch(label)).status).toBe(403);
    const other = (id: string) => ({ kind: 'banner', instanceId: 'top', id, action: 'publish' });
    const there = await batch(other('b1'));
    const nowhere = await batch(other('none'));
    expect([there.status, nowhere.status]).toEqual([403, 403]);
    expect({ ...Object(there.body), requestId: '' }).toEqual({ ...Object(nowhere.body), requestId: '' });
    expect((await ken('GET', draft)).body).toMatchObject({ version: 1 });
    const eve = await as('eve', { ...press, role: 'editor' });
    const publishing = { changes: [change('d1', 'publish')] };
    expect((await eve('POST', '/batch', { body: publishing })).status).toBe(200);
  }));

test('a writer adds media, but changes none, nor categories and tags', () =>
  withWriter(async (wim, { as, ken }) => {
    const { media } = bodies;
    expect((await wim('GET', '/collection/medias')).status).toBe(200);
    expect((await wim('GET', '/collection/categories/c1')).status).toBe(200);
    expect((await wim('POST', '/collection/medias', { body: media })).status).toBe(201);
    const own = '/collection/medias/m9';
    // A body that readers see may name it: whoever chooses the ID would put a picture there.
    expect((await wim('PUT', own, { body: media })).status).toBe(403);
    expect((await ken('PUT', own, { body: media })).status).toBe(201);
    expect((await wim('PUT', own, { body: { ...media, name: 'Other' }, ifMatch: '*' })).status).toBe(403);
    const eve = await as('eve', { ...press, role: 'editor' });
    for (const ask of [wim, eve]) {
      const put = await ask('PUT', own, { body: { ...media, name: 'Other' }, ifMatch: '*' });
      expect(put.body).toMatchObject({
        detail: 'this needs the role editor in the space acme/web; an owner can grant it',
      });
      expect((await ask('PATCH', own, { body: { name: 'Other' }, ifMatch: '*' })).status).toBe(403);
      expect((await ask('DELETE', own, { ifMatch: '*' })).status).toBe(403);
      expect((await ask('POST', '/collection/tags', { body: bodies.tag })).status).toBe(403);
      const merge = { body: { into: 't2' }, ifMatch: '*' };
      expect((await ask('POST', '/collection/tags/t1/merge', merge)).status).toBe(403);
    }
  }));

test('a writer shares preview links, and revokes only their own', () =>
  withWriter(async (wim, { ken }) => {
    const links = `${live}/previews`;
    const own = await wim('POST', links, { body: {} });
    const other = await ken('POST', links, { body: {} });
    const idOf = ({ body }: { body: unknown }) => String(Object(body).linkId);
    expect([own.status, other.status]).toEqual([201, 201]);
    expect((await wim('DELETE', `${links}/${idOf(other)}`)).status).toBe(403);
    expect((await wim('DELETE', `${links}/${idOf(own)}`)).status).toBe(204);
    expect((await ken('DELETE', `${links}/${idOf(other)}`)).status).toBe(204);
  }));

test('who has become a writer while the request was under way is one', () =>
  withNewsroom(async ({ api, ken }) => {
    // The body is read before the transaction begins: meanwhile the role is lowered.
    const { store } = api;
    const write = store.write.bind(store);
    store.write = async (work, ...rest) => {
      store.write = write;
      await api.addOperator('ken', [writer]);
      return write(work, ...rest);
    };
    expect(await ken('PATCH', live, { body: { name: 'Mine' }, ifMatch: '*' })).toMatchObject(refused);
  }));
