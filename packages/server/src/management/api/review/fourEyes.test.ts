import { expect, test } from 'bun:test';
import { z } from 'zod';
import { lines } from '../../../transfer/testing/importing.ts';
import { type Ask, bodies, type Newsroom, type ReadResponse, withNewsroom } from '../testing/withNewsroom.ts';

const list = '/news/instances/press/news';
const item = `${list}/n1`;
const settings = '/news/instances/press/settings';
const later = { ...bodies.news, name: 'Later' };
const draft = { ...bodies.news, name: 'Draft', alias: 'draft', status: 'draft' };

const named = z.object({ proposalId: z.string() });
const idOf = ({ body }: ReadResponse) => named.parse(body).proposalId;
const refusal = (rule: string, code = 'four_eyes') => ({ code, rule });

/** A newsroom whose instance of news demands four eyes. */
function withFourEyes(work: (room: Newsroom) => Promise<void>): Promise<void> {
  return withNewsroom(async (room) => {
    const put = await room.boss('PUT', settings, { body: { fourEyes: true } });
    expect(put.body).toEqual({ fourEyes: true });
    await work(room);
  });
}

/** What readers see of an item, and will see: everything that is stored, but for drafts. */
async function stored({ api }: Newsroom, id = 'n1') {
  const key = { kind: 'news', projectId: 'acme', spaceId: 'web', instanceId: 'press', id } as const;
  return await api.store.read((reader) => reader.find(key));
}

test('nobody changes alone what readers see, in whatever way', () =>
  withFourEyes(async (room) => {
    const { boss, ken, api } = room;
    await ken('PUT', `${list}/n2`, { body: draft });
    await ken('PUT', '/collection/tags/t2', { body: { name: 'Other' } });
    await ken('PUT', '/collection/categories/c2', { body: { name: 'Other' } });
    await ken('PUT', `${item}/next`, { body: later, ifMatch: '*' });
    const before = [await stored(room), await stored(room, 'n2')];
    const at = api.clock + 1000;
    const any = { ifMatch: '*' };
    const batch = (id: string, action: string, more = {}) =>
      [
        'POST',
        '/batch',
        { body: { changes: [{ kind: 'news', instanceId: 'press', id, action, ...more }] } },
      ] as const;
    const ways: readonly (readonly [string, string, object])[] = [
      ['PUT', item, { body: later, ...any }],
      ['PATCH', item, { body: { name: 'Other' }, ...any }],
      ['PATCH', item, { body: { updatedAt: 5 }, ...any }],
      ['PATCH', item, { body: { closingAt: at }, ...any }],
      ['PATCH', item, { body: { openingAt: at }, ...any }],
      ['POST', `${item}/close`, { body: { at }, ...any }],
      ['POST', `${item}/open`, { body: { at: 5 }, ...any }],
      ['POST', `${item}/reserve`, { body: { at: 5 }, ...any }],
      ['POST', `${item}/next/publish`, any],
      ['PUT', `${item}/next`, { body: { ...later, takesOverAt: at }, ...any }],
      ['PUT', `${list}/n2`, { body: { ...draft, status: 'published' }, ...any }],
      ['PATCH', `${list}/n2`, { body: { status: 'published' }, ...any }],
      ['PATCH', `${list}/n2`, { body: { reservedAt: at }, ...any }],
      ['POST', `${list}/n2/publish`, any],
      ['POST', `${list}/n2/reserve`, { body: { at }, ...any }],
      ['PUT', `${list}/n3`, { body: { ...bodies.news, alias: 'n3' } }],
      ['POST', list, { body: { ...bodies.news, alias: 'n3' } }],
      ['POST', list, { body: { ...draft, alias: 'n3', reservedAt: at } }],
      batch('n2', 'publish'),
      batch('n2', 'reserve', { at }),
      batch('n1', 'close', { at }),
      batch('n1', 'setCategory'),
      batch('n1', 'addTag', { target: 't2' }),
      batch('n1', 'removeTag', { target: 't1' }),
      ['POST', '/collection/tags/t1/merge', { body: { into: 't2' }, ...any }],
      ['POST', '/collection/categories/c1/merge', { body: { into: 'c2' }, ...any }],
    ];
    for (const [method, path, more] of ways) {
      const { status, body } = await boss(method, path, more);
      expect([method, path, status, body]).toMatchObject([method, path, 403, refusal('four_eyes_needed')]);
    }
    const changes = ['n1', 'n2'].map((id) => {
      return { kind: 'news', instanceId: 'press', id, action: 'reserve', at };
    });
    const several = await boss('POST', '/batch', { body: { changes } });
    expect([several.status, several.body]).toMatchObject([
      403,
      { ...refusal('four_eyes_needed'), errors: [{ path: 'changes.0' }, { path: 'changes.1' }] },
    ]);
    expect([await stored(room), await stored(room, 'n2')]).toEqual(before);
    expect((await ken('GET', `${list}/n3`)).status).toBe(404);
  }));

test('drafts, next versions and other instances are changed as ever', () =>
  withFourEyes(async ({ ken, boss }) => {
    const created = await ken('PUT', `${list}/n2`, { body: draft });
    const patched = await ken('PATCH', `${list}/n2`, { body: { openingAt: 5 }, ifMatch: created.etag });
    expect(patched.status).toBe(200);
    expect((await ken('PUT', `${item}/next`, { body: later, ifMatch: '*' })).status).toBe(200);
    const changes = [{ kind: 'news', instanceId: 'press', id: 'n2', action: 'removeTag', target: 't1' }];
    expect((await ken('POST', '/batch', { body: { changes } })).status).toBe(200);
    await boss('PUT', '/news/instances/inner');
    expect((await ken('PUT', '/news/instances/inner/news/n2', { body: bodies.news })).status).toBe(201);
    const banner = await ken('PATCH', '/banner/instances/top/banners/b1', {
      body: { name: 'New' },
      ifMatch: '*',
    });
    expect(banner.status).toBe(200);
  }));

test('one editor takes away: unpublishes, closes, deletes, and discards what would come', () =>
  withFourEyes(async ({ api, ken, mia }) => {
    const publishAt = api.clock + 1000;
    const { etag } = await ken('PUT', `${item}/next`, { body: later, ifMatch: '*' });
    const open = await ken('POST', `${item}/proposals`, { body: { publishAt }, ifMatch: etag });
    expect((await mia('POST', `${item}/proposals/${idOf(open)}/publish`, { ifMatch: etag })).status).toBe(
      200,
    );
    // Without its time it is a draft again, which anybody may change.
    const unscheduled = await ken('PUT', `${item}/next`, { body: { ...later, name: 'Newer' }, ifMatch: '*' });
    expect(unscheduled.body).toMatchObject({ next: { item: { name: 'Newer' } } });
    expect((await ken('DELETE', `${item}/next`, { ifMatch: '*' })).status).toBe(200);
    expect((await ken('POST', `${item}/close`, { ifMatch: '*' })).status).toBe(200);
    expect((await ken('PATCH', item, { body: { closingAt: null }, ifMatch: '*' })).body).toMatchObject(
      refusal('four_eyes_needed'),
    );
    await ken('PATCH', item, { body: { status: 'draft', closingAt: null }, ifMatch: '*' });
    expect((await ken('POST', `${item}/publish`, { ifMatch: '*' })).body).toMatchObject(
      refusal('four_eyes_needed'),
    );
    expect((await ken('DELETE', item, { ifMatch: '*' })).status).toBe(204);
  }));

test('another operator publishes just what was proposed, by whichever way leads there', () =>
  withFourEyes(async ({ api, ken, mia }) => {
    const publishAt = api.clock + 1000;
    const proposeDraft = async (id: string) => {
      const { etag } = await ken('PUT', `${list}/${id}`, { body: { ...draft, alias: id } });
      const open = await ken('POST', `${list}/${id}/proposals`, { body: { publishAt }, ifMatch: etag });
      return { one: `${list}/${id}/proposals/${idOf(open)}`, etag };
    };
    const { one, etag } = await proposeDraft('n2');
    for (const body of [{}, { now: true }])
      expect((await ken('POST', `${one}/publish`, { body, ifMatch: etag })).body).toMatchObject(
        refusal('four_eyes_own'),
      );
    expect((await ken('POST', `${list}/n2/publish`, { ifMatch: '*' })).body).toMatchObject(
      refusal('four_eyes_own'),
    );
    expect((await mia('POST', `${one}/publish`, { ifMatch: '"other"' })).status).toBe(412);
    // Neither at another time, nor with other content.
    for (const [path, body] of [
      ['reserve', { at: publishAt + 1 }],
      ['reserve', { at: 5 }],
    ] as const)
      expect((await mia('POST', `${list}/n2/${path}`, { body, ifMatch: '*' })).body).toMatchObject(
        refusal('four_eyes_changed', 'proposal_changed'),
      );
    for (const body of [
      { status: 'published', name: 'Other' },
      { status: 'published', closingAt: publishAt },
      { status: 'published', updatedAt: 5 },
    ])
      expect((await mia('PATCH', `${list}/n2`, { body, ifMatch: '*' })).body).toMatchObject(
        refusal('four_eyes_changed', 'proposal_changed'),
      );
    expect((await mia('POST', `${one}/publish`, { ifMatch: etag })).body).toMatchObject({
      state: 'published',
    });
    expect((await mia('GET', `${list}/n2`)).body).toMatchObject({
      state: 'scheduled',
      item: { reservedAt: publishAt },
    });
    for (const [id, action, more] of [
      ['n3', 'publish', {}],
      ['n4', 'reserve', { at: publishAt }],
    ] as const) {
      const proposed = await proposeDraft(id);
      const changes = [{ kind: 'news', instanceId: 'press', id, action, ...more }];
      expect((await mia('POST', '/batch', { body: { changes } })).status).toBe(200);
      expect((await mia('GET', proposed.one)).body).toMatchObject({ state: 'published', closedBy: 'mia' });
    }
  }));

test('what was changed since must be proposed again, whoever changed it', () =>
  withFourEyes(async ({ ken, mia, as }) => {
    const wes = await as('wes', { projectId: 'acme', role: 'writer' });
    const next = await wes('PUT', `${item}/next`, { body: later, ifMatch: '*' });
    const open = await wes('POST', `${item}/proposals`, { ifMatch: next.etag });
    const one = `${item}/proposals/${idOf(open)}`;
    const changed = await ken('PUT', `${item}/next`, {
      body: { ...later, name: 'Typo' },
      ifMatch: next.etag,
    });
    expect((await ken('POST', `${one}/publish`, { ifMatch: changed.etag })).body).toMatchObject({
      ...refusal('four_eyes_changed', 'proposal_changed'),
      values: { by: 'wes' },
    });
    expect((await ken('POST', `${item}/proposals`, { ifMatch: changed.etag })).body).toMatchObject({
      proposedBy: 'ken',
    });
    expect((await ken('POST', `${item}/next/publish`, { ifMatch: '*' })).body).toMatchObject(
      refusal('four_eyes_own'),
    );
    expect((await mia('POST', `${item}/next/publish`, { ifMatch: changed.etag })).body).toMatchObject({
      ...{ state: 'live', item: { name: 'Typo' } },
    });
  }));

test('a next version takes over at the proposed time, and at no other', () =>
  withFourEyes(async ({ api, ken, mia }) => {
    const publishAt = api.clock + 1000;
    const { etag } = await ken('PUT', `${item}/next`, { body: later, ifMatch: '*' });
    const open = await ken('POST', `${item}/proposals`, { body: { publishAt }, ifMatch: etag });
    const schedule = (takesOverAt: number) =>
      mia('PUT', `${item}/next`, { body: { ...later, takesOverAt }, ifMatch: '*' });
    for (const moment of [publishAt - 1, publishAt + 1])
      expect((await schedule(moment)).body).toMatchObject(refusal('four_eyes_changed', 'proposal_changed'));
    expect((await schedule(publishAt)).body).toMatchObject({ next: { takesOverAt: publishAt } });
    expect((await mia('GET', `${item}/proposals/${idOf(open)}`)).body).toMatchObject({ state: 'published' });
  }));

test('a token is its operator', () =>
  withFourEyes(async ({ api, ken, mia }) => {
    const cookie = await api.sessionOf('ken');
    const made = await api.ask('/session/tokens', { method: 'POST', cookie, body: { name: 'CI' } });
    const { token } = z.object({ token: z.string() }).parse(await made.json());
    const { etag } = await ken('PUT', `${list}/n2`, { body: draft });
    const path = `/projects/acme/spaces/web${list}/n2/proposals`;
    const byToken = { token, method: 'POST', headers: { 'if-match': etag } };
    const { proposalId } = named.parse(await (await api.ask(path, byToken)).json());
    const publish = await ken('POST', `${list}/n2/proposals/${proposalId}/publish`, { ifMatch: etag });
    expect(publish.body).toMatchObject(refusal('four_eyes_own'));
    expect((await api.ask(`${path}/${proposalId}/publish`, byToken)).status).toBe(403);
    expect((await mia('POST', `${list}/n2/proposals/${proposalId}/publish`, { ifMatch: etag })).status).toBe(
      200,
    );
  }));

test('what somebody proposed who has been removed since is published by another operator', () =>
  withFourEyes(async ({ api, ken, as }) => {
    const wes = await as('wes', { projectId: 'acme', role: 'writer' });
    const { etag } = await wes('PUT', `${list}/n2`, { body: draft });
    const open = await wes('POST', `${list}/n2/proposals`, { ifMatch: etag });
    await api.store.write((writer) => writer.removeOperator('wes'));
    const { body } = await ken('POST', `${list}/n2/proposals/${idOf(open)}/publish`, { ifMatch: etag });
    expect(body).toMatchObject({ state: 'published', proposedBy: 'wes', closedBy: 'ken' });
  }));

test('only owners switch it, the audit log tells, and what was scheduled before stays', () =>
  withNewsroom(async ({ api, boss, ken, audit }) => {
    const at = api.clock + 1000;
    await ken('PUT', `${list}/n2`, { body: { ...draft, reservedAt: at } });
    expect((await ken('PUT', settings, { body: { fourEyes: true } })).status).toBe(403);
    await boss('PUT', settings, { body: { fourEyes: true } });
    // A script that does not know of it does not switch it off.
    const previewUrl = 'https://example.com/{token}';
    expect((await boss('PUT', settings, { body: { previewUrl } })).body).toEqual({
      previewUrl,
      fourEyes: true,
    });
    expect((await ken('GET', settings)).body).toEqual({ previewUrl, fourEyes: true });
    expect((await ken('GET', `${list}/n2`)).body).toMatchObject({ state: 'scheduled' });
    expect((await ken('PATCH', `${list}/n2`, { body: { name: 'Other' }, ifMatch: '*' })).status).toBe(403);
    await boss('PUT', settings, { body: { fourEyes: false } });
    await boss('POST', `${list}/n2/publish`, { ifMatch: '*' });
    await boss('PUT', settings, { body: { fourEyes: true } });
    expect((await audit()).slice(-3)).toEqual([
      'boss instance.settings web/news/press',
      'boss news.publish web/news/press/n2',
      'boss instance.settings web/news/press',
    ]);
    const entries = await api.store.read((reader) => reader.audit({ most: 10 }));
    const switched = entries
      .filter(({ action }) => action === 'instance.settings')
      .map(({ details }) => details?.['fourEyes']);
    expect(switched).toEqual([true, false, true, true]);
  }));

test('the order of banners is no content: an editor changes it alone', () =>
  withNewsroom(async ({ boss, ken, mia }) => {
    await boss('PUT', '/banner/instances/top/settings', { body: { fourEyes: true } });
    const banners = '/banner/instances/top/banners';
    const { etag } = await ken('GET', '/banner/instances/top/order');
    expect(
      (await ken('PUT', '/banner/instances/top/order', { body: { contentIds: ['b1'] }, ifMatch: etag }))
        .status,
    ).toBe(200);
    const drafted = await ken('PUT', `${banners}/b2`, {
      body: { ...bodies.banner, alias: 'b2', status: 'draft' },
    });
    const order = await ken('GET', '/banner/instances/top/order');
    await ken('PUT', '/banner/instances/top/order', {
      body: { contentIds: ['b2', 'b1'] },
      ifMatch: order.etag,
    });
    const open = await ken('POST', `${banners}/b2/proposals`, { ifMatch: drafted.etag });
    const published = await mia('POST', `${banners}/b2/proposals/${idOf(open)}/publish`, {
      ifMatch: drafted.etag,
    });
    expect(published.body).toMatchObject({ state: 'published', closedBy: 'mia' });
    expect((await ken('GET', '/banner/instances/top/order')).body).toEqual({ contentIds: ['b2', 'b1'] });
  }));

test('a deleted item comes back as a draft; what is live is not replaced by a past version', () =>
  withFourEyes(async ({ ken, mia }) => {
    await ken('DELETE', item, { ifMatch: '*' });
    const back = await ken('POST', `${item}/versions/1/restore`);
    expect([back.status, back.body]).toMatchObject([201, { state: 'draft', item: { name: 'Hello' } }]);
    const open = await ken('POST', `${item}/proposals`, { ifMatch: back.etag });
    await mia('POST', `${item}/proposals/${idOf(open)}/publish`, { ifMatch: back.etag });
    const next = await ken('PUT', `${item}/next`, { body: later, ifMatch: '*' });
    const second = await ken('POST', `${item}/proposals`, { ifMatch: next.etag });
    await mia('POST', `${item}/proposals/${idOf(second)}/publish`, { ifMatch: next.etag });
    expect((await ken('POST', `${item}/versions/1/restore`, { ifMatch: '*' })).body).toMatchObject(
      refusal('four_eyes_needed'),
    );
  }));

test('the command line publishes, and an import carries the setting', () =>
  withFourEyes(async ({ import: run, ken }) => {
    await run({ ...lines.news, name: 'Imported' });
    expect((await ken('GET', item)).body).toMatchObject({ item: { name: 'Imported' } });
    await run({ ...lines.instance, previewUrl: 'https://example.com/{token}' });
    expect((await ken('GET', settings)).body).toMatchObject({ fourEyes: true });
    await run({ ...lines.instance, fourEyes: false });
    expect((await ken('GET', settings)).body).toEqual({ previewUrl: 'https://example.com/{token}' });
  }));

test('an instance is renamed, removed and restored as it is, with its proposals', () =>
  withFourEyes(async ({ ken, mia, boss, audit }) => {
    const { etag } = await ken('PUT', `${list}/n2`, { body: draft });
    const one = `/news/n2/proposals/${idOf(await ken('POST', `${list}/n2/proposals`, { ifMatch: etag }))}`;
    expect((await boss('PATCH', '/news/instances/press', { body: { id: 'paper' } })).status).toBe(204);
    const paper = '/news/instances/paper';
    expect((await ken('GET', `${paper}/news/n1`)).body).toMatchObject({
      state: 'live',
      item: { name: 'Hello' },
    });
    const removed = await boss('POST', `${paper}/remove`, { body: { confirm: 'paper' } });
    const { removalId } = z.object({ removalId: z.string() }).parse(removed.body);
    expect((await boss('POST', `//removed-places/${removalId}/restore`, { body: {} })).status).toBe(200);
    expect((await ken('GET', `${paper}${one}`)).body).toMatchObject({
      state: 'open',
      isChanged: false,
      fourEyes: true,
    });
    expect((await ken('POST', `${paper}${one}/publish`, { ifMatch: etag })).body).toMatchObject(
      refusal('four_eyes_own'),
    );
    expect((await mia('POST', `${paper}${one}/publish`, { ifMatch: etag })).body).toMatchObject({
      state: 'published',
    });
    expect((await audit()).filter((entry) => entry.includes('review.'))).toEqual([
      'ken review.propose web/news/press/n2',
      'mia review.publish web/news/paper/n2',
    ]);
  }));

test('of two editors who publish at once, one does', () =>
  withFourEyes(async ({ ken, mia, boss, audit }) => {
    const { etag } = await ken('PUT', `${list}/n2`, { body: draft });
    const open = await ken('POST', `${list}/n2/proposals`, { ifMatch: etag });
    const publish = (who: Ask) =>
      who('POST', `${list}/n2/proposals/${idOf(open)}/publish`, { ifMatch: etag });
    const both = await Promise.all([publish(mia), publish(boss), publish(mia)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await audit()).filter((entry) => entry.includes('review.publish'))).toHaveLength(1);
  }));

const week = 7 * 86_400_000;
type Handover = readonly [age: number, by: string, action: string, whom: string];
const byKen: Handover = [0, 'ken', 'operator.invite', 'eve'];

test.each<readonly [boolean, ...Handover[]]>([
  [false, [0, 'ken', 'operator.invite', 'mia']],
  [false, [week, 'mia', 'operator.link', 'ken']],
  [false, [week, 'mia', 'factor.reset', 'ken']],
  [false, byKen, [0, 'eve', 'operator.link', 'mia']],
  [true, [week + 1, 'ken', 'operator.invite', 'mia']],
  // Somebody with a longer name is somebody else, and another owner may invite both.
  [true, [0, 'ken', 'operator.invite', 'miaow']],
  [true, [0, 'boss', 'operator.invite', 'ken'], [0, 'boss', 'operator.invite', 'mia']],
  [true, byKen, [0, 'mia', 'operator.change', 'ken']],
])('an account counts as theirs who handed it over within seven days: %p', (isTwo, ...handovers) =>
  withFourEyes(async ({ ken, mia, boss, api }) => {
    await api.store.write((writer) =>
      writer.addAudit(
        ...handovers.map(([age, by, action, whom]) => ({
          ...{ at: api.clock - age, by, action, target: `operators/${whom}` },
        })),
      ),
    );
    await ken('PUT', `${item}/next`, { body: later, ifMatch: '*' });
    const proposed = await ken('POST', `${item}/proposals`, { body: {}, ifMatch: '*' });
    const publish = (who: typeof ken) =>
      who('POST', `${item}/proposals/${idOf(proposed)}/publish`, { body: {}, ifMatch: '*' });
    const published = await publish(mia);
    if (isTwo) return expect(published.status).toBe(200);
    expect(published.body).toMatchObject(refusal('four_eyes_handed'));
    expect((await publish(boss)).status).toBe(200);
  }),
);

test.each(['eve', 'ken'])('a chain of handovers holds when one of it is erased: %p', (erased) =>
  withFourEyes(async ({ mia, ken, boss, api }) => {
    await api.addOperator('eve', [{ projectId: 'acme', role: 'owner' }]);
    await ken('PUT', `${item}/next`, { body: later, ifMatch: '*' });
    const proposed = await ken('POST', `${item}/proposals`, { body: {}, ifMatch: '*' });
    const label = await api.store.write(async (writer) => {
      const entry = { at: api.clock, action: 'operator.invite' };
      await writer.addAudit({ ...entry, by: 'ken', target: 'operators/eve' });
      await writer.addAudit({ ...entry, by: 'eve', target: 'operators/mia' });
      return writer.eraseOperator(erased);
    });
    const publish = (who: typeof mia) =>
      who('POST', `${item}/proposals/${idOf(proposed)}/publish`, { body: {}, ifMatch: '*' });
    expect((await publish(mia)).body).toMatchObject(refusal('four_eyes_handed'));
    expect((await publish(boss)).body).toMatchObject({ proposedBy: erased === 'ken' ? label : 'ken' });
  }),
);
