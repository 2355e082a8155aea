import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type OperationName, operations } from '@newsstand/contract';
import { banner, collections, hiddenItems, news, now } from '../../tests/acceptance/content.ts';
import { until } from '../../tests/testing/until.ts';
import { type Client, imageUrl, memoryCache, NewsstandError, srcset } from './src/index.ts';
import { openService, type Service } from './testing/openService.ts';

const hour = 3_600_000;
const many = Array.from({ length: 250 }, (_, index) => news(`bulk-${index}`, { createdAt: 2000 + index }));
const picture = join(import.meta.dir, '../../docs/media/scene.jpg');

let service: Service;

beforeAll(async () => {
  service = await openService('client', [
    ...collections,
    news('n1', { alias: 'first', category: { categoryId: 'c1' }, tags: [{ tagId: 't1' }] }, { isRss: true }),
    news('n2', { tags: [{ tagId: 't2' }] }, { title: '最新ニュース速報' }),
    news('n3', { category: { categoryId: 'c2' } }),
    banner('b1', { alias: 'sale' }),
    banner('b2', { createdAt: 2000 }),
    ...Object.entries(hiddenItems).map(([id, state]) => news(id, state)),
    ...many.map((item) => ({ ...item, instanceId: 'archive' })),
  ]);
  await service.run(['media', 'add', picture, '--project', 'client', '--space', 'web', '--id', 'scene']);
  const { client } = service.open();
  await until('the picture', () => client.media.get('scene'));
});

async function failureOf(work: Promise<unknown>): Promise<NewsstandError> {
  const error = await work.catch((reason: unknown) => reason);
  if (error instanceof NewsstandError) return error;
  throw new Error(`it should have failed: ${JSON.stringify(error)}`);
}

/** Every operation with every parameter, one by one, as the client's users write it. */
const paged = [{}, { page: 2, size: 1 }, { sort: 'name:desc' }, { size: 2, page: undefined }] as const;
const newsQueries = [
  ...paged,
  { sort: ['createdAt:asc', 'contentId:desc'] },
  { contentIds: ['n3', 'n1', 'nobody'] },
  { contentIds: 'n2' },
  { category: 'products' },
  { category: 'c2' },
  { tags: ['launch', 't2'] },
  { tags: 't1' },
  { rssOnly: true },
  { search: 'ニュース' },
  { includeCategory: true, includeTags: true },
] as const;

function calls(client: Client): Record<OperationName, [query: object, answer: Promise<object>][]> {
  const items = client.news('press');
  const banners = client.banners('top');
  return {
    listNews: newsQueries.map((query) => [query, items.list(query)]),
    getNews: [[{ id: 'n1' }, items.get('n1')]],
    listBanners: [...paged, { contentIds: ['b2'] }].map((query) => [query, banners.list(query)]),
    getBanner: [[{ id: 'b1' }, banners.get('b1')]],
    listMedia: [...paged, { mediaIds: ['m2', 'm1'] }, { sort: 'fileSize:desc' } as const].map((query) => [
      query,
      client.media.list(query),
    ]),
    getMedia: [[{ id: 'm1' }, client.media.get('m1')]],
    listCategories: [...paged, { categoryIds: 'c1' }].map((query) => [query, client.categories.list(query)]),
    listTags: [...paged, { tagIds: ['t2'] }].map((query) => [query, client.tags.list(query)]),
  };
}

const instances: Readonly<Record<string, string>> = { news: 'press', banner: 'top' };

/** What the client returns: if tags are requested, every item has them, even if there are none. */
function withTags(answer: { list?: object[] }, name: OperationName, query: object): object {
  const complete = (item: object) => ({ tags: [], ...item });
  if (name === 'getNews') return complete(answer);
  return 'includeTags' in query ? { ...answer, list: answer.list?.map(complete) } : answer;
}

test('every operation returns what the service returns, with every parameter', async () => {
  const headers = { 'x-svc-ac-api-key': service.reader.key, 'x-svc-ac-api-secret': service.reader.secret };
  const asked = calls(service.open().client);
  for (const { name, kind, path } of operations) {
    for (const [query, answer] of asked[name]) {
      const filled = path.replace(/\{(\w+)\}/g, (_, part: string) => {
        const known: Record<string, unknown> = {
          projectId: service.projectId,
          spaceId: 'web',
          instanceId: instances[kind],
          ...query,
        };
        return String(known[part] ?? known['id']);
      });
      const search = new URLSearchParams();
      for (const [member, value] of Object.entries(query))
        if (member !== 'id' && value !== undefined) search.set(member, String(value));
      const expected = await fetch(`${service.url}${filled}?${search}`, { headers });
      const right = {
        name,
        query,
        status: 200,
        answer: withTags(JSON.parse(await expected.text()), name, query),
      };
      expect<unknown>({ name, query, status: expected.status, answer: await answer }).toEqual(right);
    }
  }
});

test('the parameters above do what they say', async () => {
  const items = service.open().client.news('press');
  const ids = async (query: (typeof newsQueries)[number]) =>
    (await items.list(query)).list.map(({ contentId }) => contentId).sort();
  expect(await Promise.all(newsQueries.slice(4).map(ids))).toEqual([
    ['n1', 'n2', 'n3'],
    ['n1', 'n3'],
    ['n2'],
    ['n1'],
    ['n3'],
    ['n1', 'n2'],
    ['n1'],
    ['n1'],
    ['n2'],
    ['n1', 'n2', 'n3'],
  ]);
  const { list } = await items.list({ includeCategory: true, includeTags: true, sort: 'contentId:asc' });
  expect([list[0]?.category?.name, list[0]?.tags?.[0]?.name]).toEqual(['Products', 'Launch']);
  expect((await items.get('first')).contentId).toBe('n1');
  expect((await service.open().client.banners('top').get('sale')).contentId).toBe('b1');
  expect((await service.open().client.media.get('cover')).mediaId).toBe('m1');
});

test('all yields every item of many pages once, also those that are added meanwhile', async () => {
  const { client, seen } = service.open();
  const archive = client.news('archive');
  const whole = await Array.fromAsync(archive.all());
  expect(new Set(whole.map(({ contentId }) => contentId)).size).toBe(250);
  // Three pages, and a second look at the first two.
  expect(seen).toHaveLength(5);

  const found: string[] = [];
  for await (const { contentId } of archive.all({ size: 20 })) {
    found.push(contentId);
    if (found.length !== 50) continue;
    await service.put(
      [1, 2, 3].map((index) => ({
        ...news(`late-${index}`, { createdAt: 9000 + index }),
        instanceId: 'archive',
      })),
    );
    await until(
      'three more items',
      async () => (await archive.list({ size: 1 })).totalCount,
      (count) => count === 253,
    );
  }
  expect(found).toHaveLength(253);
  expect(new Set(found)).toEqual(
    new Set([...whole.map(({ contentId }) => contentId), 'late-1', 'late-2', 'late-3']),
  );
  expect(
    (await Array.fromAsync(client.categories.all({ size: 1 }))).map(({ categoryId }) => categoryId),
  ).toEqual(['c2', 'c1']);
});

test('says what went wrong', async () => {
  const { client } = service.open();
  const stranger = service.open({ secret: 'wrong' }).client;
  const guest = service.open(service.guest).client;
  const failures = await Promise.all(
    [
      stranger.tags.list(),
      guest.tags.list(),
      client.news('press').get('draft'),
      client.news('nowhere').list(),
      client.news('press').list({ previewAt: now }),
    ].map(failureOf),
  );
  expect(failures.map(({ status, code, operation }) => [status, code, operation])).toEqual([
    [401, 'credentials_invalid', 'listTags'],
    [403, 'access_denied', 'listTags'],
    [404, 'not_found', 'getNews'],
    [404, 'not_found', 'listNews'],
    [403, 'preview_denied', 'listNews'],
  ]);
  const wrong = await failureOf(client.news('press').list({ size: 100, search: ' ' }));
  expect(wrong.problem?.errors?.map(({ parameter }) => parameter)).toEqual(['size', 'search']);
  expect(wrong.message).toMatch(
    /^listNews: 'size' must be an integer from 1 to 99.*\(400 invalid_parameters, request /,
  );
  // A guest reads what it may read.
  expect((await guest.news('press').list()).totalCount).toBe(3);
});

test('a preview shows what is not public, and what will be', async () => {
  const { client } = service.open(service.preview);
  expect((await client.news('press').get('draft')).status).toBe('draft');
  expect((await client.news('press').list()).totalCount).toBe(3 + Object.keys(hiddenItems).length);
  const later = await client.news('press').list({ previewAt: new Date(now + 2 * hour), size: 99 });
  expect(later.list.map(({ contentId }) => contentId)).toContain('reserved');
  expect((await client.news('press').get('unopened', { previewAt: now + 2 * hour })).contentId).toBe(
    'unopened',
  );
});

test('cached responses are revalidated by their tag; a preview is never cached', async () => {
  const cache = memoryCache();
  const { client, seen } = service.open({ cache });
  const [first, again] = [await client.tags.list(), await client.tags.list()];
  expect(again).toEqual(first);
  expect(again).not.toBe(first);
  expect(seen.map(({ status }) => status)).toEqual([200, 304]);

  const editor = service.open({ ...service.preview, cache });
  await editor.client.tags.list();
  await editor.client.tags.list();
  expect(editor.seen.map(({ status }) => status)).toEqual([200, 200]);
});

test('pictures can be had in any size', async () => {
  const media = await service.open().client.media.get('scene');
  const key = await service.run(['media', 'key']);
  const sizes = await srcset(media, { widths: [60, 120], ratio: 2, key });
  for (const candidate of sizes.split(', ')) {
    const [url = ''] = candidate.split(' ');
    const answer = await fetch(url, { headers: { accept: 'image/webp' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  }
  const wrong = await imageUrl(media, [{ type: 'smart' }], { key: 'a key of somebody else' });
  expect((await fetch(wrong ?? '')).status).toBe(403);
});
