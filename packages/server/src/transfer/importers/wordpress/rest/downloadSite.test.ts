import { describe, expect, test } from 'bun:test';
import { type FetchOptions, fetchPublic } from '../../../../http/client/fetchPublic.ts';
import type { DownloadOptions } from '../../Importer.ts';
import { jsonIn } from '../../shared/api/createApiClient.ts';
import { converted, jsonFile } from '../../testing/importing.ts';
import { restPost } from '../../testing/wordpressPosts.ts';
import { type ServerChoices, startWordPress } from '../../testing/wordpressServer.ts';
import { convertWordPress } from '../convertWordPress.ts';
import { downloadSite } from './downloadSite.ts';

/** Downloads without waiting; `pauses` are those that it would have made. */
async function download(address: string, choices: Partial<DownloadOptions> = {}) {
  const pauses: number[] = [];
  const wait = async (milliseconds: number) => void pauses.push(milliseconds);
  const how = { user: undefined, secret: undefined, withPages: false, onProgress: () => {}, wait };
  let text = '';
  for await (const piece of downloadSite({ address, ...how, ...choices })) text += piece;
  return { text, pauses };
}

/** What comes of a site. */
async function imported(choices: ServerChoices = {}, options: Partial<DownloadOptions> = {}, path = '') {
  await using site = startWordPress(choices);
  const { text, pauses } = await download(site.home + path, options);
  const { of, report, faults } = await converted(convertWordPress, jsonFile(text), {
    withPages: options.withPages ?? false,
  });
  return { news: of('news'), of, report, faults, pauses, requests: site.requests, home: site.home };
}

/** The error of a download. */
async function refusal(choices: ServerChoices, options: Partial<DownloadOptions> = {}): Promise<string> {
  return imported(choices, options).then(
    () => 'nothing was refused',
    (error: unknown) => (error instanceof Error ? error.message.replace(/127\.0\.0\.1:\d+/g, 'site') : ''),
  );
}

const signedIn = { user: 'ed', secret: 'abcd EFGH 1234 ijkl' };
const busy = (status: number, headers = {}) => new Response('<h1>Busy</h1>', { status, headers });

test('visitors get everything that is public, in windows that overlap, and hear what is left out', async () => {
  const { news, of, report, requests, home } = await imported();
  expect(news).toHaveLength(120);
  expect(new Set(news.map(({ name }) => name)).size).toBe(120);
  const site = home.replace('http://', '').replace(':', '-');
  expect(news[0]).toMatchObject({
    ...{ contentId: `${site}-1`, name: 'Post 1', status: 'published', alias: 'post-1' },
    ...{ category: { categoryId: 'news' }, tags: [{ tagId: 'launch' }] },
    values: { body: { authors: ['Ed Itor'], blocks: [{ type: 'paragraph', text: 'Text' }] } },
  });
  expect(of('media').map(({ name }) => name)).toContain('photo.jpg');
  expect(report.skipped.map(({ what, why, count }) => [what, why, count])).toEqual([
    ['post', 'is protected by a password; its text needs --user', 1],
    ['content that is not public', 'needs --user to be read', 1],
    ['page', 'pages are not news; use --pages to import them', 2],
    ['book', 'only posts, pages and files are imported', 2],
  ]);
  const offsets = requests
    .flatMap(({ url }) => new URL(url))
    .filter(({ pathname }) => pathname.endsWith('/posts'));
  expect(offsets.map(({ searchParams }) => searchParams.get('offset'))).toEqual(['0', '99']);
  expect(requests.every(({ headers }) => headers.get('authorization') === null)).toBe(true);
});

test('whoever signs in gets drafts too, as they were written', async () => {
  const { news, report } = await imported({}, { ...signedIn, withPages: true });
  expect(news).toHaveLength(125);
  const states = new Map(news.map(({ name, status }) => [name, status]));
  expect(['Post 1', 'Draft', 'Private', 'Locked', 'Page 401'].map((name) => states.get(name))).toEqual([
    ...['published', 'draft', 'draft', 'draft', 'published'],
  ]);
  expect(report.skipped.map(({ what }) => what)).toEqual(['book']);
});

describe('the API is found', () => {
  const few = { lists: { posts: [restPost({ id: 1, title: 'A', content: 'x' })] } };
  test.each<[string, ServerChoices, string]>([
    ['by a header', {}, '/2024/some-post/'],
    ['in a folder', { folder: '/blog' }, '/'],
    ['without a header', { hasLink: false }, ''],
    ['without a header, in a folder', { hasLink: false, folder: '/blog' }, '/'],
    ['behind plain permalinks', { isPlain: true }, '/'],
    ['behind plain permalinks without a header', { isPlain: true, hasLink: false }, '/'],
    ['by its own URL', { hasLink: false }, '/wp-json/wp/v2/posts?per_page=5'],
    ['by its own plain URL', { isPlain: true, hasLink: false }, '/?rest_route=/wp/v2/posts'],
  ])('%s', async (_, choices, path) => {
    expect((await imported({ ...few, ...choices }, {}, path)).news).toHaveLength(1);
  });

  test('in a link of the page', async () => {
    const instead = (route: string, url: URL) =>
      route === '/deep/page'
        ? new Response(`<html><link rel='https://api.w.org/' href='${url.origin}/in/wp-json/' />`)
        : undefined;
    expect(
      (await imported({ ...few, folder: '/in', hasLink: false, instead }, {}, '/../deep/page')).news,
    ).toHaveLength(1);
  });

  test('or the message says what else to do', async () => {
    const message = await refusal({ instead: () => new Response('<!doctype html>Hello') });
    expect(message).toStartWith(
      'there is no API of WordPress at http://site: neither there, nor at http://site/wp-json/',
    );
    const closed = () => Response.json({ code: 'rest_cannot_access', message: 'No.' }, { status: 401 });
    expect(await refusal({ instead: (route) => (route === '/' ? closed() : undefined) })).toContain(
      'is closed to visitors (401 rest_cannot_access). Try --user',
    );
  });
});

test('fewer at once are asked for where a site allows or manages no more', async () => {
  expect((await imported({ perPage: 20 })).news).toHaveLength(120);
  const weak = (route: string, { searchParams }: URL) =>
    route === '/wp/v2/posts' && Number(searchParams.get('per_page')) > 10
      ? new Response('[{"id":1,"title', { status: 200 })
      : undefined;
  expect((await imported({ instead: weak })).news).toHaveLength(120);
  const silent = (route: string, { searchParams }: URL) => {
    if (route === '/wp/v2/posts') searchParams.set('per_page', '7');
    return undefined;
  };
  expect((await imported({ instead: silent })).news).toHaveLength(120);
});

test('nothing is skipped when posts come and go meanwhile', async () => {
  let windows = 0;
  const site = startWordPress({
    instead: (route) => {
      if (route !== '/wp/v2/posts') return undefined;
      windows += 1;
      const posts = site.lists()['posts'] ?? [];
      if (windows === 2) site.change({ posts: posts.filter(({ id }) => id < 60 || id > 100) });
      if (windows === 3)
        site.change({ posts: [...posts, restPost({ id: 999, title: 'New', content: 'x' })] });
      return undefined;
    },
  });
  await using _ = site;
  const { of } = await converted(convertWordPress, jsonFile((await download(site.home)).text));
  const names = of('news').map(({ name }) => name);
  expect(names).toHaveLength(121);
  expect(names).toContain('New');
});

test('posts that a site counts but does not send are counted here, too', async () => {
  const instead = (route: string, url: URL) => {
    if (route !== '/wp/v2/posts') return undefined;
    const [offset, all] = [
      Number(url.searchParams.get('offset')),
      Array.from({ length: 250 }, (_, index) => index + 1),
    ];
    const sent = all.slice(offset, offset + 100).filter((id) => id <= 90 || id > 220);
    return Response.json(
      sent.map((id) => restPost({ id, content: 'x', title: `Post ${id}` })),
      { headers: { 'x-wp-total': '250' } },
    );
  };
  const { news, report } = await imported({ instead });
  expect(news).toHaveLength(120);
  expect(report.skipped).toContainEqual(
    expect.objectContaining({ what: 'post', why: 'the site counts it, but does not send it', count: 130 }),
  );
});

test('whatever a site counts, counting it takes no time', async () => {
  const instead = (route: string) =>
    route === '/wp/v2/pages'
      ? Response.json([], { headers: { 'x-wp-total': '9007199254740991' } })
      : undefined;
  const { report } = await imported({ instead });
  const pages = report.skipped.find(({ what }) => what === 'page');
  expect(pages).toMatchObject({ count: 9_007_199_254_740_991 });
});

test('names that a site hides come from what posts embed', async () => {
  const instead = (route: string, url: URL) => {
    if (route === '/wp/v2/users' || route === '/wp/v2/categories')
      return Response.json({ code: 'rest_user_cannot_view', message: 'No.' }, { status: 401 });
    if (route !== '/wp/v2/posts' || !url.searchParams.has('_embed')) return undefined;
    expect([url.searchParams.get('_embed'), url.searchParams.get('_fields')]).toEqual([
      'wp:term,author',
      expect.stringContaining('_links,_embedded'),
    ]);
    const _embedded = {
      author: [{ id: 1, name: 'Em Bed' }],
      'wp:term': [[{ id: 3, name: 'News', slug: 'news', taxonomy: 'category' }]],
    };
    return Response.json([restPost({ id: 1, title: 'A', content: 'x', categories: [3], _embedded })], {
      headers: { 'x-wp-total': '1' },
    });
  };
  const { news } = await imported({ instead });
  expect(news).toMatchObject([
    { category: { categoryId: 'news' }, values: { body: { authors: ['Em Bed'] } } },
  ]);
});

describe('a site that is busy or broken', () => {
  test('is asked again, as late as it says, and not forever', async () => {
    let left = 2;
    const instead = (route: string) =>
      route === '/wp/v2/posts' && left-- > 0
        ? busy(left === 1 ? 429 : 503, left === 1 ? { 'retry-after': '7' } : {})
        : undefined;
    const { news, pauses } = await imported({ instead });
    expect(news).toHaveLength(120);
    expect(pauses).toEqual([7000, 2000]);
    const always = (route: string) => (route === '/wp/v2/posts' ? busy(429) : undefined);
    expect(await refusal({ instead: always })).toBe(
      'cannot read http://site/wp-json/wp/v2/posts: the site answers with status 429',
    );
    const late = (route: string) =>
      route === '/wp/v2/posts' ? busy(429, { 'retry-after': '3600' }) : undefined;
    expect(await refusal({ instead: late })).toEndWith('status 429, and asks to come back in 3600 seconds');
  });

  test.each<[string, () => Response, string]>([
    [
      'a web page',
      () => new Response('<!doctype html><p>Log in'),
      'status 200, it sends a web page, not JSON',
    ],
    ['an object', () => Response.json({ a: 1 }), 'status 200, it sends no list'],
    [
      'JSON that is nested too deeply',
      () => new Response(`[{"id":1,"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`),
      'the response is nested more than 500 deep',
    ],
    ['JSON that ends early', () => new Response('[{"id":1'), 'the response is cut off'],
    [
      'a fault of its own',
      () => new Response('Fatal error', { status: 500 }),
      'status 500, it sends no list',
    ],
    ['a refusal', () => Response.json({ code: 'x', message: 'No.' }, { status: 403 }), 'status 403, x: No.'],
  ])('sends %s', async (_, answer, why) => {
    const message = await refusal({ instead: (route) => (route === '/wp/v2/posts' ? answer() : undefined) });
    expect(message).toBe(`cannot read http://site/wp-json/wp/v2/posts: ${why}`);
  });

  test('may print warnings around its JSON', () => {
    const list = [{ a: '[{"b' }];
    const json = JSON.stringify(list);
    for (const text of [
      json,
      `\ufeff${json}`,
      `<br />\n<b>Warning</b>: x[1] in {"y" on line 3\n${json}`,
      `${json}\n<!-- cached -->`,
    ])
      expect(jsonIn(text)).toEqual(list);
    expect(jsonIn('<!doctype html><script>[{"a":1}]</script>')).toBeUndefined();
    expect(jsonIn('[{"a":1},{"a"')).toBeUndefined();
    expect(jsonIn('PHP Notice')).toBeUndefined();
  });
});

describe('the password', () => {
  test('is refused, or ignored, with a hint that does not repeat it', async () => {
    const wrong = await refusal({}, { user: 'ed', secret: 'wrong-password' });
    expect(wrong).toStartWith('the site refuses the user or the application password');
    expect(wrong).not.toContain('wrong-password');
    const strip = (route: string) =>
      route === '/wp/v2/users/me'
        ? Response.json({ code: 'rest_not_logged_in' }, { status: 401 })
        : undefined;
    expect(await refusal({ instead: strip }, signedIn)).toContain('drops the Authorization header');
    const reader = (route: string) =>
      route === '/wp/v2/posts'
        ? Response.json({ code: 'rest_forbidden_context', message: 'No.' }, { status: 403 })
        : undefined;
    expect(await refusal({ instead: reader }, signedIn)).toEndWith(
      'the user needs the role of an editor or administrator',
    );
  });

  test('goes to no other origin, neither by a redirect nor by a link', async () => {
    await using thief = startWordPress();
    const fetch = (url: string, how: FetchOptions) => fetchPublic(url, { ...how, isPublic: () => true });
    const options = { ...signedIn, fetch };
    const moved = await refusal(
      { instead: (route) => (route === '/' ? Response.redirect(thief.root) : undefined) },
      options,
    );
    expect(moved).toContain('leads to http://site');
    const link = () => new Response('', { headers: { link: `<${thief.root}>; rel="https://api.w.org/"` } });
    expect(
      await refusal({ instead: (route) => (route.startsWith('/wp') ? undefined : link()) }, options),
    ).toContain('leads to http://site');
    expect(thief.requests.filter(({ headers }) => headers.has('authorization'))).toEqual([]);
  });
});
