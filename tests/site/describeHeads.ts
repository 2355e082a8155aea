import { expect, test } from 'bun:test';
import sharp from 'sharp';
import { isFull } from '../testing/runs.ts';
import { hostile } from './content.ts';
import { kinds } from './kinds.ts';
import type { OpenSite } from './openSite.ts';

type Head = {
  readonly title: string;
  readonly tags: ReadonlyMap<string, string>;
  readonly data: string;
};

/** Tests of what search engines and social networks read, and of addresses that lead nowhere. */
export function describeHeads(site: () => OpenSite): void {
  /** The title of a page, its meta tags and links by their names, and its structured data. */
  async function headOf(path: string): Promise<Head> {
    const answer = await fetch(site().url + path);
    const tags = new Map<string, string>();
    const [titles, data]: [string[], string[]] = [[], []];
    const rewriter = new HTMLRewriter()
      .on('head > meta, head > link', {
        element(tag) {
          const name =
            tag.getAttribute('name') ?? tag.getAttribute('property') ?? tag.getAttribute('rel') ?? '';
          tags.set(name, tag.getAttribute('content') ?? tag.getAttribute('href') ?? '');
        },
      })
      .on('head > title', { text: ({ text }) => void titles.push(text) })
      .on('head > script[type="application/ld+json"]', { text: ({ text }) => void data.push(text) });
    await rewriter.transform(answer).text();
    return { title: titles.join(''), tags, data: data.join('') };
  }

  test('every page says what it is, with an absolute address and picture', async () => {
    const titles = new Set<string>();
    const pictures = new Map<string, readonly unknown[]>();
    for (const path of [...Object.values(kinds), '/archive/2026', '/nothing/at/all']) {
      const { tags, title } = await headOf(path);
      titles.add(title);
      const description = tags.get('description') ?? '';
      expect([path, title.length > 3, description.length > 10]).toEqual([path, true, true]);
      expect([path, tags.get('og:description'), tags.get('og:site_name')]).toEqual([
        path,
        description,
        'Kumo Coffee',
      ]);
      expect([path, tags.get('twitter:card')]).toEqual([path, 'summary_large_image']);
      for (const name of ['og:title', 'og:type', 'og:image'])
        expect([path, name, tags.has(name)]).toEqual([path, name, true]);
      const said = ['type', 'width', 'height'].map((name) => tags.get(`og:image:${name}`));
      pictures.set(tags.get('og:image') ?? '', said);
      // A page is either known by one address, or not for search engines.
      expect([path, tags.get('og:url')]).toEqual([path, tags.get('canonical')]);
      expect([path, tags.get('canonical')?.startsWith(`${site().url}/`) ?? 'noindex']).toEqual([
        path,
        tags.get('robots') ?? true,
      ]);
    }
    expect(titles.size).toBeGreaterThan(10);
    // Rendering one takes longer than all the rest.
    const stored = [...pictures].filter(([url]) => url.includes('/sized/'));
    const own = [...pictures].filter(([url]) => !url.includes('/sized/'));
    for (const [url, said] of [...stored.slice(0, isFull ? undefined : 1), ...own]) {
      const answer = await fetch(url);
      const { format, width, height } = await sharp(await answer.bytes()).metadata();
      const type = answer.headers.get('content-type');
      // Social networks read few other formats.
      expect([url, answer.status, type, format]).toEqual([
        url,
        200,
        ...(url.includes('/sized/') ? ['image/jpeg', 'jpeg'] : ['image/png', 'png']),
      ]);
      expect([url, said]).toEqual([url, [type, `${width}`, `${height}`]]);
    }
  });

  test('a page is known by one address, whatever leads to it', async () => {
    const canonical = async (path: string) =>
      (await headOf(path)).tags.get('canonical')?.replace(site().url, '');
    expect(await canonical('/')).toBe('/');
    expect(await canonical('/?utm_source=x')).toBe('/');
    expect(await canonical('/category/c-products?page=1')).toBe('/category/products');
    expect(await canonical('/blog?page=2&utm_source=x')).toStartWith('/blog?');
    expect(await canonical('/blog?page=2')).toBe('/blog?page=2');
    expect(await canonical('/press/press-003')).toBe('/press/autumn-blend');
    expect(await canonical('/search')).toBe('/search');
    for (const path of ['/search?q=coffee', '/preview', '/blog/for-people-only', '/none'])
      expect([path, (await headOf(path)).tags.get('robots')]).toEqual([path, 'noindex']);
  });

  test('a story describes itself as a news article', async () => {
    const { data, tags } = await headOf('/blog/moved');
    expect(JSON.parse(data)).toMatchObject({
      ...{ '@context': 'https://schema.org', '@type': 'NewsArticle', headline: 'Moved', inLanguage: 'en' },
      author: [
        { '@type': 'Person', name: 'Ann <b>' },
        { '@type': 'Person', name: 'Ken' },
      ],
      publisher: { '@type': 'Organization', name: 'Kumo Coffee' },
      ...{ description: 'Told in short.', mainEntityOfPage: `${site().url}/blog/moved` },
    });
    expect(tags.get('description')).toBe('Told in short.');
    expect(JSON.parse((await headOf('/blog/hostile')).data)).toMatchObject({ headline: hostile });
    expect(JSON.parse((await headOf('/ja/press/autumn-blend')).data)).toMatchObject({ inLanguage: 'ja' });
  });

  test('an address that leads nowhere offers a search, and what may have been meant', async () => {
    const page = async (path: string) => {
      const answer = await fetch(site().url + path);
      expect([path, answer.status]).toEqual([path, 404]);
      return await answer.text();
    };
    const mistyped = await page('/blog/a-weeek-in-huila.html');
    expect(mistyped).toContain('value="weeek huila"');
    expect(mistyped).toContain('Perhaps you are looking for');
    expect(mistyped).toContain('href="/blog/a-week-in-huila"');
    const unknown = await page('/qqqq');
    expect(unknown).toContain('Latest news');
    expect(unknown.match(/<h3/g)).toHaveLength(3);
    // What is not public yet is not offered.
    expect(await page('/blog/not-yet')).not.toContain('Not yet to be seen');
    expect(await page('/ja/press/nai')).toContain('ページが見つかりません');
    expect(await page(`/${encodeURIComponent(hostile)}`)).not.toContain('<script>alert');
    await page(`/${'x'.repeat(500)}`);
  });
}
