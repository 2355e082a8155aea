import { openApiDocument } from '@newsstand/contract';
import type { Reply } from '../http/Reply.ts';
import { docsPage, docsPolicy } from './docs/docsPage.ts';
import { headerLines, varies } from './headerLines.ts';
import type { Refusal } from './Refusal.ts';
import { refusals } from './refusals.ts';

/** A page that needs no credentials. */
export type Page = () => Reply | Refusal;

/** The pages that need no credentials, by path. */
export function openPages(publicUrl: string, ready: () => boolean): ReadonlyMap<string, Page> {
  const document = () => openApiDocument(publicUrl);
  return new Map([
    ['/openapi.json', text('application/json', () => JSON.stringify(document(), null, 2))],
    ['/docs', text('text/html;charset=utf-8', () => docsPage(document()), docsPolicy)],
    ['/healthz', text('application/json', () => '{"status":"ok"}')],
    ['/readyz', () => (ready() ? readyReply() : refusals.notReady)],
  ]);
}

const pageHeaders = {
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

/** Made when it is asked for, once: the reference would take a fifth of every start, and few ask for it. */
function text(
  type: string,
  content: () => string,
  policy = "default-src 'none'; frame-ancestors 'none'",
): () => Reply {
  const headers = headerLines({
    'content-type': type,
    vary: varies,
    ...pageHeaders,
    'content-security-policy': policy,
  });
  let reply: Reply | undefined;
  return () => {
    reply ??= { status: 200, headers, body: Buffer.from(content()) };
    return reply;
  };
}

const readyReply = text('application/json', () => '{"status":"ready"}');
