import { expect, test } from 'bun:test';
import { managedItems } from '@newsstand/contract/manage';
import fc from 'fast-check';
import { z } from 'zod';
import { runs } from '../../../../../../tests/testing/runs.ts';
import { bodies, space, withNewsroom } from '../testing/withNewsroom.ts';

const hello = '/news/instances/press/news/n1';
const room = '/news/instances/press/news';
const versions = z.object({
  current: z.int().optional(),
  list: z.array(z.looseObject({ version: z.int() })),
});

test('each kind is read as the contract says', () =>
  withNewsroom(async ({ ken }) => {
    const paths = {
      news: hello,
      banner: '/banner/instances/top/banners/b1',
      media: '/collection/medias/m1',
      category: '/collection/categories/c1',
      tag: '/collection/tags/t1',
    };
    for (const kind of ['news', 'banner', 'media', 'category', 'tag'] as const) {
      const { status, etag, body } = await ken('GET', paths[kind]);
      expect(status).toBe(200);
      const read = managedItems[kind].parse(body);
      expect(read).toMatchObject({ kind, etag, version: 1, item: bodies[kind] });
    }
    expect((await ken('GET', hello)).body).toMatchObject({ state: 'live' });
    expect((await ken('GET', `${room}/nothing`)).status).toBe(404);
  }));

test('a new item gets a generated ID and a location', () =>
  withNewsroom(async ({ ken, audit, api }) => {
    const made = await ken('POST', room, { body: { ...bodies.news, name: 'Spring sale' } });
    expect(made.status).toBe(201);
    const path = made.headers.get('location') ?? '';
    expect(path).toMatch(
      /^\/manage\/v1\/projects\/acme\/spaces\/web\/news\/instances\/press\/news\/[0-9a-z]{12}$/,
    );
    const read = await ken('GET', path);
    expect([read.etag, read.body]).toEqual([made.etag, made.body]);
    expect(made.body).toMatchObject({
      ...{ version: 1, changedBy: 'ken', changedAt: api.clock },
      item: { name: 'Spring sale', createdAt: api.clock, updatedAt: api.clock },
    });
    expect(await audit()).toEqual([`ken news.create web/news/press/${path.split('/').at(-1)}`]);
    const named = await ken('POST', room, { body: { ...bodies.news, contentId: 'mine' } });
    expect(named.faults).toEqual([
      'contentId: must be omitted, since a new ID is generated; use PUT to choose one',
    ]);
  }));

test('members of a body may be called anything, and stay as they are', () =>
  withNewsroom(async ({ ken, boss }) => {
    const name = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', 'then'), fc.string());
    const { object } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 2 }, fc.string(), fc.integer(), fc.array(tie('value')), tie('object')),
      object: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    }));
    const withBody = (body: unknown) => ({
      ...bodies.news,
      values: { ...z.object({ values: z.looseObject({}) }).parse(bodies.news).values, body },
    });
    const itemOf = z.object({ item: z.object({ values: z.object({ body: z.unknown() }) }) });
    const bodyOf = (answer: unknown) => JSON.stringify(itemOf.parse(answer).item.values.body);
    await fc.assert(
      fc.asyncProperty(object, object, async (body, other) => {
        const put = await ken('PUT', hello, { body: withBody(body), ifMatch: '*' });
        expect(bodyOf(put.body)).toBe(JSON.stringify(body));
        const next = await ken('PUT', `${hello}/next`, { body: withBody(other), ifMatch: put.etag });
        expect(bodyOf(z.object({ next: z.unknown() }).parse(next.body).next)).toBe(JSON.stringify(other));
        const named = await ken('PATCH', hello, { body: { name: 'Other' }, ifMatch: next.etag });
        expect(bodyOf(named.body)).toBe(JSON.stringify(body));
      }),
      { numRuns: runs(100) },
    );
    const kept = '{"__proto__":{"__proto__":[]},"constructor":{"prototype":1},"then":"x"}';
    await ken('PUT', hello, { body: withBody(JSON.parse(kept)), ifMatch: '*' });
    expect((await boss('PATCH', '', { body: { id: 'site' } })).status).toBe(204);
    const moved = await ken('GET', `//projects/acme/spaces/site${hello}`);
    expect(bodyOf(moved.body)).toBe(kept);
    const patch = JSON.parse('{"values":{"body":{"__proto__":{"__proto__":null,"x":{}},"then":null}}}');
    const patched = await ken('PATCH', `//projects/acme/spaces/site${hello}`, {
      body: patch,
      ifMatch: moved.etag,
    });
    expect(bodyOf(patched.body)).toBe('{"__proto__":{"x":{}},"constructor":{"prototype":1}}');
  }));

test('only an owner creates spaces and instances', () =>
  withNewsroom(async ({ ken }) => {
    const elsewhere = '/news/instances/elsewhere/news';
    expect((await ken('POST', elsewhere, { body: bodies.news })).status).toBe(404);
    expect((await ken('PUT', `${elsewhere}/n1`, { body: bodies.news })).status).toBe(404);
    const other = '//projects/acme/spaces/other/collection/tags/t1';
    expect((await ken('PUT', other, { body: bodies.tag })).status).toBe(404);
  }));

test('a change must name the version that it is based on', () =>
  withNewsroom(async ({ ken }) => {
    const { etag } = await ken('GET', hello);
    const body = { ...bodies.news, name: 'Other' };
    for (const [method, path] of [
      ['PUT', hello],
      ['PATCH', hello],
      ['DELETE', hello],
      ['POST', `${hello}/publish`],
    ] as const) {
      const sent = method === 'PUT' || method === 'PATCH' ? { body } : {};
      expect(await ken(method, path, sent)).toMatchObject({ status: 428, etag });
    }
    expect((await ken('PUT', hello, { body, ifMatch: 'etag' })).status).toBe(400);
    expect((await ken('PUT', hello, { body, headers: { 'if-none-match': '*' } })).status).toBe(412);
    expect((await ken('PUT', hello, { body, ifMatch: '*', headers: { 'if-none-match': '*' } })).status).toBe(
      412,
    );
    expect((await ken('PUT', hello, { body, ifMatch: `W/${etag}` })).status).toBe(412);
    expect((await ken('PUT', hello, { body, ifMatch: `"other", ${etag}` })).status).toBe(200);
    expect((await ken('PUT', hello, { body: bodies.news, ifMatch: '*' })).status).toBe(200);
    const made = await ken('PUT', `${room}/n2`, { body, headers: { 'if-none-match': '*' } });
    expect([made.status, made.headers.get('location')]).toEqual([201, `/manage/v1${space}${room}/n2`]);
    expect((await ken('PUT', `${room}/n3`, { body, ifMatch: '*' })).status).toBe(412);
  }));

test('two editors: neither loses their work', () =>
  withNewsroom(async ({ ken, mia, api, audit }) => {
    const { etag } = await ken('GET', hello);
    expect((await ken('PATCH', hello, { ifMatch: etag, body: { name: 'By Ken' } })).status).toBe(200);
    api.clock += 5000;
    const refused = await mia('PUT', hello, { ifMatch: etag, body: { ...bodies.news, name: 'By Mia' } });
    const read = await mia('GET', hello);
    expect(refused).toMatchObject({ status: 412, etag: read.etag });
    expect(refused.body).toMatchObject({
      ...{ code: 'version_conflict', changedBy: 'ken', changedAt: api.clock - 5000 },
      current: read.body,
      yours: { name: 'By Mia', contentId: 'n1' },
    });
    const current = await mia('PUT', hello, {
      ifMatch: read.etag,
      body: { ...bodies.news, name: 'By both' },
    });
    expect(current.body).toMatchObject({ version: 3, changedBy: 'mia', item: { name: 'By both' } });
    const gone = await ken('DELETE', hello, { ifMatch: current.etag });
    expect([gone.status, gone.body]).toEqual([204, undefined]);
    const late = await mia('PUT', hello, { ifMatch: current.etag, body: bodies.news });
    expect(late).toMatchObject({
      status: 412,
      body: { current: null, changedBy: 'ken', yours: { name: 'Hello' } },
    });
    expect(await audit()).toEqual(
      ['ken news.patch', 'mia news.put', 'ken news.delete'].map((entry) => `${entry} web/news/press/n1`),
    );
  }));

test('two at once: one of them wins', () =>
  withNewsroom(async ({ ken, mia }) => {
    const { etag } = await ken('GET', hello);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 ? ken : mia)('PATCH', hello, { ifMatch: etag, body: { name: `Writer ${index}` } }),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)]);
    expect((await ken('GET', hello)).etag).toBe(won[0]?.etag ?? '');
  }));

test('a change without effect is neither stored nor audited', () =>
  withNewsroom(async ({ ken, api, audit }) => {
    const before = await ken('GET', hello);
    api.clock += 1000;
    for (const [method, path, body] of [
      ['PUT', hello, bodies.news],
      ['PATCH', hello, { alias: null }],
      ['PATCH', hello, {}],
      ['POST', `${hello}/publish`, undefined],
    ] as const) {
      const same = await ken(method, path, { ifMatch: before.etag, body });
      expect(same).toMatchObject({ status: 200, etag: before.etag, body: { version: 1 } });
    }
    expect(versions.parse((await ken('GET', `${hello}/versions`)).body)).toEqual({ current: 1, list: [] });
    expect(await audit()).toEqual([]);
  }));

test('a patch changes members, and removes those that are null', () =>
  withNewsroom(async ({ ken, api }) => {
    api.clock += 1000;
    const patch = { alias: 'hi', category: null, values: { title: 'Hi', body: { more: [1, null] } } };
    const first = await ken('PATCH', hello, { ifMatch: '*', body: patch });
    expect(first.body).toMatchObject({
      item: {
        ...{ name: 'Hello', alias: 'hi', updatedAt: api.clock, tags: [{ tagId: 't1' }] },
        values: { title: 'Hi', body: { text: '...', more: [1, null] }, thumbnail: { mediaId: 'm1' } },
      },
    });
    expect(first.body).not.toHaveProperty('item.category');
    const wrong = await ken('PATCH', hello, { ifMatch: '*', body: { name: null, contentId: 'n2' } });
    expect(wrong).toMatchObject({ status: 400 });
    expect(wrong.faults).toEqual(["contentId: must be 'n1', as in the path, or omitted", 'name: is missing']);
    const deep = `{"values":{"body":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}}`;
    const tooDeep = await ken('PATCH', hello, { ifMatch: '*', body: deep });
    expect(tooDeep.faults).toEqual([': is nested 50002 levels deep; at most 128 are allowed']);
    const deeper = `{"values":{"body":${'{"a":'.repeat(110)}1${'}'.repeat(110)}}}`;
    const alsoTooDeep = await ken('PATCH', hello, { ifMatch: '*', body: deeper });
    expect(alsoTooDeep.faults).toEqual(['values.body: must not be nested deeper than 100 levels']);
  }));

test('changes that conflict with other content', () =>
  withNewsroom(async ({ ken, import: bring }) => {
    const dangling = await ken('PATCH', hello, { ifMatch: '*', body: { category: { categoryId: 'c9' } } });
    expect([dangling.status, dangling.faults]).toEqual([
      409,
      ["category.categoryId: there is no category 'c9' in this space"],
    ]);
    const used = await ken('DELETE', '/collection/medias/m1', { ifMatch: '*' });
    expect(used).toMatchObject({
      status: 409,
      body: { code: 'in_use', uses: { totalCount: 2, list: [{ kind: 'news', id: 'n1' }, { id: 'b1' }] } },
    });
    // Who embeds it can't do without it.
    const forced = await ken('DELETE', '/collection/medias/m1?force=true', { ifMatch: '*' });
    expect(forced).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(forced.faults).toEqual([
      ": can't be deleted: it is still used by news 'n1' of instance 'press', banner 'b1' of instance 'top'",
    ]);
    await bring({ kind: 'tag', projectId: 'acme', spaceId: 'web', tagId: 't2', name: 'Two', alias: 'two' });
    const taken = await ken('PATCH', '/collection/tags/t1', { ifMatch: '*', body: { alias: 'two' } });
    expect([taken.status, taken.faults]).toEqual([409, ["alias: 'two' is also the alias of tag 't2'"]]);
    expect((await ken('GET', '/collection/tags/t1')).body).toMatchObject({ version: 1 });
  }));

test('a body is checked as an import checks its lines', () =>
  withNewsroom(async ({ ken }) => {
    const put = async (body: unknown) => (await ken('PUT', hello, { ifMatch: '*', body })).faults;
    expect(await put('{')).toEqual([': is not valid JSON']);
    expect(await put('[]')).toEqual([': must be a JSON object']);
    expect(await put({ ...bodies.news, kind: 'banner', projectId: 'other' })).toEqual([
      "kind: must be 'news', as in the path, or omitted",
      "projectId: must be 'acme', as in the path, or omitted",
    ]);
    expect(await put({ ...bodies.news, kind: 'news', contentId: 'n1', instanceId: 'press' })).toEqual([]);
    expect(await put({ ...bodies.news, deleted: true, status: 'live' })).toEqual([
      'deleted: is not taken here; use DELETE',
      'status: must be one of draft, published',
    ]);
    expect(await put(JSON.stringify(bodies.news).replace('"..."', '12345678901234567890'))).toEqual([
      ': holds a number that is too large to be kept exactly; write it as a string',
    ]);
    expect(await put({ ...bodies.news, nmae: 1 })).toEqual(["nmae: is not known; did you mean 'name'?"]);
    expect(await put({ ...bodies.news, upload: 'x' })).toHaveLength(1);
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`x${index}`, 1]));
    expect(await put(many)).toHaveLength(100);
    const tags = Array.from({ length: 20_000 }, () => ({}));
    expect(await put({ ...bodies.news, tags })).toHaveLength(100);
  }));
