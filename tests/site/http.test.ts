import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createClient } from '@newsstand/client';
import { openLive } from '../../examples/news-site/src/openLive.ts';
import { readSettings } from '../../examples/news-site/src/readSettings.ts';
import { type OpenSite, serveSite } from '../../examples/news-site/src/serveSite.ts';

// A busy machine must not fail a test.
setDefaultTimeout(600_000);

const environment = { SITE_KEY: 'key', SITE_SECRET: 'secret', SITE_PORT: '0' };

/** A service that fails in one way, and the site on it. */
function onService(answer: (request: Request) => Response) {
  let service: ReturnType<typeof Bun.serve>;
  let site: OpenSite;
  beforeAll(async () => {
    service = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answer });
    site = await serveSite(readSettings({ ...environment, SITE_CONTENT_URL: service.url.origin }));
  });
  afterAll(async () => {
    await site.close();
    await service.stop(true);
  });
  return {
    get: (path: string) => fetch(site.url + path),
    stopService: () => service.stop(true),
    url: () => site.url,
  };
}

/** Sends what no client would, and returns the whole response. */
async function sendRaw(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(request);
  return await text(socket);
}

describe('a service that cannot be reached', () => {
  const { get, stopService } = onService(() => new Response('?', { status: 500 }));

  test('gets a page that says so, and when to retry', async () => {
    await stopService();
    for (const path of ['/', '/press', '/press/x', '/search?q=a', '/rss.xml', '/sitemap.xml']) {
      const answer = await get(path);
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '5']);
      expect(await answer.text()).toContain('cannot be reached');
    }
  });

  test('does not affect what needs no service', async () => {
    expect((await get('/robots.txt')).status).toBe(200);
    expect((await get('/preview')).status).toBe(200);
  });
});

describe('an empty space', () => {
  const { get, url } = onService(() => {
    const problem = { type: '/', title: '', status: 404, detail: '', code: 'not_found', requestId: 'x' };
    return Response.json(problem, { status: 404 });
  });

  test('is a site without news', async () => {
    expect(await (await get('/')).text()).toContain('There is no news yet.');
    for (const path of ['/press', '/search?q=a', '/rss.xml', '/feed.json', '/sitemap.xml'])
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    for (const path of ['/press/x', '/category/x', '/tag/x'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  test('nothing internal is shown, whatever the Host header says', async () => {
    for (const host of ['a b', '[::', 'x:99999', 'evil.example']) {
      const answer = await sendRaw(
        url(),
        `GET /press HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
      );
      expect([host, answer.split('\r\n')[0]]).toEqual([host, 'HTTP/1.1 200 OK']);
      expect(answer).not.toContain('evil.example');
      const nothing = `GET /ja/a/b/c HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
      expect(await sendRaw(url(), nothing)).toStartWith('HTTP/1.1 404');
    }
  });
});

describe('new stories', () => {
  const { url } = onService(() => new Response('?', { status: 500 }));

  test('are told to any number of visitors in turn: whoever leaves makes room', async () => {
    for (let visitor = 0; visitor < 1100; visitor++) {
      const leaving = new AbortController();
      const answer = await fetch(`${url()}/live`, { signal: leaving.signal });
      expect([visitor, answer.status]).toEqual([visitor, 200]);
      leaving.abort();
    }
  });

  test('are told to so many at a time', async () => {
    const settings = readSettings({ ...environment, SITE_CONTENT_URL: url() });
    const live = openLive(createClient(settings.content), settings);
    const streams = Array.from({ length: 1001 }, () => live.listen(live.position));
    expect(streams.indexOf(undefined)).toBe(1000);
    await streams[0]?.cancel();
    expect(live.listen('')).toBeDefined();
    live.close();
    // Whoever listens is let go.
    await new Response(streams[1]).text();
  });
});

describe('a sitemap', () => {
  let lists = 0;
  const { get } = onService(({ url }) => {
    if (!url.includes('/events/')) lists++;
    return Response.json({ totalCount: 0, currentPage: 1, list: [] });
  });

  test('is built once for concurrent requests', async () => {
    await Promise.all(Array.from({ length: 20 }, () => get('/sitemap.xml')));
    expect(lists).toBe(4);
  });
});

describe('an article', () => {
  const asked: string[] = [];
  const item = (contentId: string, createdAt: number) => ({
    ...{ projectId: 'demo', spaceId: 'web', contentId, name: contentId, status: 'published', createdAt },
    ...{ updatedAt: createdAt, tags: [{ tagId: 't', name: 'T' }], category: { categoryId: 'c', name: 'C' } },
    values: { title: contentId, body: { text: '' }, thumbnail: { mediaId: 'm' } },
  });
  const { get } = onService(({ url }) => {
    const { pathname, searchParams } = new URL(url);
    if (!pathname.startsWith('/events/'))
      asked.push(pathname.replace(/^.*web/, '') + searchParams.get('size'));
    if (pathname.endsWith('/press/news/a')) return Response.json(item('a', 3));
    const list = searchParams.has('tags') ? [item('a', 3), item('b', 2)] : [item('b', 2), item('c', 4)];
    const found = pathname.endsWith('/press/news') ? list : [];
    return Response.json({ totalCount: found.length, currentPage: 1, list: found });
  });

  test('takes few small requests; related stories come newest first, each once, without itself', async () => {
    const page = await (await get('/press/a')).text();
    expect([...page.matchAll(/<h3[^>]*><a href="([^"]+)/g)].map(([, path]) => path)).toEqual([
      '/press/c',
      '/press/b',
    ]);
    expect(asked.toSorted()).toEqual([
      '/collection/categories99',
      '/news/instances/press/news/anull',
      '/news/instances/press/news4',
      '/news/instances/press/news4',
    ]);
  });
});

describe('a service that limits the rate', () => {
  const { get } = onService(() => {
    const problem = { type: '/', title: '', status: 429, detail: '', code: 'rate_limited', requestId: 'x' };
    const headers = { 'content-type': 'application/problem+json', 'retry-after': '7' };
    return Response.json(problem, { status: 429, headers });
  });

  test('has its Retry-After passed on', async () => {
    const answer = await get('/');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '7']);
    expect(await answer.text()).toContain('try again');
  });
});

describe('a port that is taken', () => {
  const { url } = onService(() => new Response('?', { status: 500 }));

  test('is reported as an invalid setting', async () => {
    const { port } = new URL(url());
    const settings = readSettings({ ...environment, SITE_CONTENT_URL: url(), SITE_PORT: port });
    await expect(serveSite(settings)).rejects.toThrow(`SITE_PORT: ${port} on 127.0.0.1 is taken`);
  });
});

describe('settings', () => {
  test('all errors are reported at once, without the values', () => {
    const wrong = {
      ...{ SITE_CONTENT_URL: 'nowhere', SITE_KEY: '', SITE_SECRET: 'a\nb', SITE_PORT: '99999' },
      ...{
        SITE_URL: 'https://www.example.com/news',
        SITE_NEWS_INSTANCES: 'press,search',
        SITE_LANGUAGES: 'ja,xx',
        SITE_MEDIA_ORIGINS: "https://x.example; script-src 'unsafe-inline'",
      },
    };
    const message = () => readSettings(wrong);
    const names = [
      'CONTENT_URL',
      'KEY',
      'SECRET',
      'PORT',
      'URL',
      'NEWS_INSTANCES',
      'LANGUAGES',
      'MEDIA_ORIGINS',
    ];
    for (const name of names) expect(message).toThrow(`SITE_${name} `);
    expect(message).not.toThrow('nowhere');
    expect(message).not.toThrow('unsafe-inline');
  });

  test('settings have sensible defaults', () => {
    const settings = readSettings({ ...environment, SITE_CONTENT_URL: 'https://content.example.com/' });
    expect(settings.content.url).toBe('https://content.example.com');
    expect(settings.mediaOrigins).toEqual(['https://content.example.com']);
    expect(settings.sections).toEqual(['press', 'blog']);
    const pathsOf = (SITE_LANGUAGES: string) =>
      readSettings({ ...environment, SITE_CONTENT_URL: 'https://x.example', SITE_LANGUAGES }).editions.map(
        ({ language, path, suffix }) => `${language} ${path} ${suffix}`,
      );
    expect(pathsOf('')).toEqual(['en  ', 'ja /ja -ja']);
    expect(pathsOf('ja, en')).toEqual(['ja  ', 'en /en -en']);
    expect(pathsOf('ja')).toEqual(['ja  ']);
    for (const wrong of ['ja,ja', 'fr', 'en,'])
      expect(() => pathsOf(wrong)).toThrow('SITE_LANGUAGES must be');
  });
});
