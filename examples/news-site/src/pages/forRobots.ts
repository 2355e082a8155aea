import { escapeText } from '../html.ts';
import { everyStory } from '../newsroom.ts';
import type { Handler, Site, Text, Visit } from '../Visit.ts';

/** The protocol allows no more in one file. */
const mostEntries = 50_000;

/** How long a sitemap is cached: it takes a request for every item, which strangers must not trigger at will. */
const keptMilliseconds = 10 * 60_000;

/** Every story that search engines may index, as the public sees it; cached for all visitors. */
export function sitemapPage(now: () => number): Handler {
  let made: { readonly text: Promise<string>; readonly until: number } | undefined;
  return async ({ site }) => {
    if (made === undefined || now() >= made.until)
      made = { text: writeSitemap(site), until: now() + keptMilliseconds };
    const { text } = made;
    try {
      return { type: 'application/xml; charset=utf-8', text: await text };
    } catch (error) {
      made = undefined;
      throw error;
    }
  };
}

async function writeSitemap(site: Site): Promise<string> {
  const entries = site.settings.editions.map(({ path }) => entry(`${site.url}${path || '/'}`));
  for await (const { path, news } of everyStory(site.client, site.settings)) {
    if (entries.length === mostEntries) break;
    if (news.values.seo?.isPreventCrawling) continue;
    entries.push(entry(site.url + path, news.updatedAt));
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}

function entry(address: string, updatedAt?: number): string {
  const changed = updatedAt === undefined ? '' : `<lastmod>${new Date(updatedAt).toISOString()}</lastmod>`;
  return `<url><loc>${escapeText(address)}</loc>${changed}</url>`;
}

/** Searches and previews are not for robots. */
export function robots({ site }: Visit): Text {
  const text = `User-agent: *\nDisallow: /search\nDisallow: /preview\nSitemap: ${site.url}/sitemap.xml\n`;
  return { type: 'text/plain; charset=utf-8', text };
}
