import { join } from 'node:path';
import { frameOrigins } from '@newsstand/html';
import { negotiateEncoding, requestTarget } from '../../http/request.ts';
import { ownFile } from '../../ownFile.ts';
import { StoreError, StoreFullError } from '../../store/StoreError.ts';
import type { ApiContext } from '../api/ApiContext.ts';
import { createAuthentication } from '../api/operators/authenticate.ts';
import { readPendingCookie } from '../api/operators/cookies.ts';
import type { ManagementHandler } from '../createManagement.ts';
import {
  consolePage,
  type Manifest,
  messagePage,
  openManifest,
  preferredLanguage,
  reloadPage,
} from './consolePage.ts';

/** Where the console is built to. */
export const consoleFolder = ownFile('console');

const assetRoot = '/console/assets/';

const headers = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Without any, browsers omit the origin of some requests, which are then refused.
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/** Serves the console's files; without a session only the sign-in page and what it needs. */
export function serveConsole(context: ApiContext, folder: string = consoleFolder): ManagementHandler {
  const manifestOf = openManifest(folder);
  const authentication = createAuthentication(context);
  const isSignedIn = async (request: Request, address: string) =>
    (await authentication.find(request, address)) !== undefined;
  const respond = async (path: string, request: Request, address: string): Promise<Response> => {
    const manifest = await manifestOf();
    if (manifest === undefined)
      return unavailable('The console is not built yet. Run: npm run console:build');
    if (path.startsWith(assetRoot)) {
      const name = path.slice(assetRoot.length);
      const isOpen = Object.hasOwn(manifest.files, name) && manifest.files[name]?.isOpen;
      return isOpen || (await isSignedIn(request, address))
        ? asset(folder, manifest, name, request)
        : notFound();
    }
    const hasSession = path !== '/console/welcome' && (await isSignedIn(request, address));
    if (!hasSession && isCrossSiteNavigation(request)) return reloadOnce();
    return page(context, manifest, hasSession ? 'console' : 'signIn', request);
  };
  return async (request, address) => {
    const { path } = requestTarget(request.url);
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed();
    if (!path.startsWith('/console/')) return redirectToConsole();
    return respond(path, request, address).catch((error: unknown) => {
      if (!(error instanceof StoreError)) throw error;
      context.onError(error);
      return unavailable(
        error instanceof StoreFullError
          ? 'The disk of the store is full. Free some space, and try again.'
          : 'The store cannot be reached right now. Try again in a moment; the log says more.',
      );
    });
  };
}

/** File names contain a content hash, so they can be cached forever. */
function asset(folder: string, { files }: Manifest, name: string, request: Request): Response {
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  if (file === undefined) return notFound();
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

async function page(
  context: ApiContext,
  { pages, brand, languages }: Manifest,
  name: keyof Manifest['pages'],
  request: Request,
): Promise<Response> {
  const nonce = Buffer.from(context.random(16)).toString('base64url');
  const language = preferredLanguage(request.headers.get('accept-language'), Object.keys(languages));
  const { noScript, words } = languages[language] ?? { noScript: '', words: [] };
  // Fetched with the script rather than after it; whoever has chosen another language waits for that one.
  const parts = { ...pages[name], preload: [...new Set([...pages[name].preload, ...words])] };
  const media = await context.mediaAddresses();
  const isPending = readPendingCookie(request, context.managementUrl()) !== undefined;
  const meta = {
    ...{ nonce, ...(await waysIn(context)) },
    ...(name === 'signIn' && isPending && { pending: 'true' }),
  };
  return new Response(consolePage(parts, brand, { language, noScript }, meta), {
    headers: {
      ...{ ...headers, 'content-type': htmlType },
      'content-security-policy': contentPolicy(nonce, media.url),
    },
  });
}

/** What is offered to sign in, on any page, because a session may end there: instructions if there is no operator yet. Without a store, that is unknown. */
async function waysIn({ store, providers }: ApiContext): Promise<Readonly<Record<string, string>>> {
  const shown = providers.map(({ id, name }) => ({ id, name }));
  const known = providers.length === 0 ? {} : { providers: JSON.stringify(shown) };
  try {
    const opened = await store();
    return await opened.read(async (reader) => ({
      ...known,
      ...((await reader.operators()).length === 0 && { unclaimed: 'true' }),
      ...((await reader.accessPolicy()).passwords === false && { passwords: 'off' }),
    }));
  } catch {
    return known;
  }
}

const htmlType = 'text/html; charset=utf-8';

/**
 * The session cookie is strict, so the browser does not send it when a link on another site is followed. A page of our own
 * that reloads itself makes the browser send it; the second cookie says that this was done.
 */
function reloadOnce(): Response {
  return new Response(reloadPage, {
    headers: {
      ...{ ...headers, 'content-type': htmlType, 'content-security-policy': strictPolicy },
      'set-cookie': `${arrivalCookie}; Path=/console/; Max-Age=10; HttpOnly; SameSite=Lax`,
    },
  });
}

const arrivalCookie = 'newsstand_arrival=1';

function isCrossSiteNavigation({ headers: given }: Request): boolean {
  const isNavigation = given.get('sec-fetch-mode') === 'navigate';
  const isDone = given.get('cookie')?.includes(arrivalCookie) ?? false;
  return isNavigation && given.get('sec-fetch-site') === 'cross-site' && !isDone;
}

const strictPolicy =
  "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function unavailable(text: string): Response {
  return new Response(messagePage(text), {
    status: 503,
    headers: {
      ...headers,
      'content-type': htmlType,
      'content-security-policy': strictPolicy,
      'retry-after': '5',
    },
  });
}

function redirectToConsole(): Response {
  return new Response(null, { status: 302, headers: { ...headers, location: '/console/' } });
}

function notFound(): Response {
  return new Response('There is nothing here.\n', {
    status: 404,
    headers: { ...headers, 'content-type': textType },
  });
}

function methodNotAllowed(): Response {
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
    // Animated packages run in a sandbox of their own; previews show videos and posts of other sites, once asked to.
    `frame-src ${[origin, ...frameOrigins].join(' ')}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
