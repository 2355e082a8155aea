import { openApiDocument } from '@newsstand/contract';
import { type HttpResponse, headerLines } from '../http/HttpResponse.ts';
import { docsPage, docsPolicy } from './docs/docsPage.ts';
import { problems, type RequestProblem } from './problems.ts';
import { varyLine } from './ResponseCache.ts';

/** A page that needs no credentials. */
export type Page = () => HttpResponse | RequestProblem;

/** The pages that need no credentials, by path. */
export function createPublicPages(publicUrl: string, ready: () => boolean): ReadonlyMap<string, Page> {
  const document = () => openApiDocument(publicUrl);
  return new Map([
    ['/openapi.json', text('application/json', () => JSON.stringify(document(), null, 2))],
    ['/docs', text('text/html;charset=utf-8', () => docsPage(document()), docsPolicy)],
    ['/healthz', text('application/json', () => '{"status":"ok"}')],
    ['/readyz', () => (ready() ? readyPage() : problems.notReady)],
  ]);
}

const pageHeaders = {
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

/** Made once, when it is first requested: the reference would take a fifth of every start. */
function text(
  type: string,
  content: () => string,
  policy = "default-src 'none'; frame-ancestors 'none'",
): () => HttpResponse {
  const own = headerLines({ 'content-type': type, ...pageHeaders, 'content-security-policy': policy });
  let response: HttpResponse | undefined;
  return () => {
    response ??= { status: 200, headers: own + varyLine, body: Buffer.from(content()) };
    return response;
  };
}

const readyPage = text('application/json', () => '{"status":"ready"}');
