import { publishedAt } from '@newsstand/client/page';
import { listYears, readTimeline } from '../archive.ts';
import { escapeText } from '../html.ts';
import { everyPlace, everyTopic, listRecent, type Newsroom, placeOf } from '../newsroom.ts';
import { categoryTopic, tagTopic } from '../parts/topicLinks.ts';
import type { Story } from '../Story.ts';
import type { Site, Text, Visit } from '../Visit.ts';

/**
 * How many stories a part of the sitemap has. The protocol allows 50,000; with 990 a part takes 11 requests, so that it
 * can be read at the moment it is asked for, and nothing has to be cached.
 */
export const storiesPerPart = 990;

/** The protocol allows no more in one file. */
const mostEntries = 50_000;

/** What Google takes as news, and at most so many. */
const newsMilliseconds = 2 * 24 * 3_600_000;
const mostNews = 1000;

/** The sitemap: an index of its parts. A story is listed as long as it is public, at the very moment. */
export async function sitemapIndex({ site }: Visit): Promise<Text> {
  const parts = await Promise.all(
    everyPlace(site.settings).map(async (place) => {
      const { total } = await readTimeline(publicRoom(site), place, async (timeline) => timeline);
      const count = Math.ceil(total / storiesPerPart);
      const instance = place.section + place.edition.suffix;
      return Array.from({ length: count }, (_, index) => `/sitemap/${instance}/${index + 1}.xml`);
    }),
  );
  const entries = ['/sitemap/pages.xml', ...parts.flat()].map(
    (path) => `<sitemap><loc>${escapeText(site.url + path)}</loc></sitemap>`,
  );
  return xml(`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</sitemapindex>`);
}

/** A part of the sitemap: stories of one section, oldest first, so that new ones are in the last part. */
export async function sitemapPart({ site, params }: Visit): Promise<Text | undefined> {
  const place = placeOf(site.settings, params['instance'] ?? '');
  const part = Number(/^([1-9]\d{0,4})\.xml$/.exec(params['part'] ?? '')?.[1]);
  if (place === undefined || !(part > 0)) return undefined;
  const stories = await readTimeline(publicRoom(site), place, ({ total, read }) =>
    read((part - 1) * storiesPerPart, Math.min(part * storiesPerPart, total)),
  );
  if (stories.length === 0) return undefined;
  const listed = stories.filter((story) => isForRobots(story, site));
  return urlSet(
    listed.map(({ path, news }) => entry(site.url + path, Math.max(news.updatedAt, publishedAt(news)))),
  );
}

/** The pages that are not stories: front pages, sections, topics and the archive. */
export async function sitemapPages({ site }: Visit): Promise<Text> {
  const { editions, sections } = site.settings;
  const paths = editions.map(async (edition) => {
    const room = { ...publicRoom(site), edition };
    const [years, categories, tags] = await Promise.all([
      listYears(room),
      everyTopic(room, site.client.categories),
      everyTopic(room, site.client.tags),
    ]);
    return [
      edition.path || '/',
      ...sections.map((section) => `${edition.path}/${section}`),
      `${edition.path}/archive`,
      ...years.map((year) => `${edition.path}/archive/${year}`),
      ...categories.map((category) => categoryTopic(edition, category).path),
      ...tags.map((tag) => tagTopic(edition, tag).path),
    ];
  });
  const all = (await Promise.all(paths)).flat();
  return urlSet(all.slice(0, mostEntries).map((path) => entry(site.url + path)));
}

/** The stories of the last two days, for Google News. */
export async function newsSitemap({ site, now }: Visit): Promise<Text> {
  const found = await Promise.all(
    everyPlace(site.settings).map((place) =>
      listRecent(publicRoom(site), place, now - newsMilliseconds, mostNews),
    ),
  );
  const stories = found
    .flat()
    .filter((story) => isForRobots(story, site))
    .toSorted((a, b) => publishedAt(b.news) - publishedAt(a.news));
  const entries = stories.slice(0, mostNews).map(({ news, path, edition }) => {
    const { title } = news.values;
    return `<url><loc>${escapeText(site.url + path)}</loc><news:news>
<news:publication><news:name>${xmlText(site.settings.name)}</news:name><news:language>${edition.language}</news:language></news:publication>
<news:publication_date>${new Date(publishedAt(news)).toISOString()}</news:publication_date>
<news:title>${xmlText(title)}</news:title>
</news:news></url>`;
  });
  return urlSet(entries, ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"');
}

/** Searches and previews are not for robots. */
export function robots({ site }: Visit): Text {
  const searches = site.settings.editions.flatMap(({ path }) => [`${path}/search?`, `${path}/search/`]);
  const lines = [
    'User-agent: *',
    ...[...searches, '/preview', '/live'].map((path) => `Disallow: ${path}`),
    ...['/sitemap.xml', '/sitemap-news.xml'].map((path) => `Sitemap: ${site.url}${path}`),
  ];
  return { type: 'text/plain; charset=utf-8', text: `${lines.join('\n')}\n` };
}

/** What the public sees, whoever asks. */
function publicRoom({ client, settings }: Site): Newsroom {
  return { client, settings, edition: settings.editions[0], previewAt: undefined };
}

/** Not what must not be indexed, nor what is at home on another page. */
function isForRobots({ news, path }: Story, site: Site): boolean {
  const { isPreventCrawling = false, canonicalUrl = site.url + path } = news.values.seo ?? {};
  return !isPreventCrawling && canonicalUrl === site.url + path;
}

function urlSet(entries: readonly string[], more = ''): Text {
  return xml(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${more}>
${entries.join('\n')}
</urlset>`);
}

function entry(address: string, changedAt?: number): string {
  const changed = changedAt === undefined ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`;
  return `<url><loc>${escapeText(address)}</loc>${changed}</url>`;
}

/** Text without the characters that XML cannot hold. */
function xmlText(text: string): string {
  return escapeText(text.replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' '));
}

function xml(text: string): Text {
  return {
    type: 'application/xml; charset=utf-8',
    text: `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`,
  };
}
