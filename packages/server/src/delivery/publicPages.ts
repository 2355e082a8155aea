import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { openTaskThread } from '../concurrency/openTaskThread.ts';
import { type HttpResponse, headerLine, headerLines } from '../http/HttpResponse.ts';
import { alive, ready, stopping } from '../http/health.ts';
import type { Header } from '../http/parseHead.ts';
import { entityTagsIn, negotiateEncoding } from '../http/request.ts';
import type { Asker } from '../media/serve/MediaResponse.ts';
import { ownFile } from '../ownFile.ts';
import type { PageTasks } from './docs/pageThread.ts';
import { createPreviewPage } from './previewPage.ts';
import { problems, type RequestProblem } from './problems.ts';
import { noStoreLine, varyLine } from './ResponseCache.ts';

/** A page that needs no credentials. */
export type Page = (asker: Asker) => HttpResponse | RequestProblem | Promise<HttpResponse>;

/** What the pages depend on. */
export type PageSettings = {
  readonly publicUrl: string;
  readonly mediaUrl: string;
  /** The address of the documentation site. */
  readonly docsUrl?: string | undefined;
  /** Whether the reference shows how to read the demo content. */
  readonly isDemo?: boolean | undefined;
};

/** The pages that need no credentials, by path. */
export function createPublicPages(
  settings: PageSettings,
  isReady: () => boolean,
  clientPackage: string = ownFile('client.tgz'),
): ReadonlyMap<string, Page> {
  const { publicUrl, mediaUrl, docsUrl, isDemo } = settings;
  // It ends by itself when idle.
  const thread = openTaskThread<PageTasks>(ownFile('pageThread.js'));
  const welcome = {
    html: text(htmlType, () => welcomePage, welcomeLines),
    json: text(jsonType, () => JSON.stringify(welcomeOf(publicUrl)), welcomeLines),
  };
  const readiness = {
    ready: text(jsonType, () => JSON.stringify(ready)),
    stopping: { ...text(jsonType, () => JSON.stringify(stopping), noStoreLine + varyLine)(), status: 503 },
  };
  return new Map<string, Page>([
    ['/', ({ header }) => (prefersHtml(header('accept') ?? '') ? welcome.html() : welcome.json())],
    ['/openapi.json', madeElsewhere(jsonType, () => thread.call('openApi', publicUrl))],
    ['/docs', madeElsewhere(htmlType, () => thread.call('docs', { publicUrl, mediaUrl, docsUrl, isDemo }))],
    [
      '/docs/',
      () => ({ status: 308, headers: headerLine('location', '../docs') + pageLines, body: undefined }),
    ],
    ['/docs/client.tgz', clientPage(clientPackage)],
    ['/preview', createPreviewPage(mediaUrl)],
    ['/healthz', text(jsonType, () => JSON.stringify(alive))],
    ['/readyz', () => (isReady() ? readiness.ready() : readiness.stopping)],
  ]);
}

const jsonType = 'application/json';
const htmlType = 'text/html;charset=utf-8';
const safetyHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};
const pageLines = headerLine('cache-control', 'no-cache') + varyLine;
/** It hardly ever changes. Not for shared caches: some of them ignore `Vary`, and would show people what is for programs. */
const welcomeLines =
  headerLine('cache-control', 'private, max-age=3600') + headerLine('vary', 'accept, origin');

const noScripts = "default-src 'none'; frame-ancestors 'none'";

/** Made once, when it is first requested. */
function text(type: string, content: () => string, cacheLines = pageLines): () => HttpResponse {
  const own = { 'content-type': type, ...safetyHeaders, 'content-security-policy': noScripts };
  let response: HttpResponse | undefined;
  return () => {
    response ??= { status: 200, headers: headerLines(own) + cacheLines, body: Buffer.from(content()) };
    return response;
  };
}

/** The same for a page that takes tens of milliseconds to make: another thread does it, once for all who wait for it. */
function madeElsewhere(type: string, make: () => Promise<MadePage>): Page {
  let making: Promise<StoredPage> | undefined;
  const begin = async () => {
    const { body, gzip, policy = noScripts } = await make();
    const own = { 'content-type': type, ...safetyHeaders, 'content-security-policy': policy };
    return storedPage(own, body, gzip);
  };
  return async ({ header }) => {
    making ??= begin();
    try {
      return respondWith(await making, header);
    } catch (error) {
      making = undefined;
      throw error;
    }
  };
}

type MadePage = ReturnType<PageTasks['docs']>;

/** The client as a package to install. */
function clientPage(path: string): Page {
  let found: StoredPage | undefined;
  return ({ header }) => {
    // Whoever builds it later need not restart the service.
    if (found === undefined && !existsSync(path)) return problems.clientMissing;
    found ??= storedPage(
      { 'content-type': 'application/gzip', ...safetyHeaders },
      readFileSync(path),
      undefined,
    );
    return respondWith(found, header);
  };
}

/** Bytes that a client may hold already: a new version has the same URL, so it asks each time whether they have changed. */
type StoredPage = {
  readonly lines: string;
  readonly tag: string;
  readonly body: Uint8Array;
  readonly gzip: Uint8Array | undefined;
};

function storedPage(
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
  gzip: Uint8Array | undefined,
): StoredPage {
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  return { lines: headerLines(headers) + pageLines, tag, body, gzip };
}

function respondWith({ lines, tag, body, gzip }: StoredPage, header: Header): HttpResponse {
  const codings = header('accept-encoding')?.replaceAll(/\bbr\b/gi, '');
  const zipped = negotiateEncoding(codings) === 'gzip' ? gzip : undefined;
  const ownTag = zipped === undefined ? tag : `${tag}-gzip`;
  const headers = lines + headerLine('etag', `"${ownTag}"`);
  const held = entityTagsIn(header('if-none-match') ?? '');
  if (held.includes('*') || held.includes(ownTag)) return { status: 304, headers, body: undefined };
  if (zipped === undefined) return { status: 200, headers, body };
  return { status: 200, headers: headers + headerLine('content-encoding', 'gzip'), body: zipped };
}

const description = 'A read-only content delivery service. Requests for content need a key and its secret.';

function welcomeOf(publicUrl: string): object {
  return {
    ...{ service: 'Newsstand', description },
    ...{ docs: `${publicUrl}/docs`, openapi: `${publicUrl}/openapi.json` },
  };
}

/** The links are relative: a proxy may serve it under a path. */
const welcomePage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Newsstand</title>
<h1>Newsstand</h1>
<p>${description}</p>
<p><a href="docs">Reference</a>, <a href="openapi.json">OpenAPI document</a></p>
</html>
`;

/** Browsers name HTML first; other clients name JSON, anything or nothing. */
function prefersHtml(accept: string): boolean {
  const types = accept.split(',').map((item) => item.split(';', 1)[0]?.trim().toLowerCase());
  const [html, json] = [types.indexOf('text/html'), types.indexOf(jsonType)];
  return html >= 0 && (json < 0 || html < json);
}
