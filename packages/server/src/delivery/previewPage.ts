import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { frameOrigins } from '@newsstand/html';
import { z } from 'zod';
import { type HttpResponse, headerLines } from '../http/HttpResponse.ts';
import { type Encoding, negotiateEncoding } from '../http/request.ts';
import type { Asker } from '../media/serve/MediaResponse.ts';
import { ownFile } from '../ownFile.ts';

const hashes = z.object({ script: z.string(), style: z.string() });

/**
 * The page that preview links lead to. It holds nothing of any item, and is the same whatever the link: its script reads
 * the item with the token in the fragment, which is in no log, no cache and no `Referer`.
 */
export function createPreviewPage(mediaUrl: string): (asker: Asker) => HttpResponse {
  const pages = new Map<Encoding, HttpResponse>();
  return ({ header }) => {
    const encoding = negotiateEncoding(header('accept-encoding'));
    const page = pages.get(encoding) ?? readPage(mediaUrl, encoding);
    if (page.status === 200) pages.set(encoding, page);
    return page;
  };
}

const endings = { identity: '', gzip: '.gz', br: '.br' } as const;

function readPage(mediaUrl: string, encoding: Encoding): HttpResponse {
  const read = (name: string) => readFileSync(join(ownFile('console'), name));
  try {
    const policy = policyOf(
      hashes.parse(JSON.parse(read('preview.json').toString())),
      new URL(mediaUrl).origin,
    );
    return {
      status: 200,
      headers: headerLines({
        ...headers,
        'content-type': 'text/html;charset=utf-8',
        'content-security-policy': policy,
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      }),
      body: read(`preview.html${endings[encoding]}`),
    };
  } catch {
    const text = 'The preview page has not been built: npm run console:build does that.\n';
    const type = { 'content-type': 'text/plain;charset=utf-8' };
    return { status: 503, headers: headerLines({ ...headers, ...type }), body: Buffer.from(text) };
  }
}

const headers = {
  'cache-control': 'no-store',
  vary: 'accept-encoding, origin',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** By hash, since 'self' would also allow scripts of media packages, which are served from the same origin. */
function policyOf({ script, style }: z.infer<typeof hashes>, media: string): string {
  return [
    "default-src 'none'",
    `script-src '${script}'`,
    `style-src '${style}'`,
    "connect-src 'self'",
    `img-src 'self' data: ${media}`,
    `media-src 'self' ${media}`,
    // Animated packages run in a sandbox of their own; videos and posts of other sites are shown once the reader agrees.
    `frame-src ${["'self'", media, ...frameOrigins].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
