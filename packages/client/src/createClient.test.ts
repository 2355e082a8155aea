import { expect, test } from 'bun:test';
import { type ClientOptions, createClient } from './createClient.ts';

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

test('an empty list of IDs means no items, and sends no request', async () => {
  const { client, asked } = recorded();
  expect(await client.media.list({ mediaIds: [], page: 3 })).toEqual({
    totalCount: 0,
    currentPage: 3,
    list: [],
  });
  expect(await Array.fromAsync(client.news('press').all({ contentIds: [] }))).toEqual([]);
  expect(asked).toEqual([]);
  // Of other filters it is the service that says what is wrong.
  await client.news('press').list({ tags: [] });
  expect(asked[0]).toEndWith('?tags=');
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
