import { credentialHeaders } from '@newsstand/contract';
import type { RequestHead } from '../http/parseHead.ts';
import type { MediaAnswer, MediaServer } from '../media/serve/createMediaServer.ts';
import { type CorsOrigins, corsHeaders } from './cors.ts';
import type { KeyUse } from './createKeyUses.ts';
import { readTags } from './entityTag.ts';
import { headerLines } from './headerLines.ts';
import { type Encoding, negotiateEncoding } from './negotiateEncoding.ts';
import type { Page } from './openPages.ts';
import type { Proof } from './prove.ts';
import type { Question } from './Question.ts';
import type { Refusal } from './Refusal.ts';
import { refusals } from './refusals.ts';
import { saneRequestId } from './requestIds.ts';
import { requestTarget } from './requestTarget.ts';
import { type Route, route } from './route.ts';

/** All that the head of a request says. The same head comes again and again, so this is worked out once. */
export type Asked = {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly path: string;
  readonly query: string;
  readonly found: Route | Page | MediaAnswer | Refusal;
  /** For logs and metrics. */
  readonly operation: string;
  readonly key: string | undefined;
  readonly secret: string | undefined;
  readonly encoding: Encoding;
  /** The entity tags that the reader holds. */
  readonly held: readonly string[] | undefined;
  readonly origin: string | undefined;
  /** The header lines that let a page of that origin read the answer. */
  readonly corsLines: string;
  readonly requestId: string | undefined;
  /** Found out when it is first needed, since not everybody who asks has a right to that much work. */
  question?: Question;
  proof?: Proof;
  /** Where uses of the key are counted, once it was right. */
  use?: KeyUse;
};

/** What reading a head depends on besides the head. */
export type ReadSettings = {
  readonly pages: ReadonlyMap<string, Page>;
  readonly media: MediaServer;
  readonly corsOrigins: CorsOrigins;
};

/** Reads what a head asks for. */
export function readAsked(head: RequestHead, { pages, media, corsOrigins }: ReadSettings): Asked {
  const { method } = head;
  const { path, query, whole } = requestTarget(head.target);
  const isMedia = path.startsWith(mediaStart);
  const found = isMedia
    ? media.read(path.slice(mediaStart.length), head)
    : (pages.get(path) ?? route(path) ?? (path === '*' ? nothing : refusals.unknownPath));
  const isRead = method === 'GET' || method === 'HEAD';
  const origin = head.header('origin');
  const held = head.header('if-none-match');
  return {
    method,
    url: whole,
    path,
    query,
    found,
    operation: isRead ? operationOf(found, isMedia) : 'none',
    key: head.header(credentialHeaders.key),
    secret: head.header(credentialHeaders.secret),
    encoding: negotiateEncoding(head.header('accept-encoding')),
    held: held === undefined ? undefined : readTags(held),
    origin,
    corsLines: isMedia
      ? everyPage
      : origin === undefined
        ? ''
        : headerLines(corsHeaders(corsOrigins, origin)),
    requestId: saneRequestId(head.header('x-request-id')),
  };
}

function operationOf(found: Asked['found'], isMedia: boolean): string {
  if ('operation' in found) return found.operation.name;
  return isMedia ? 'media' : 'none';
}

/** Media are for any page to show. */
const everyPage = headerLines({ 'access-control-allow-origin': '*' });

/** All that begins so is media. */
const mediaStart = '/media/';

/** OPTIONS may ask about the service as such, and only OPTIONS may. */
function nothing(): Refusal {
  return refusals.unknownPath;
}
