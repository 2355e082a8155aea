import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { openApiDocument } from '@newsstand/contract';
import { type HttpResponse, headerLine, headerLines } from '../http/HttpResponse.ts';
import { alive, ready, stopping } from '../http/health.ts';
import type { Header } from '../http/parseHead.ts';
import { entityTagsIn } from '../http/request.ts';
import { ownFile } from '../ownFile.ts';
import { docsPage, docsPolicy } from './docs/docsPage.ts';
import { createPreviewPage } from './previewPage.ts';
import { problems, type RequestProblem } from './problems.ts';
import { noStoreLine, varyLine } from './ResponseCache.ts';

/** A page that needs no credentials. */
export type Page = (header: Header) => HttpResponse | RequestProblem;

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
  const { publicUrl, mediaUrl } = settings;
  const document = () => openApiDocument(publicUrl);
  const welcome = {
    html: text(htmlType, () => welcomePage, welcomeLines),
    json: text(jsonType, () => JSON.stringify(welcomeOf(publicUrl)), welcomeLines),
  };
  const readiness = {
    ready: text(jsonType, () => JSON.stringify(ready)),
    stopping: { ...text(jsonType, () => JSON.stringify(stopping), noStoreLine + varyLine)(), status: 503 },
  };
  return new Map<string, Page>([
    ['/', (header) => (prefersHtml(header('accept') ?? '') ? welcome.html() : welcome.json())],
    ['/openapi.json', text(jsonType, () => JSON.stringify(document(), null, 2))],
    ['/docs', text(htmlType, () => docsPage(document(), settings), pageLines, docsPolicy(mediaUrl))],
    ['/docs/client.tgz', createClientPackage(clientPackage)],
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

/** Made once, when it is first requested: the reference would take a fifth of every start. */
function text(
  type: string,
  content: () => string,
  cacheLines = pageLines,
  policy = "default-src 'none'; frame-ancestors 'none'",
): () => HttpResponse {
  const own = headerLines({ 'content-type': type, ...safetyHeaders, 'content-security-policy': policy });
  let response: HttpResponse | undefined;
  return () => {
    response ??= { status: 200, headers: own + cacheLines, body: Buffer.from(content()) };
    return response;
  };
}

/**
 * The client as a package to install, read when it is first requested. A new version has the same URL, so package
 * managers ask each time whether it has changed.
 */
function createClientPackage(path: string): Page {
  let found: { readonly tag: string; readonly response: HttpResponse } | undefined;
  return (header) => {
    found ??= readClientPackage(path);
    if (found === undefined) return problems.clientMissing;
    const { tag, response } = found;
    const held = entityTagsIn(header('if-none-match') ?? '');
    return held.includes('*') || held.includes(tag)
      ? { ...response, status: 304, body: undefined }
      : response;
  };
}

function readClientPackage(path: string) {
  if (!existsSync(path)) return undefined;
  const body = readFileSync(path);
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  const headers = { 'content-type': 'application/gzip', etag: `"${tag}"`, ...safetyHeaders };
  return { tag, response: { status: 200, headers: headerLines(headers) + pageLines, body } };
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
