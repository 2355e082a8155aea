import { expect, test } from 'bun:test';
import type { BlockBody } from './blocksOf.ts';
import { type ClientOptions, createClient } from './createClient.ts';
import { type FeedChannel, jsonFeed } from './feeds.ts';
import { mediaOf } from './mediaOf.ts';
import { metaTags } from './metaTags.ts';
import { NewsstandError } from './NewsstandError.ts';
import type { ListedNews } from './readers.ts';

const options: ClientOptions = {
  url: 'https://content.example.com',
  key: 'k',
  secret: 's',
  projectId: 'acme',
  spaceId: 'web',
};

/** A client whose requests are written down instead of sent. */
function recorded(given: Partial<ClientOptions> = {}) {
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    return Response.json({ name: '', totalCount: 0, currentPage: 1, list: [] });
  };
  return { client: createClient({ ...options, fetch, ...given }), asked };
}

test.each([
  [{ key: '' }, 'key is missing'],
  [{ projectId: '' }, 'projectId is missing'],
  [{ secret: 'abc\n' }, 'secret holds characters that no secret contains'],
  [{ url: 'content.example.com' }, 'url must be an absolute URL'],
  [{ url: 'https://content.example.com/?a=b' }, 'url must be an absolute URL'],
  [{ url: 'https://me:hush@content.example.com' }, 'url must be an absolute URL'],
  [{ timeout: -1 }, 'timeout must be a number of milliseconds above 0, or Infinity'],
  [{ timeout: Number.NaN }, 'timeout must be a number of milliseconds above 0, or Infinity'],
  [{ retries: 1.5 }, 'retries must be a whole number'],
  [JSON.parse('{"retries":"3"}'), 'retries must be a whole number'],
  [JSON.parse('{"projectId":7}'), 'projectId must be a string'],
  [JSON.parse('{"fetch":{}}'), 'fetch must be a function'],
  [JSON.parse('{"cache":{}}'), 'cache must be an object with get and set'],
  [JSON.parse('{"cache":null}'), 'cache must be an object with get and set'],
  [JSON.parse('{"timout":5}'), 'there is no option timout, only url, key,'],
])('says at once what is wrong with %p', (given, message) => {
  expect(() => createClient({ ...options, ...given })).toThrow(message);
});

test('never repeats a secret', () => {
  expect(() => createClient({ ...options, secret: 'hush hush' })).not.toThrow('hush hush');
});

test('writes a query: lists with commas, dates as milliseconds, nothing for undefined', async () => {
  const { client, asked } = recorded();
  await client.news('press').list({
    page: 2,
    size: undefined,
    sort: ['name:asc', 'createdAt:desc'],
    tags: 'a b',
    rssOnly: false,
    search: '新商品 & more',
    previewAt: new Date(5),
  });
  const { pathname, searchParams } = new URL(asked[0] ?? '');
  expect(pathname).toBe('/static/projects/acme/spaces/web/news/instances/press/news');
  expect(Object.fromEntries(searchParams)).toEqual({
    page: '2',
    sort: 'name:asc,createdAt:desc',
    tags: 'a b',
    rssOnly: 'false',
    search: '新商品 & more',
    previewAt: '5',
  });
});

test('an empty list of IDs or tags means no items, and sends no request', async () => {
  const { client, asked } = recorded();
  expect(await client.media.list({ mediaIds: [], page: 3 })).toEqual({
    totalCount: 0,
    currentPage: 3,
    list: [],
  });
  expect(await Array.fromAsync(client.news('press').all({ contentIds: [] }))).toEqual([]);
  expect(await client.news('press').list({ tags: [] })).toEqual({ totalCount: 0, currentPage: 1, list: [] });
  expect(asked).toEqual([]);
  // Of other filters it is the service that says what is wrong.
  await client.news('press').list({ sort: [] });
  expect(asked[0]).toEndWith('?sort=');
});

test('says what to pass before anything is sent', async () => {
  const { client, asked } = recorded();
  const press = client.news('press');
  const given = (text: string) => JSON.parse(text);
  await expect(press.get(given('[]')[0])).rejects.toThrow(
    new TypeError('getNews: pass the ID or alias of an item as text, not undefined'),
  );
  await expect(press.get(given('7'))).rejects.toThrow('not 7');
  await expect(press.list(given('{"category":null}'))).rejects.toThrow(
    new TypeError('listNews: category is null; leave it out, or pass undefined, to do without it'),
  );
  await expect(press.list({ page: Number.NaN })).rejects.toThrow('page is NaN');
  await expect(press.list({ previewAt: new Date(Number.NaN) })).rejects.toThrow('previewAt is Invalid Date');
  await expect(press.list(given('{"tags":["a",null]}'))).rejects.toThrow('tags is null');
  await expect(press.list({ tags: ['a', ...new Array(1)] })).rejects.toThrow('tags is undefined');
  await expect(press.list({}, { timeout: 0 })).rejects.toThrow('listNews: timeout must be');
  await expect(press.list(given('{"category":["a","b"]}'))).rejects.toThrow(
    new TypeError('listNews: category takes one value, not a list'),
  );
  expect(() => client.news(given('[]')[0])).toThrow(
    'news: pass the ID of an instance as text, not undefined',
  );
  expect(() => client.banners('')).toThrow('banner: pass the ID of an instance as text, not ""');
  expect(() => createClient(given('[]')[0])).toThrow('createClient: url is missing');
  expect(asked).toEqual([]);
});

/** Checked by the compiler: each line that should not compile is marked as such. */
test('types follow what is requested', async () => {
  const { client } = recorded({ fetch: async () => Response.json({ ...answer, ...item }) });
  const press = client.news('press');
  const flag = Math.random() < 0.5;
  const [plain, tagged, both, some, one] = [
    (await press.list()).list[0],
    (await press.list({ includeTags: true, size: 1 })).list[0],
    (await press.list({ includeCategory: true, includeTags: true })).list[0],
    (await press.list({ includeTags: flag })).list[0],
    await press.get('n1'),
  ];
  // @ts-expect-error: tags were not requested
  expect(plain?.tags).toBeUndefined();
  // @ts-expect-error: the category was not requested
  expect(tagged?.category).toBeUndefined();
  // @ts-expect-error: there is no such parameter
  await press.list({ includeTags: true, serach: 'x' });
  // @ts-expect-error: nobody knows whether they were requested
  const perhaps = (): number | undefined => some?.tags.length;
  const counts: (number | undefined)[] = [tagged?.tags.length, both?.tags.length, one.tags.length];
  expect(counts).toEqual([0, 0, 0]);
  expect(perhaps).toBeFunction();
  expect([both?.category?.name, one.category?.name]).toEqual([undefined, undefined]);
  for await (const { tags } of press.all({ includeTags: true })) expect(tags).toHaveLength(0);
});

const item = { contentId: 'n1', name: 'One' };
const answer = { totalCount: 1, currentPage: 1, list: [item] };

test('the type of bodies can be given, and helpers take it', async () => {
  const blocks = [{ type: 'heading', level: 2, text: 'Why' }];
  const values = { title: 'One', body: { blocks }, thumbnail: { mediaId: 'm1' } };
  const fetch = async () => Response.json({ ...item, createdAt: 0, updatedAt: 0, values });
  const { body } = (
    await createClient<BlockBody>({ ...options, fetch })
      .news('press')
      .get('n1')
  ).values;
  const [first] = body.blocks;
  if (first?.type !== 'heading') throw new Error('not narrowed');
  expect(first.level).toBe(2);
  const news = await createClient<{ readonly lead: string }>({ ...options, fetch })
    .news('press')
    .get('n1');
  expect(metaTags(news)[0]).toBeDefined();
  expect(jsonFeed([{ ...news, values: { ...news.values, isRss: true } }], channel).items[0]?.url).toBe(
    'https://example.com/undefined',
  );
});

const channel: FeedChannel<ListedNews<{ readonly lead: string }>> = {
  title: 'News',
  url: 'https://example.com/',
  description: '',
  itemUrl: ({ values }) => `https://example.com/${values.body.lead}`,
};

test('the code of an error tells what else there is', async () => {
  const problem = { code: 'invalid_parameters', detail: 'no', requestId: 'r', errors: [] };
  const { client } = recorded({ fetch: async () => Response.json(problem, { status: 400 }) });
  const error: unknown = await client.tags.list().catch((failure: unknown) => failure);
  if (!(error instanceof NewsstandError)) throw new Error('not a NewsstandError');
  // @ts-expect-error: other errors have no list of faults
  expect(error.problem.errors.length).toBe(0);
  if (error.code !== 'invalid_parameters') throw new Error('another code');
  expect(error.problem.errors).toHaveLength(0);
  expect(new Error('x')).not.toBeInstanceOf(NewsstandError);
});

test('reads the media of bodies in one request, or a few if they are very many', async () => {
  const bodies = [0, 1].map((half) => ({
    blocks: Array.from({ length: 60 }, (_, index) => ({
      type: 'image',
      mediaId: `m${(half * 60 + index) % 110}`,
    })),
  }));
  const asked: string[][] = [];
  const { client } = recorded({
    async fetch(url) {
      const ids = new URL(url).searchParams.get('mediaIds')?.split(',') ?? [];
      asked.push(ids);
      const list = ids.filter((id) => id !== 'm7').map((mediaId) => ({ mediaId }));
      return Response.json({ totalCount: list.length, currentPage: 1, list });
    },
  });
  const found = await mediaOf(client, ...bodies);
  expect([found.size, found.has('m7'), found.get('m109')?.mediaId]).toEqual([109, false, 'm109']);
  expect(asked.map(({ length }) => length)).toEqual([99, 11]);
  expect((await mediaOf(client, {}, undefined)).size).toBe(0);
  const long = {
    blocks: Array.from({ length: 90 }, (_, index) => ({
      type: 'image',
      mediaId: `${'i'.repeat(120)}${index}`,
    })),
  };
  expect((await mediaOf(client, long)).size).toBe(90);
  for (const ids of asked) expect(ids.join().length).toBeLessThan(5000);
});

test('an ID is one part of the path, whatever is in it', async () => {
  const { client, asked } = recorded();
  await client.news('press').get('a/../b?c#d 号');
  expect(asked[0]).toEndWith('/press/news/a%2F..%2Fb%3Fc%23d%20%E5%8F%B7');
  for (const id of ['', '.', '..', 'half a \ud83d'])
    await expect(client.news('press').get(id)).rejects.toMatchObject({ code: 'not_found', status: 404 });
  expect(asked).toHaveLength(1);
});

test('an address may have a path, and end with a slash', async () => {
  const { client, asked } = recorded({ url: 'https://example.com/content/' });
  await client.tags.list();
  expect(asked).toEqual(['https://example.com/content/static/projects/acme/spaces/web/collection/tags']);
});

test('uses the fetch of the platform as it is at the time of the call', async () => {
  const own = globalThis.fetch;
  const client = createClient(options);
  try {
    globalThis.fetch = Object.assign(async () => Response.json({ list: [], totalCount: 7 }), {
      preconnect: own.preconnect,
    });
    expect((await client.tags.list()).totalCount).toBe(7);
  } finally {
    globalThis.fetch = own;
  }
});
