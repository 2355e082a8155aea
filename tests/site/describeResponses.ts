import { expect, test } from 'bun:test';
import { createKey } from '../fillStore.ts';
import { until } from '../testing/until.ts';
import { hostile } from './content.ts';
import { kinds } from './kinds.ts';
import type { OpenSite } from './openSite.ts';

/** Tests of the site's responses over plain HTTP. */
export function describeResponses(site: () => OpenSite): void {
  const get = (path: string, headers: Record<string, string> = {}) => fetch(site().url + path, { headers });

  test('every page has a strict content security policy, and is revalidated by its ETag', async () => {
    for (const path of Object.values(kinds)) {
      const { status, headers } = await get(path);
      expect([path, status, headers.get('x-content-type-options')]).toEqual([path, 200, 'nosniff']);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; ");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('cache-control')).toBe('no-cache');
      const again = await get(path, { 'if-none-match': headers.get('etag') ?? '' });
      expect([path, again.status]).toEqual([path, 304]);
    }
  });

  test('assets are immutable and compressed', async () => {
    const page = await (await get('/')).text();
    const paths = page.match(/\/assets\/[\w.-]+/g) ?? [];
    expect(paths.length).toBe(4);
    for (const path of paths) {
      const { status, headers } = await get(path, { 'accept-encoding': 'br' });
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
      expect(headers.get('content-encoding')).toBe('br');
    }
  });

  test('items that are not live get 404', async () => {
    for (const path of [
      '/blog/not-yet',
      '/press/press-012',
      '/ja/blog/blog-012',
      '/ja/blog/not-yet',
      '/ja/none',
      '/category/products-ja',
      '/fr',
      '/none',
      '/category/none',
      '/press?page=99',
      '/press?page=x',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect(await (await get('/search?q=figures')).text()).not.toContain('press-012');
  });

  test('markup in any text of an item is escaped', async () => {
    const paths = [
      '/blog/hostile',
      '/blog?page=2',
      '/category/c-hostile',
      '/tag/t-hostile',
      '/',
      '/search?q=%3Cscript%3Ealert',
    ];
    for (const path of paths) expect([path, await scriptsOf(await get(path))]).toEqual([path, 2]);
    for (const path of [
      '/rss.xml',
      '/blog/rss.xml',
      '/sitemap/blog/1.xml',
      '/sitemap/pages.xml',
      '/sitemap-news.xml',
    ])
      expect([path, (await (await get(path)).text()).includes('<script')]).toEqual([path, false]);
    const article = await (await get('/blog/hostile')).text();
    expect(article).toContain(`<h1 dir="auto">${Bun.escapeHTML(hostile).replaceAll('&#x27;', '&#39;')}</h1>`);
  });

  test('an old address leads to the story, which names its authors', async () => {
    for (const path of ['/2024/05/moved/', '/2024/05/moved', '/archive/moved.html']) {
      const { status, headers } = await fetch(site().url + path, { redirect: 'manual' });
      expect([path, status, headers.get('location')]).toEqual([path, 301, '/blog/moved']);
    }
    for (const path of ['/2025/05/moved/', '/a/moved', '/2024/05/%ff/'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    const page = await (await get('/blog/moved')).text();
    expect(page).toContain('By Ann &lt;b&gt;, Ken');
    expect(page).toContain('Told in short.');
  });

  test('an impossible path gets 404, not an error', async () => {
    const long = 'x'.repeat(9000);
    const paths = ['/tag/%2C', '/tag/a%2C', `/category/${'x'.repeat(300)}`, `/press/${long}`, '/press/%00'];
    for (const path of [...paths, '/search?q=coffee&page=999', '//evil.example/', '/press/%E0%A4%A'])
      expect([path.slice(0, 30), (await get(path)).status]).toEqual([path.slice(0, 30), 404]);
  });

  test('every link of a list leads to its story, whatever its alias', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map(async (page) => (await get(`/blog?page=${page}`)).text()),
    );
    const links = pages.flatMap((text) => [...text.matchAll(/<h2[^>]*><a href="([^"]+)">([^<]+)</g)]);
    expect(links.map(([, path]) => path)).toContain('/blog/dots');
    for (const [, path = '', title = ''] of links)
      expect([path, (await (await get(path)).text()).includes(`${title}</h1>`)]).toEqual([path, true]);
    expect(await (await get('/tag/salt%2C%20pepper')).text()).toContain('/blog/plain-html');
  });

  test('plain text and HTML bodies are shown, and blocks without media do no harm', async () => {
    const body = async (path: string) =>
      /<div class="body"[^>]*>((?:.|\n)*?)<\/div>/.exec(await (await get(path)).text())?.[1];
    expect(await body('/blog/plain-text')).toBe('<p>One &lt;b&gt;.</p><p>Two.</p>');
    expect(await body('/blog/plain-html')).toBe('<p>Old <b>text</b></p>');
    const pictures = (await body('/blog/odd-media'))?.match(/<img[^>]*>/g) ?? [];
    expect(
      pictures.map((tag) => [...tag.matchAll(/ (?:width|height)="(\d+)"/g)].map(([, side]) => side)),
    ).toEqual([
      ['900', '900'],
      ['1600', '400'],
      ['800', '450'],
    ]);
    for (const tag of pictures)
      expect(tag).toMatch(/ srcset="\S+\/sized\/160\/\S+ 160w, .* sizes="\(min-width/);
  });

  test('a story or a banner without a picture shows text only', async () => {
    const front = await (await get('/')).text();
    expect(front).toContain('<span class="words" dir="auto">Only words</span>');
    expect(front).not.toContain('javascript:');
    const found = await (await get('/search/results?q=plain-text')).text();
    expect(found).toContain('/blog/plain-text');
    expect(found).not.toContain('class="frame"');
  });

  test('items of two sections with the same ID are different items', async () => {
    const text = await (await get('/rss.xml')).text();
    const guids = [...text.matchAll(/<guid[^>]*>([^<]+)/g)].map(([, guid]) => guid);
    expect(guids.filter((guid) => guid?.endsWith(':twin'))).toHaveLength(2);
    expect(new Set(guids).size).toBe(guids.length);
    // Their bodies include their pictures.
    expect(text.match(/&lt;img src=&quot;http[^>]*?alt=&quot;The roastery&quot;/g)).toHaveLength(2);
  });

  test('one visitor’s preview is never shown to others', async () => {
    const { key, secret } = site().preview;
    const headers = { origin: site().url, 'content-type': 'application/x-www-form-urlencoded' };
    const post = (path: string, body: string, cookie = '') =>
      fetch(site().url + path, { method: 'POST', body, redirect: 'manual', headers: { ...headers, cookie } });
    const signedIn = await post('/preview', `${new URLSearchParams({ key, secret })}`);
    const [cookie = ''] = signedIn.headers.get('set-cookie')?.split(';') ?? [];
    const paths = [
      '/blog/not-yet',
      '/blog',
      '/rss.xml',
      '/search?q=Not+yet',
      '/sitemap/blog/1.xml',
      '/archive',
    ];
    for (const path of paths) {
      const seen = await get(path, { cookie });
      expect([path, seen.status, seen.headers.get('cache-control'), seen.headers.get('etag')]).toEqual([
        ...[path, 200, 'no-store', null],
      ]);
      const text = await seen.text();
      for (const hidden of [key, secret]) expect(text).not.toContain(hidden);
    }
    for (const path of paths) expect(await (await get(path)).text()).not.toContain('/blog/not-yet');
    // Whatever a form says, it redirects to this site.
    for (const back of [
      '//evil.example/',
      'https://evil.example',
      `${site().url}//evil.example`,
      '/\\evil.example',
    ]) {
      const moved = await post(
        '/preview/moment',
        `${new URLSearchParams({ back, everything: 'yes' })}`,
        cookie,
      );
      expect(moved.headers.get('location')).toMatch(/^\/(?!\/)/);
    }
    await post('/preview/sign-out', '', cookie);
    expect((await get('/blog/not-yet', { cookie })).status).toBe(404);
  });

  test('forms from other sites are refused; a wrong key and a key without preview get different messages', async () => {
    const post = (origin: string, body = '') =>
      fetch(`${site().url}/preview`, {
        method: 'POST',
        body,
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
      });
    expect((await post('https://evil.example', 'key=a&secret=b')).status).toBe(403);
    expect(await (await post(site().url, 'key=nsk_x&secret=nss_x')).text()).toContain(
      'does not know this key',
    );
    expect(await (await post(site().url)).text()).toContain('are needed');
    const { key, secret } = await createKey(site().env, ['--project', 'demo']);
    await until(
      'a page that says that the new key may not preview',
      async () => await (await post(site().url, `key=${key}&secret=${secret}`)).text(),
      (text) => text.includes('may not preview'),
    );
  });

  test('the sitemap omits items that must not be indexed, and all its URLs work', async () => {
    const locations = async (address: string) =>
      [...(await (await fetch(address)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
        ([, each = '']) => each,
      );
    const parts = await locations(`${site().url}/sitemap.xml`);
    const addresses = (await Promise.all(parts.map(locations))).flat();
    expect(addresses).toContain(`${site().url}/blog/long-read`);
    expect(addresses).toContain(`${site().url}/ja/press/autumn-blend`);
    expect(addresses.join()).not.toContain('for-people-only');
    expect(await (await get('/blog/for-people-only')).text()).toContain('noindex');
    for (const address of addresses) expect([address, (await fetch(address)).status]).toEqual([address, 200]);
  });
}

/** How many scripts a page has; all must be assets of the site itself. What describes a story is data, and is well-formed. */
async function scriptsOf(answer: Response): Promise<number> {
  const sources: (string | null)[] = [];
  let data: string[] | undefined;
  const counted = new HTMLRewriter().on('script', {
    element(script) {
      if (script.getAttribute('type') === 'application/ld+json') data = [];
      else sources.push(script.getAttribute('src'));
    },
    text: ({ text }) => void data?.push(text),
  });
  await counted.transform(answer).text();
  for (const source of sources) expect(source).toStartWith('/assets/');
  if (data !== undefined) expect(JSON.parse(data.join(''))).toHaveProperty('@type', 'NewsArticle');
  return sources.length;
}
