import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createClient, type News } from '@newsstand/client';
import { publishedAt } from '@newsstand/client/page';
import fc from 'fast-check';
import { readSettings } from '../../examples/news-site/src/readSettings.ts';
import { type OpenSite as Served, serveSite } from '../../examples/news-site/src/serveSite.ts';
import { createKey, importLines } from '../fillStore.ts';
import { isFull, runs } from '../testing/runs.ts';
import { until } from '../testing/until.ts';
import type { OpenSite } from './openSite.ts';

const place = { projectId: 'demo', spaceId: 'web' } as const;
const zones = ['UTC', 'America/New_York', ...(isFull ? ['Asia/Tokyo', 'Pacific/Chatham'] : [])];
const hour = 3_600_000;

/** Tests of sitemaps and of the archive, by sites of their own with a section that nobody else changes. */
export function describeArchive(site: () => OpenSite): void {
  const sites = new Map<string, Served>();
  const get = (path: string, zone = 'UTC') => fetch((sites.get(zone)?.url ?? '') + path);
  const text = async (path: string, zone?: string) => (await get(path, zone)).text();

  beforeAll(async () => {
    await importLines(site().env, [...longAgo, ...recent(Date.now())]);
    const { key, secret } = await createKey(site().env, ['--project', 'demo']);
    for (const zone of zones) {
      const settings = readSettings({
        ...{ SITE_CONTENT_URL: site().serviceUrl, SITE_KEY: key, SITE_SECRET: secret, SITE_PORT: '0' },
        ...{ SITE_NEWS_INSTANCES: 'chronicle', SITE_LANGUAGES: 'en', SITE_TIME_ZONE: zone },
      });
      sites.set(zone, await serveSite(settings));
    }
    await until('the stories of 2023 in the archive', async () => (await text('/archive')).includes('2023'));
  });
  afterAll(async () => {
    for (const each of sites.values()) await each.close();
  });

  /** All items, by a key that sees everything. */
  const everyItem = () =>
    Array.fromAsync(
      createClient({ url: site().serviceUrl, ...place, ...site().preview })
        .news('chronicle')
        .all(),
    );

  /** The paths of the stories in the sitemap, whose index has these parts. */
  async function sitemap(zone = 'UTC'): Promise<readonly string[]> {
    const parts = locations(await text('/sitemap.xml', zone)).filter((address) =>
      address.includes('chronicle'),
    );
    const texts = await Promise.all(parts.map(async (address) => (await fetch(address)).text()));
    return texts.flatMap(locations).map((address) => new URL(address).pathname);
  }

  test('the sitemap is, at every moment, the list of what is public then', async () => {
    await importLines(site().env, soon(Date.now()));
    const items = await until('the stories that come soon', everyItem, (all) =>
      all.some(({ contentId }) => contentId === 'soon-0'),
    );
    const moments = items
      .flatMap(({ reservedAt = 0, openingAt = 0, closingAt = 0 }) => [reservedAt, openingAt, closingAt])
      .filter((moment) => moment < Date.now() + hour);
    for (let isOver = false; !isOver; await Bun.sleep(isFull ? 50 : 200)) {
      const from = Date.now();
      const listed = await sitemap();
      const to = Date.now();
      // If something came or went while it was read, both are right.
      if (moments.some((moment) => from <= moment && moment <= to)) continue;
      const expected = items.filter((news) => isListed(news, from));
      expect(listed.toSorted()).toEqual(
        expected.map(({ contentId }) => `/chronicle/${contentId}`).toSorted(),
      );
      isOver = from > Math.max(...moments);
    }
    // Some came to stay, others went.
    const listed = await sitemap();
    for (const { contentId, closingAt } of items.filter((news) => news.contentId.startsWith('soon-')))
      expect([contentId, listed.includes(`/chronicle/${contentId}`)]).toEqual([
        contentId,
        closingAt === undefined,
      ]);
    expect((await get('/sitemap/chronicle/1.xml')).status).toBe(200);
    for (const path of [
      '/sitemap/chronicle/3.xml',
      '/sitemap/chronicle/0.xml',
      '/sitemap/top/1.xml',
      '/sitemap/x',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  test('a part says when its stories changed; pages and topics have a part of their own', async () => {
    const part = await text('/sitemap/chronicle/1.xml');
    const first = /<url><loc>[^<]*\/chronicle\/([^<]+)<\/loc><lastmod>([^<]+)/.exec(part);
    const item = (await everyItem()).find(({ contentId }) => contentId === first?.[1]);
    expect(Date.parse(first?.[2] ?? '')).toBe(
      Math.max(item?.updatedAt ?? 0, item && publishedAt(item) ? publishedAt(item) : 0),
    );
    const pages = locations(await text('/sitemap/pages.xml')).map((address) => new URL(address).pathname);
    expect(pages).toEqual(
      expect.arrayContaining(['/', '/chronicle', '/archive', '/archive/2023', '/category/products']),
    );
    expect(new Set(pages).size).toBe(pages.length);
    const missing = pages.map(async (path) => [path, (await get(path)).status] as const);
    expect((await Promise.all(missing)).filter(([, status]) => status !== 200)).toEqual([]);
    expect(await text('/robots.txt')).toContain(`Sitemap: ${sites.get('UTC')?.url}/sitemap-news.xml`);
  });

  test('the news sitemap has what came out in the last two days, and nothing else', async () => {
    const now = Date.now();
    const items = await everyItem();
    const expected = items
      .filter((news) => isListed(news, now) && publishedAt(news) > now - 48 * hour)
      .toSorted((a, b) => publishedAt(b) - publishedAt(a));
    const news = await text('/sitemap-news.xml');
    expect(locations(news).map((address) => new URL(address).pathname)).toEqual(
      expected.map(({ contentId }) => `/chronicle/${contentId}`),
    );
    expect(expected.map(({ contentId }) => contentId)).toContain('in-two-days');
    expect(news).not.toContain('before-two-days');
    expect(news).toContain('<news:name>Kumo Coffee</news:name><news:language>en</news:language>');
    expect(news).toContain('<news:title>Salt &amp; &lt;pepper&gt;</news:title>');
  });

  test.each(zones)('months begin and end where the readers are: %s', async (zone) => {
    const now = Date.now();
    const items = (await everyItem()).filter(
      (news) => isPublic(news, now) && publishedAt(news) < now - 400 * 24 * hour,
    );
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' });
    const months = Map.groupBy(items, (news) => format.format(publishedAt(news)).replace('-', '/'));
    const years = new Set([...months.keys()].map((month) => month.slice(0, 4)));
    const counts = new Map<string, number>();
    for (const year of years)
      for (const [, month = '', count] of (await text(`/archive/${year}`, zone)).matchAll(
        /href="\/archive\/(\d{4}\/\d\d)">[^<]+<\/a> <span>(\d+) stor/g,
      ))
        counts.set(month, Number(count));
    expect(Object.fromEntries(counts)).toEqual(
      Object.fromEntries([...months].map(([month, { length }]) => [month, length])),
    );
    for (const [month, stories] of months) {
      const shown: string[] = [];
      for (let page = 1; shown.length < stories.length; page++) {
        const answer = await get(`/archive/${month}?page=${page}`, zone);
        expect([month, page, answer.status]).toEqual([month, page, 200]);
        shown.push(
          ...[...(await answer.text()).matchAll(/<h2[^>]*><a href="\/chronicle\/([^"]+)"/g)].map(
            ([, id = '']) => id,
          ),
        );
      }
      const newestFirst = stories.toSorted((a, b) => publishedAt(b) - publishedAt(a));
      expect(shown.toSorted()).toEqual(stories.map(({ contentId }) => contentId).toSorted());
      const times = new Map(stories.map((news) => [news.contentId, publishedAt(news)]));
      expect(shown.map((id) => times.get(id))).toEqual(newestFirst.map(publishedAt));
    }
  });

  test('there is no page of a month, a year or a page without stories', async () => {
    for (const path of [
      '/archive/1999',
      '/archive/2023/13',
      '/archive/2023/2',
      '/archive/1999/01',
      '/archive/x',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect((await get('/archive/2023/06?page=99')).status).toBe(404);
    expect((await get('/archive/2024')).status).toBe(200);
  });
}

function locations(xml: string): readonly string[] {
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
}

/** The rule of the service, written down once more. */
function isPublic({ status, reservedAt, openingAt, closingAt }: News, now: number): boolean {
  const isPublished = reservedAt === undefined ? status === 'published' : reservedAt <= now;
  return isPublished && (openingAt ?? 0) <= now && now < (closingAt ?? Infinity);
}

function isListed(news: News, now: number): boolean {
  const { isPreventCrawling, canonicalUrl } = news.values.seo ?? {};
  return isPublic(news, now) && !isPreventCrawling && canonicalUrl === undefined;
}

function story(contentId: string, more: object, values: object = {}) {
  return {
    ...{ kind: 'news', ...place, instanceId: 'chronicle', contentId, name: contentId, status: 'published' },
    values: { title: contentId, body: { blocks: [] }, thumbnail: { mediaId: 'm-pour' }, ...values },
    ...more,
  };
}

/** Stories of 2022 to 2024, at the borders of months everywhere and at random; more than one part of the sitemap holds. */
const longAgo = [
  ...[...Array(24).keys()].flatMap((month) =>
    [-14, -9, 0, 4, 5, 12].flatMap((offset) =>
      [-1, 0].map((milliseconds) => {
        const createdAt = Date.UTC(2022, month, 1, offset, 0, 0, milliseconds);
        return story(`border-${month}-${offset + 20}${milliseconds}`, { createdAt });
      }),
    ),
  ),
  ...fc
    .sample(fc.integer({ min: Date.UTC(2023, 5, 1), max: Date.UTC(2023, 6, 1) }), {
      numRuns: runs(800),
      seed: 7,
    })
    .map((createdAt, index) => story(`june-${index}`, { createdAt })),
  story('drafted', { status: 'draft', createdAt: Date.UTC(2022, 4, 4) }),
  story('over', { createdAt: Date.UTC(2022, 4, 4), closingAt: Date.UTC(2022, 4, 5) }),
  story('not-for-robots', { createdAt: Date.UTC(2022, 4, 4) }, { seo: { isPreventCrawling: true } }),
  story(
    'at-home-elsewhere',
    { createdAt: Date.UTC(2022, 4, 4) },
    { seo: { canonicalUrl: 'https://example.com/x' } },
  ),
];

/** Stories that come and go in the seconds after a moment. */
function soon(now: number): readonly object[] {
  const moments = fc.sample(
    fc.record({
      start: fc.integer({ min: 500, max: 3500 }),
      life: fc.option(fc.integer({ min: 300, max: 1500 })),
      isReserved: fc.boolean(),
    }),
    { numRuns: runs(12), seed: 3 },
  );
  return [
    ...moments.map(({ start, life, isReserved }, index) =>
      story(`soon-${index}`, {
        ...(isReserved ? { status: 'draft', reservedAt: now + start } : { openingAt: now + start }),
        ...(life !== null && { closingAt: now + start + life }),
        createdAt: now - 100 * hour,
      }),
    ),
  ];
}

/** Stories about two days old, and one that is not out. */
function recent(now: number): readonly object[] {
  return [
    story('in-two-days', { createdAt: now - 47 * hour }, { title: 'Salt & <pepper>' }),
    story('before-two-days', { createdAt: now - 48 * hour }),
    story('next-year', { status: 'draft', reservedAt: now + 9000 * hour, createdAt: now }),
  ];
}
