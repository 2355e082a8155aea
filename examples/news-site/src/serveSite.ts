import { createClient, memoryCache } from '@newsstand/client';
import { buildAssets } from './buildAssets.ts';
import { chooseLanguage } from './chooseLanguage.ts';
import type { Edition, Editions } from './Edition.ts';
import { openLive } from './openLive.ts';
import { archivePage, monthPage } from './pages/archivePages.ts';
import { articlePage } from './pages/articlePage.ts';
import { jsonFeedText, rssFeed } from './pages/feeds.ts';
import { newsSitemap, robots, sitemapIndex, sitemapPages, sitemapPart } from './pages/forRobots.ts';
import { frontPage } from './pages/frontPage.ts';
import { categoryPage, sectionPage, tagPage } from './pages/listPages.ts';
import { searchPage, searchResults } from './pages/searchPage.ts';
import { openSessions } from './preview/openSessions.ts';
import { type Action, chooseMoment, signIn, signOut } from './preview/previewActions.ts';
import { previewLinkPage } from './preview/previewLinkPage.ts';
import { previewPage } from './preview/previewPages.ts';
import { type Settings, SettingsError } from './readSettings.ts';
import { act, answerAsset, answerLive, show } from './show.ts';
import type { Handler, Site } from './Visit.ts';

/** A site that is open. */
export type OpenSite = { readonly url: string; close(): Promise<void> };

/** Opens the site. */
export async function serveSite(settings: Settings): Promise<OpenSite> {
  const assets = await buildAssets();
  const client = createClient({
    ...settings.content,
    cache: memoryCache({ entries: 500 }),
    timeout: 5000,
    // Visitors should see an error soon rather than wait.
    retries: 0,
  });
  const sessions = openSessions(Date.now);
  const live = openLive(client, settings);
  const site: Site = {
    ...{ settings, assets, client, sessions, live, now: Date.now },
    // Known once it listens, which is before the first request.
    get url() {
      return settings.url ?? server.url.origin;
    },
  };
  let server: Bun.Server<undefined>;
  try {
    server = listen(site);
  } catch (error) {
    live.close();
    throw error;
  }
  return {
    url: site.url,
    async close() {
      live.close();
      await server.stop(true);
    },
  };
}

function listen(site: Site): Bun.Server<undefined> {
  const { host, port } = site.settings;
  try {
    return Bun.serve({
      hostname: host,
      port,
      reusePort: false,
      // The runtime's own error page would show source code to visitors.
      development: false,
      // The forms of the preview are all that anybody sends.
      maxRequestBodySize: 4096,
      routes: routesOf(site),
      fetch: (request) => show(site, editionAt(site.settings.editions, request), request, () => undefined),
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    throw new SettingsError([`SITE_PORT: ${port} on ${host} is taken; stop what uses it, or choose another`]);
  }
}

/** The table of all routes. */
function routesOf(site: Site) {
  const { editions } = site.settings;
  const page = (handler: Handler) => (request: Request) => show(site, editions[0], request, handler);
  const form = (action: Action) => (request: Request) => act(site, request, action);
  return {
    ...Object.assign({}, ...editions.map((edition) => editionRoutes(site, edition))),
    '/language': { POST: form(chooseLanguage) },
    '/sitemap.xml': page(sitemapIndex),
    '/sitemap/pages.xml': page(sitemapPages),
    '/sitemap/:instance/:part': page(sitemapPart),
    '/sitemap-news.xml': page(newsSitemap),
    '/robots.txt': page(robots),
    '/preview': { GET: page(previewPage), POST: form(signIn) },
    '/preview/:instance/:id': page(previewLinkPage),
    '/preview/moment': { POST: form(chooseMoment) },
    '/preview/sign-out': { POST: form(signOut) },
    '/live': (request: Request, server: Bun.Server<undefined>) => {
      // It is silent for longer than the server would wait.
      server.timeout(request, 0);
      return answerLive(site, request);
    },
    '/assets/:name': (request: Request) => answerAsset(site, request),
  };
}

/** The language in which an unknown address is answered. */
function editionAt([first, ...others]: Editions, { url }: Request): Edition {
  // The host may be anything, even what is no host.
  const asked = url.replace(/^\w+:\/\/[^/]*/, '');
  return others.find(({ path }) => asked.startsWith(`${path}/`)) ?? first;
}

/** What there is in each language. */
function editionRoutes(
  site: Site,
  edition: Edition,
): Record<string, (request: Request) => Promise<Response>> {
  const { path } = edition;
  const page = (handler: Handler) => (request: Request) => show(site, edition, request, handler);
  return {
    [path || '/']: page(frontPage),
    ...(path !== '' && {
      [`${path}/`]: async () => new Response(null, { status: 301, headers: { location: path } }),
    }),
    [`${path}/search`]: page(searchPage),
    [`${path}/search/results`]: page(searchResults),
    [`${path}/category/:id`]: page(categoryPage),
    [`${path}/tag/:id`]: page(tagPage),
    [`${path}/archive`]: page(archivePage),
    [`${path}/archive/:year`]: page(archivePage),
    [`${path}/archive/:year/:month`]: page(monthPage),
    [`${path}/rss.xml`]: page(rssFeed),
    [`${path}/feed.json`]: page(jsonFeedText),
    [`${path}/:section`]: page(sectionPage),
    [`${path}/:section/rss.xml`]: page(rssFeed),
    [`${path}/:section/feed.json`]: page(jsonFeedText),
    [`${path}/:section/:id`]: page(articlePage),
  };
}
