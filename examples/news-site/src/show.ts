import { type Category, NewsstandError } from '@newsstand/client';
import type { Edition } from './Edition.ts';
import { isNowhere, listCategories, movedPath, type Newsroom } from './newsroom.ts';
import { failurePage, messagePage, nothingHere } from './pages/messagePage.ts';
import { notFoundPage } from './pages/notFoundPage.ts';
import { layout } from './parts/layout.ts';
import { clockTolerance } from './preview/openSessions.ts';
import type { Action } from './preview/previewActions.ts';
import { type Answer, encodingFor, respond, securityHeaders } from './respond.ts';
import type { Handler, Page, Site, Text, Visit } from './Visit.ts';

/** Handles a request for a page. */
export async function show(
  site: Site,
  edition: Edition,
  request: Request,
  handler: Handler,
): Promise<Response> {
  const visit = visitOf(site, edition, request);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return await send(
      request,
      visit,
      messagePage(edition, 405, 'Only for reading', 'This address can only be read.', { allow: 'GET, HEAD' }),
    );
  }
  return await guarded(request, visit, async () => {
    const shown = await found(visit, handler);
    return await send(request, visit, shown ?? (await movedPage(visit)) ?? (await notFoundPage(visit)));
  });
}

async function found(visit: Visit, handler: Handler): Promise<Page | Text | undefined> {
  try {
    return await handler(visit);
  } catch (error) {
    if (isNowhere(error)) return undefined;
    throw error;
  }
}

/** An old address leads to the new one. */
async function movedPage({ newsroom, url, edition }: Visit): Promise<Page | undefined> {
  const location = await movedPath(newsroom, url.pathname);
  if (location === undefined) return undefined;
  return messagePage(edition, 301, 'Moved', 'This story has a new address.', { location });
}

/** Handles a form of this site; forms of other sites are refused. */
export async function act(site: Site, request: Request, action: Action): Promise<Response> {
  const edition = site.settings.editions[0];
  const visit = visitOf(site, edition, request);
  if (!isFromHere(request, site.url)) {
    const page = messagePage(edition, 403, 'Not from here', 'Forms of other sites are not taken.');
    return await send(request, visit, page);
  }
  return await guarded(request, visit, async () => {
    const outcome = await action(visit, new URLSearchParams(await request.text()), tokenOf(request));
    if ('main' in outcome) return await send(request, visit, outcome);
    const headers = new Headers({
      ...securityHeaders(site.settings),
      location: outcome.location,
      'cache-control': 'no-store',
    });
    if (outcome.cookie !== undefined) headers.set('set-cookie', outcome.cookie);
    return new Response(null, { status: 303, headers });
  });
}

/** A file of the site's own, which never changes under its name. */
export async function answerAsset(site: Site, request: Request): Promise<Response> {
  const edition = site.settings.editions[0];
  const visit = visitOf(site, edition, request);
  const file = site.assets.files.get(visit.url.pathname);
  if (file === undefined) return await send(request, visit, nothingHere(edition));
  const encoding = encodingFor(request);
  const headers = new Headers({
    ...securityHeaders(site.settings),
    'content-type': file.type,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  if (encoding !== undefined) headers.set('content-encoding', encoding);
  return new Response(file.encoded.get(encoding), { headers });
}

/** New stories, as they come out, for a page that is open. */
export function answerLive({ live, settings }: Site, request: Request): Response {
  const since = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('since');
  const body = live.listen(since ?? '');
  const headers = { ...securityHeaders(settings), 'cache-control': 'no-store' };
  if (body === undefined) return new Response(null, { status: 503, headers });
  return new Response(body, {
    // nginx would hold it back otherwise.
    headers: { ...headers, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
  });
}

function visitOf(site: Site, edition: Edition, request: Request): Visit {
  const preview = site.sessions.find(tokenOf(request));
  const { client, settings } = site;
  const newsroom: Newsroom = {
    client: preview?.client ?? client,
    settings,
    edition,
    // A moment that was to come when it was chosen may have passed.
    previewAt: preview?.previewAt && Math.max(preview.previewAt, site.now() + clockTolerance),
  };
  let categories: Promise<readonly Category[]> | undefined;
  return {
    site,
    preview,
    edition,
    chosen: settings.editions.find(({ language }) => language === cookieOf(request, 'language'))?.language,
    newsroom,
    categories() {
      categories ??= listCategories(newsroom);
      return categories;
    },
    url: addressOf(site, request),
    params: 'params' in request ? readParams(request.params) : {},
    now: site.now(),
    livePosition: site.live.position,
  };
}

/** Path and query, at the address of the site: the host that a request names may be anything. */
function addressOf(site: Site, request: Request): URL {
  return new URL(site.url + request.url.replace(/^\w+:\/\/[^/]*/, ''));
}

/** A failure becomes a page, never a broken connection. */
async function guarded(request: Request, visit: Visit, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (visit.preview !== undefined && hasEnded(error)) {
      visit.site.sessions.end(tokenOf(request));
      return new Response(null, {
        status: 303,
        headers: { location: '/preview', 'cache-control': 'no-store' },
      });
    }
    const { edition } = visit;
    const page = failurePage(error, edition);
    // Only the path: search terms are private.
    if (page?.status !== 404)
      console.error(`${visit.url.pathname}: ${error instanceof Error ? error.message : error}`);
    const { fault, faultText } = edition.words;
    return await send(request, visit, page ?? messagePage(edition, 500, fault, faultText));
  }
}

/** A key that was revoked, or has expired, ends its session. */
function hasEnded(error: unknown): boolean {
  return error instanceof NewsstandError && (error.status === 401 || error.status === 403);
}

async function send(request: Request, visit: Visit, shown: Page | Text): Promise<Response> {
  const caching = visit.preview === undefined ? {} : { 'cache-control': 'no-store' };
  const answer = await answerOf(shown, visit);
  return respond(
    request,
    { ...answer, headers: { ...caching, ...answer.headers } },
    securityHeaders(visit.site.settings),
  );
}

async function answerOf(shown: Page | Text, visit: Visit): Promise<Answer> {
  if (!('main' in shown)) return { ...shown, body: shown.text };
  const { status = 200, headers = {} } = shown;
  // A page that says what is wrong must not fail, nor wait once more for a service that is slow.
  const categories = status < 500 ? await visit.categories().catch(() => []) : [];
  return { body: layout(shown, visit, categories).html, type: 'text/html; charset=utf-8', status, headers };
}

function readParams(params: unknown): Record<string, string> {
  const entries = Object.entries(params ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(entries);
}

function tokenOf(request: Request): string | undefined {
  return cookieOf(request, 'preview');
}

function cookieOf(request: Request, name: string): string | undefined {
  const cookies = new Bun.CookieMap(request.headers.get('cookie') ?? '');
  return cookies.get(name) ?? undefined;
}

/** Whether a form was sent by a page of this site. Browsers send the origin of a form; without one it is refused. */
export function isFromHere(request: Request, siteUrl: string): boolean {
  const origin = request.headers.get('origin') ?? '';
  if (!URL.canParse(origin)) return false;
  const host = request.headers.get('host');
  return origin === new URL(siteUrl).origin || new URL(origin).host === host;
}
