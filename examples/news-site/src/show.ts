import { NewsstandError } from '@newsstand/client';
import { isNowhere, movedPath } from './newsroom.ts';
import { failurePage, messagePage, notFoundPage } from './pages/messagePage.ts';
import { layout } from './parts/layout.ts';
import type { Action } from './preview/previewActions.ts';
import { type Answer, encodingFor, respond, securityHeaders } from './respond.ts';
import type { Handler, Page, Site, Text, Visit } from './Visit.ts';

/** Handles a request for a page. */
export async function show(site: Site, request: Request, handler: Handler): Promise<Response> {
  const visit = visitOf(site, request);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return send(
      request,
      visit,
      messagePage(405, 'Only for reading', 'This address can only be read.', { allow: 'GET, HEAD' }),
    );
  }
  return await guarded(request, visit, async () => {
    const shown = await found(visit, handler);
    return send(request, visit, shown ?? (await movedPage(visit)) ?? notFoundPage());
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
async function movedPage({ newsroom, url }: Visit): Promise<Page | undefined> {
  const location = await movedPath(newsroom, url.pathname);
  if (location === undefined) return undefined;
  return messagePage(301, 'Moved', 'This story has a new address.', { location });
}

/** Handles a form of this site; forms of other sites are refused. */
export async function act(site: Site, request: Request, action: Action): Promise<Response> {
  const visit = visitOf(site, request);
  if (!isFromHere(request, site.url)) {
    return send(request, visit, messagePage(403, 'Not from here', 'Forms of other sites are not taken.'));
  }
  return await guarded(request, visit, async () => {
    const outcome = await action(visit, new URLSearchParams(await request.text()), tokenOf(request));
    if ('main' in outcome) return send(request, visit, outcome);
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
export function answerAsset(site: Site, request: Request): Response {
  const visit = visitOf(site, request);
  const file = site.assets.files.get(visit.url.pathname);
  if (file === undefined) return send(request, visit, notFoundPage());
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

function visitOf(site: Site, request: Request): Visit {
  const preview = site.sessions.find(tokenOf(request));
  const { client, settings } = site;
  return {
    site,
    preview,
    url: addressOf(site, request),
    params: 'params' in request ? readParams(request.params) : {},
    newsroom: { client: preview?.client ?? client, settings, previewAt: preview?.previewAt },
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
    const page = failurePage(error);
    // Only the path: search terms are private.
    if (page?.status !== 404)
      console.error(`${visit.url.pathname}: ${error instanceof Error ? error.message : error}`);
    return send(
      request,
      visit,
      page ?? messagePage(500, 'Something went wrong', 'It is our fault, and it is noted.'),
    );
  }
}

/** A key that was revoked, or has expired, ends its session. */
function hasEnded(error: unknown): boolean {
  return error instanceof NewsstandError && (error.status === 401 || error.status === 403);
}

function send(request: Request, visit: Visit, shown: Page | Text): Response {
  const caching = visit.preview === undefined ? {} : { 'cache-control': 'no-store' };
  return respond(
    request,
    { ...answerOf(shown, visit), headers: { ...caching, ...answerOf(shown, visit).headers } },
    securityHeaders(visit.site.settings),
  );
}

function answerOf(shown: Page | Text, visit: Visit): Answer {
  if (!('main' in shown)) return { ...shown, body: shown.text };
  const { status = 200, headers = {} } = shown;
  return { body: layout(shown, visit).html, type: 'text/html; charset=utf-8', status, headers };
}

function readParams(params: unknown): Record<string, string> {
  const entries = Object.entries(params ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(entries);
}

function tokenOf(request: Request): string | undefined {
  return /(?:^|; ?)preview=([\w-]{43})(?:;|$)/.exec(request.headers.get('cookie') ?? '')?.[1];
}

/** Whether a form was sent by a page of this site. Browsers send the origin of a form; without one it is refused. */
export function isFromHere(request: Request, siteUrl: string): boolean {
  const origin = request.headers.get('origin') ?? '';
  if (!URL.canParse(origin)) return false;
  const host = request.headers.get('host');
  return origin === new URL(siteUrl).origin || new URL(origin).host === host;
}
