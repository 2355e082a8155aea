import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createClient } from '@newsstand/client';
import { openLive } from '../../examples/news-site/src/openLive.ts';
import { readSettings } from '../../examples/news-site/src/readSettings.ts';
import { type OpenSite, serveSite } from '../../examples/news-site/src/serveSite.ts';

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

describe('a story that was withdrawn', () => {
  const values = { title: 'Title', body: {}, thumbnail: { mediaId: 'm' } };
  const item = { name: 'Name', status: 'published', createdAt: 1, updatedAt: 1, values };
  const told = [
    ['opened', 'first'],
    ['opened', 'second'],
    ['closed', 'first'],
    ['opened', 'third'],
  ].map(([type, id], index) => {
    const data = { kind: 'news', instanceId: 'press', id, at: 1 };
    return `event: ${type}\nid: p${index}\ndata: ${JSON.stringify(data)}\n\n`;
  });
  const { get } = onService((request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/events/'))
      return Response.json({ ...item, contentId: pathname.split('/').pop() });
    const body = new ReadableStream({ start: (controller) => controller.enqueue(told.join('')) });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  /** What somebody hears who comes now, up to the last message: the subscription itself begins with a reset. */
  async function hear(since: string): Promise<string> {
    let text = '';
    for await (const part of (await get(`/live?since=${since}`)).body?.pipeThrough(new TextDecoderStream()) ??
      []) {
      text += part;
      if (/^id: .+\.4\n/m.test(text)) break;
    }
    return text;
  }

  test('is not told of to those who come later', async () => {
    const run = /^id: (.+)\.4$/m.exec(await hear(''))?.[1];
    const [all, some] = [await hear(`${run}.0`), await hear(`${run}.2`)];
    expect([all.includes('reset'), all.includes('/press/first')]).toEqual([true, false]);
    expect(some.match(/\/press\/\w+/g)).toEqual(['/press/second', '/press/third']);
  });
});

describe('a hundred thousand stories', () => {
  const total = 100_000;
  // 27 a day from 2015 on, in each section.
  const createdAt = (index: number) => Date.UTC(2015, 0, 1) + index * 3_200_000;
  let requests = 0;
  const { get } = onService(({ url }) => {
    const { pathname, searchParams } = new URL(url);
    if (!pathname.endsWith('/news')) return Response.json({ totalCount: 0, currentPage: 1, list: [] });
    requests++;
    const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('size'))];
    const start = (page - 1) * size;
    const list = Array.from({ length: Math.min(size, total - start) }, (_, index) => news(start + index));
    return Response.json({ totalCount: total, currentPage: page, list });
  });
  const news = (index: number) => ({
    ...{ contentId: `n${index}`, projectId: 'demo', spaceId: 'web', name: 'N', status: 'published' },
    values: { title: 'N', body: {}, thumbnail: { mediaId: 'm' } },
    ...{ createdAt: createdAt(index), updatedAt: createdAt(index) },
  });
  const costs = async (path: string) => {
    requests = 0;
    const text = await (await get(path)).text();
    return { text, requests };
  };

  test('are all in the sitemap, whose parts cost few requests', async () => {
    const index = await costs('/sitemap.xml');
    expect(index.requests).toBe(4);
    const parts = [...index.text.matchAll(/<loc>[^<]*(\/sitemap\/press\/\d+\.xml)</g)].map(
      ([, path = '']) => path,
    );
    expect(parts).toHaveLength(Math.ceil(total / 990));
    const paths = new Set<string>();
    for (const part of [...parts.slice(0, 2), ...parts.slice(-1)]) {
      const { text, requests } = await costs(part);
      expect(requests).toBeLessThanOrEqual(12);
      for (const [, path = ''] of text.matchAll(/<loc>[^<]*\/press\/(n\d+)</g)) paths.add(path);
    }
    const rest = total % 990;
    expect([...paths]).toEqual(
      [...Array(1980).keys(), ...Array.from({ length: rest }, (_, index) => total - rest + index)].map(
        (each) => `n${each}`,
      ),
    );
  });

  test('are found by month with few requests', async () => {
    const counted = await costs('/archive/2020');
    expect(counted.requests).toBeLessThan(2 * 180);
    const expected = [...Array(total).keys()].filter((each) =>
      new Date(createdAt(each)).toISOString().startsWith('2020-02'),
    );
    expect(counted.text).toContain(`February 2020</a> <span>${2 * expected.length} stories</span>`);
    const month = await costs('/archive/2020/02');
    expect(month.requests).toBeLessThan(2 * 40);
    expect(month.text).toContain(`href="/press/n${expected.at(-1)}"`);
    const last = await costs(`/archive/2020/02?page=${Math.ceil(expected.length / 12)}`);
    expect(last.text).toContain(`href="/press/n${expected[0]}"`);
    expect(last.text).not.toContain(`href="/press/n${(expected[0] ?? 0) - 1}"`);
  });
});

describe('a story of the distant past', () => {
  // The first moment that the service takes, in the year -271821.
  const times = { openingAt: -8_640_000_000_000_000, createdAt: 0, updatedAt: 0 };
  const old = { contentId: 'old', name: 'Old', status: 'published', ...times };
  const values = { title: 'Old', body: {}, thumbnail: { mediaId: 'm' } };
  const { get } = onService(() =>
    Response.json({ totalCount: 1, currentPage: 1, list: [{ ...old, values }] }),
  );

  test('fills neither the archive nor the sitemap with years', async () => {
    for (const path of ['/archive', '/sitemap/pages.xml']) {
      const text = await (await get(path)).text();
      expect([path, text.match(/archive\/-?\d/g) ?? []]).toEqual([path, []]);
    }
  });
});

describe('a list that never rests', () => {
  let total = 1000;
  const { get } = onService(() => Response.json({ totalCount: total++, currentPage: 1, list: [] }));

  test('is given up for the moment', async () => {
    for (const path of ['/sitemap/press/1.xml', '/archive'])
      expect([path, (await get(path)).status]).toEqual([path, 503]);
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
