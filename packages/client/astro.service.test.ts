import { beforeAll, expect, mock, test } from 'bun:test';
import type { LoaderContext } from 'astro/loaders';
import { collections, news } from '../../tests/acceptance/content.ts';
import { until } from '../../tests/testing/until.ts';
import { openService, type Service } from './testing/openService.ts';

/* The loaders, with a store of Astro's shape. tests/examples/astro.full.test.ts runs them in Astro itself. */

// Astro is not installed here; its zod is the same as ours.
mock.module('astro/zod', () => import('zod'));
const { newsstandLiveLoader, newsstandLoader, readPreview } = await import('./src/astro/index.ts');

let service: Service;

const aliased = (title = 'One') =>
  news('n1', { alias: 'one', tags: [{ tagId: 't1' }], category: { categoryId: 'c1' } }, { title });

beforeAll(async () => {
  const draft = news('n3', { status: 'draft' });
  const many = Array.from({ length: 250 }, (_, index) => news(`m${index}`, { instanceId: 'many' }));
  service = await openService('astro', [...collections, aliased(), news('n2'), draft, ...many]);
});

/** What Astro keeps from one build to the next, and what was written since it was looked at last. */
function openStore() {
  const entries = new Map<string, { id: string; data: Record<string, unknown>; digest?: string }>();
  const values = new Map<string, string>();
  let written: string[] = [];
  let said: string[] = [];
  const say = (text: string) => said.push(text);
  const context: LoaderContext = {
    collection: 'articles',
    store: {
      get: (id) => entries.get(id),
      set(entry) {
        written.push(entry.id);
        entries.set(entry.id, entry);
        return true;
      },
      keys: () => [...entries.keys()],
      delete: (id) => entries.delete(id),
      has: (id) => entries.has(id),
    },
    meta: {
      get: (key) => values.get(key),
      set: (key, value) => values.set(key, value),
      delete: (key) => values.delete(key),
    },
    logger: { info: say, warn: say, error: say },
    parseData: async ({ data }) => data,
    generateDigest: (data) => Bun.hash(JSON.stringify(data)).toString(36),
  };
  return {
    context,
    entries,
    values,
    /** What was written and said since the last look. */
    look() {
      const now = { written, said };
      [written, said] = [[], []];
      return now;
    },
  };
}

test('loads what readers see, then only what has changed', async () => {
  const { context, entries, values, look } = openStore();
  const { client, seen } = service.open();
  const statuses = () => seen.splice(0).map(({ status }) => status);
  const { load } = newsstandLoader({ client, instance: 'press', query: { sort: 'name:asc' } });

  await load(context);
  expect(look()).toEqual({ written: ['one', 'n2'], said: ['2 items of press: 2 changed, 0 removed'] });
  expect(entries.get('one')?.data).toMatchObject({
    contentId: 'n1',
    category: { name: 'Products' },
    tags: [{ name: 'Launch' }],
  });
  expect(entries.get('n2')?.data['tags']).toEqual([]);
  const kept = JSON.stringify([...values]);
  expect([kept.includes(service.reader.key), kept.includes('Title of n2')]).toEqual([false, false]);
  expect(statuses()).toEqual([200]);

  await load(context);
  expect([statuses(), look().written]).toEqual([[304], []]);

  await service.put([news('n2', { updatedAt: 2000 }, { title: 'Two' })]);
  await until('the new title', async () => (await client.news('press').get('n2')).values.title === 'Two');
  statuses();
  await load(context);
  expect([statuses(), look().written]).toEqual([[200], ['n2']]);
  expect(entries.get('n2')?.data).toMatchObject({ values: { title: 'Two' } });

  // The tag is part of the item.
  await service.put([{ kind: 'tag', spaceId: 'web', tagId: 't1', name: 'Start', alias: 'launch' }]);
  await until('the new tag', async () => (await client.news('press').get('n1')).tags[0]?.name === 'Start');
  await load(context);
  expect([look().written, entries.get('one')?.data['tags']]).toEqual([
    ['one'],
    [expect.objectContaining({ name: 'Start' })],
  ]);

  // Another alias is another address.
  await service.put([
    news(
      'n1',
      { alias: 'uno', tags: [{ tagId: 't1' }], category: { categoryId: 'c1' }, updatedAt: 3000 },
      { title: 'One' },
    ),
  ]);
  await until('the new alias', async () => (await client.news('press').get('n1')).alias === 'uno');
  await load(context);
  expect(look()).toEqual({ written: ['uno'], said: ['2 items of press: 1 changed, 1 removed'] });

  // Astro can't build a page at such an address.
  for (const alias of ['a/b', '10%', 'why?']) {
    await service.put([news('n2', { alias, updatedAt: 4000 }, { title: alias })]);
    await until(
      'the alias',
      async () => (await client.news('press').get('n2')).values.title,
      (title) => title === alias,
    );
    await load(context);
    expect([look().written, entries.get('n2')?.data['alias']]).toEqual([['n2'], alias]);
  }

  // The store was cleared, but not what is known about it.
  entries.delete('n2');
  await load(context);
  expect([look().written, [...entries.keys()].sort()]).toEqual([['n2'], ['n2', 'uno']]);
});

test('reads pages of many items as exactly', async () => {
  const { context, entries, look } = openStore();
  const { client, seen } = service.open();
  const { load } = newsstandLoader({ client, instance: 'many', query: { sort: 'name:asc' } });
  await load(context);
  expect([entries.size, look().written.length]).toEqual([250, 250]);
  seen.splice(0);
  await load(context);
  expect([new Set(seen.map(({ status }) => status)), look().written]).toEqual([new Set([304]), []]);
});

test('in development, shows changes as they happen', async () => {
  const { context, entries } = openStore();
  const { client } = service.open();
  const { load } = newsstandLoader({ client, instance: 'press' });
  await load({ ...context, watcher: {} });
  // The definition was changed: only one of them goes on.
  await load({ ...context, watcher: {} });
  await service.put([news('n4', { alias: 'four' })]);
  await until('the new entry', () => entries.has('four'));
  await service.put([news('n4', { alias: 'four', status: 'draft', updatedAt: 4000 })]);
  await until('the entry to go', () => !entries.has('four'));
  // It would go on for as long as the development server runs.
  const followed: unknown = Reflect.get(globalThis, Symbol.for('@newsstand/client/astro'));
  if (followed instanceof Map) followed.get('articles')?.abort();
});

test('reads live entries, and tells a page what went wrong', async () => {
  const { client } = service.open();
  const { loadCollection, loadEntry } = newsstandLiveLoader({ client, instance: 'press' });
  const found = await loadCollection({ filter: { sort: 'name:asc', size: 1 } });
  expect(found).toMatchObject({ entries: [{ id: 'uno', data: { contentId: 'n1' } }] });
  expect(await loadEntry({ filter: { id: 'uno' } })).toMatchObject({ id: 'uno', data: { alias: 'uno' } });
  expect(await loadEntry({ filter: { id: 'n3' } })).toBeUndefined();
  const refused = service.open({ secret: 'wrong' }).client;
  const failing = newsstandLiveLoader({ client: refused, instance: 'press' });
  expect(await failing.loadCollection({})).toMatchObject({ error: { code: 'credentials_invalid' } });
  expect(await failing.loadEntry({ filter: { id: 'uno' } })).toMatchObject({ error: { status: 401 } });
});

test('a preview that has ended is no longer there', async () => {
  const response = { headers: new Headers(), status: 200 };
  const page = { url: new URL('https://example.com/preview/n3?token=a.b'), response };
  const place = { url: service.url, projectId: 'astro', spaceId: 'web', instance: 'press', id: 'n3' };
  expect(await readPreview(page, place)).toBeUndefined();
  expect([
    response.status,
    response.headers.get('cache-control'),
    response.headers.get('x-robots-tag'),
  ]).toEqual([410, 'private, no-store', 'noindex']);
});
