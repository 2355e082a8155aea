import { join } from 'node:path';
import { negotiateEncoding } from '../../http/requestHeaders.ts';
import { requestTarget } from '../../http/router.ts';
import { StoreError } from '../../store/StoreError.ts';
import type { ApiContext } from '../api/ApiContext.ts';
import { createAuthentication } from '../api/operators/authenticate.ts';
import type { ManagementHandler } from '../createManagement.ts';
import { arrivalPage, consolePage, plainPage, preferredLanguage } from './consolePage.ts';
import { type Manifest, openManifest, type PageParts } from './openManifest.ts';

/** Where the console is built to. */
export const consoleFolder = join(import.meta.dir, '../../../../console/dist');

const assetRoot = '/console/assets/';

const headers = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // With none at all, browsers leave out the origin of some requests, which are then refused.
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/** Serves the console's files; without a session only the sign-in page and what it needs. */
export function serveConsole(context: ApiContext, folder: string = consoleFolder): ManagementHandler {
  const manifestOf = openManifest(folder);
  const authentication = createAuthentication(context);
  const isSignedIn = async (request: Request) => (await authentication.find(request)) !== undefined;
  const answer = async (path: string, request: Request): Promise<Response> => {
    const manifest = await manifestOf();
    if (manifest === undefined) return plain('The console is not built yet. Run: npm run console:build');
    if (path.startsWith(assetRoot)) {
      const name = path.slice(assetRoot.length);
      const isOpen = Object.hasOwn(manifest.files, name) && manifest.files[name]?.isOpen;
      return isOpen || (await isSignedIn(request)) ? asset(folder, manifest, name, request) : nothing();
    }
    const isIn = path !== '/console/welcome' && (await isSignedIn(request));
    if (!isIn && isFromElsewhere(request)) return arrival();
    return page(context, manifest.pages[isIn ? 'console' : 'signIn'], request);
  };
  return async (request) => {
    const { path } = requestTarget(request.url);
    if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed();
    if (!path.startsWith('/console/')) return redirected();
    return answer(path, request).catch((error: unknown) => {
      if (!(error instanceof StoreError)) throw error;
      context.onError(error);
      return plain('The store cannot be reached right now. Try again in a moment; the log says more.');
    });
  };
}

/** File names contain a content hash, so they can be cached forever. */
function asset(folder: string, { files }: Manifest, name: string, request: Request): Response {
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  if (file === undefined) return nothing();
  const wanted = negotiateEncoding(request.headers.get('accept-encoding') ?? undefined);
  const encoding = wanted !== 'identity' && file.encodings.includes(wanted) ? wanted : undefined;
  return new Response(Bun.file(join(folder, name + (encoding ? endings[encoding] : ''))), {
    headers: {
      ...headers,
      'cache-control': `${file.isOpen ? 'public' : 'private'}, max-age=31536000, immutable`,
      'content-type': file.type,
      vary: 'accept-encoding',
      ...(encoding && { 'content-encoding': encoding }),
    },
  });
}

const endings = { br: '.br', gzip: '.gz' } as const;

async function page(context: ApiContext, parts: PageParts, request: Request): Promise<Response> {
  const nonce = Buffer.from(context.random(16)).toString('base64url');
  const language = preferredLanguage(request.headers.get('accept-language'));
  const media = await context.mediaAddresses();
  return new Response(consolePage(parts, language, nonce), {
    headers: {
      ...{ ...headers, 'content-type': htmlType },
      'content-security-policy': contentPolicy(nonce, media.url),
    },
  });
}

const htmlType = 'text/html; charset=utf-8';

/**
 * A link on another site brings no session along, also where there is one: that is what keeps other sites out. Asked once
 * more by a page of our own, the browser sends it. The second cookie says that this was done.
 */
function arrival(): Response {
  return new Response(arrivalPage, {
    headers: {
      ...{ ...headers, 'content-type': htmlType, 'content-security-policy': plainPolicy },
      'set-cookie': `${arrivalCookie}; Path=/console/; Max-Age=10; HttpOnly; SameSite=Lax`,
    },
  });
}

const arrivalCookie = 'newsstand_arrival=1';

function isFromElsewhere({ headers: given }: Request): boolean {
  const isNavigation = given.get('sec-fetch-mode') === 'navigate';
  const isDone = given.get('cookie')?.includes(arrivalCookie) ?? false;
  return isNavigation && given.get('sec-fetch-site') === 'cross-site' && !isDone;
}

const plainPolicy =
  "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function plain(text: string): Response {
  return new Response(plainPage(text), {
    status: 503,
    headers: {
      ...headers,
      'content-type': htmlType,
      'content-security-policy': plainPolicy,
      'retry-after': '5',
    },
  });
}

function redirected(): Response {
  return new Response(null, { status: 302, headers: { ...headers, location: '/console/' } });
}

function nothing(): Response {
  return new Response('There is nothing here.\n', {
    status: 404,
    headers: { ...headers, 'content-type': textType },
  });
}

function notAllowed(): Response {
  const allow = 'GET, HEAD';
  return new Response('Use GET or HEAD.\n', {
    status: 405,
    headers: { ...headers, allow, 'content-type': textType },
  });
}

const textType = 'text/plain; charset=utf-8';

/** The Content-Security-Policy of a console page. */
function contentPolicy(nonce: string, mediaUrl: string): string {
  const { origin } = new URL(mediaUrl);
  const media = ["'self'", 'data:', 'blob:', origin];
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${media.join(' ')}`,
    `media-src ${media.join(' ')}`,
    // Videos are fetched in segments if the browser does not support HLS.
    `connect-src 'self' ${origin}`,
    "font-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
