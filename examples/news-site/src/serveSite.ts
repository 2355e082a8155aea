import { createClient, memoryCache } from '@newsstand/client';
import { buildAssets } from './buildAssets.ts';
import { articlePage } from './pages/articlePage.ts';
import { jsonFeedText, rssFeed } from './pages/feeds.ts';
import { robots, sitemapPage } from './pages/forRobots.ts';
import { frontPage } from './pages/frontPage.ts';
import { categoryPage, sectionPage, tagPage } from './pages/listPages.ts';
import { searchPage, searchResults } from './pages/searchPage.ts';
import { openSessions } from './preview/openSessions.ts';
import { chooseMoment, signIn, signOut } from './preview/previewActions.ts';
import { previewPage } from './preview/previewPages.ts';
import type { Settings } from './readSettings.ts';
import { act, answerAsset, show } from './show.ts';
import type { Handler, Site } from './Visit.ts';

/** A site that is open. */
export type OpenSite = { readonly url: string; close(): Promise<void> };

/** Opens the site: this is the table of all that it answers. */
export async function serveSite(settings: Settings): Promise<OpenSite> {
  const assets = await buildAssets();
  const client = createClient({
    ...settings.content,
    cache: memoryCache({ entries: 500 }),
    timeout: 5000,
    // Whoever waits for a page is better told at once than kept waiting.
    retries: 0,
  });
  const sessions = openSessions(Date.now);
  const site: Site = {
    ...{ settings, assets, client, sessions, now: Date.now },
    // Known once it listens, which is before anybody asks.
    get url() {
      return settings.url ?? server.url.origin;
    },
  };
  const page = (handler: Handler) => (request: Bun.BunRequest) => show(site, request, handler);
  const server: Bun.Server<undefined> = Bun.serve({
    hostname: settings.host,
    port: settings.port,
    reusePort: false,
    // Its own page of errors shows code to whoever meets one.
    development: false,
    // The forms of the preview are all that anybody sends.
    maxRequestBodySize: 4096,
    routes: {
      '/': page(frontPage),
      '/search': page(searchPage),
      '/search/results': page(searchResults),
      '/category/:id': page(categoryPage),
      '/tag/:id': page(tagPage),
      '/rss.xml': page(rssFeed),
      '/feed.json': page(jsonFeedText),
      '/sitemap.xml': page(sitemapPage(site.now)),
      '/robots.txt': page(robots),
      '/preview': { GET: page(previewPage), POST: (request) => act(site, request, signIn) },
      '/preview/moment': { POST: (request) => act(site, request, chooseMoment) },
      '/preview/sign-out': { POST: (request) => act(site, request, signOut) },
      '/assets/:name': (request) => answerAsset(site, request),
      '/:section': page(sectionPage),
      '/:section/rss.xml': page(rssFeed),
      '/:section/feed.json': page(jsonFeedText),
      '/:section/:id': page(articlePage),
    },
    fetch: (request) => show(site, request, () => undefined),
  });
  return { url: site.url, close: () => server.stop(true) };
}
