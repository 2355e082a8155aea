import { credentialHeaders } from '@newsstand/contract';
import type { Header, RequestHead } from '../http/parseHead.ts';
import type { MediaServer } from '../media/serve/createMediaServer.ts';
import type { MediaHandler } from '../media/serve/MediaResponse.ts';
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
  readonly found: Route | Page | MediaHandler | Refusal;
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
  /** Who asks: what was proven of a secret is right for all that comes with it. */
  readonly reader?: Reader;
  /** Where uses of the key are counted, once it was right. */
  use?: KeyUse;
};

/** What the header lines of a request say, whatever it asks for. */
type Reader = Pick<Asked, 'key' | 'secret' | 'encoding' | 'held' | 'origin' | 'corsLines' | 'requestId'> & {
  /** What was proven last, and for which route. */
  proven?: { readonly route: Route; readonly proof: Proof };
};

/** What reading a head depends on besides the head. */
export type ReadSettings = {
  readonly pages: ReadonlyMap<string, Page>;
  readonly media: MediaServer;
  readonly corsOrigins: CorsOrigins;
};

/** Makes what reads heads. Most requests ask for what the one before asked for, but for their parameters. */
export function createReading({ pages, media, corsOrigins }: ReadSettings): (head: RequestHead) => Asked {
  const readers = new WeakMap<Header, Reader>();
  let last: Target | undefined;

  function readerOf(header: Header): Reader {
    const known = readers.get(header);
    if (known !== undefined) return known;
    const reader = readReader(header, corsOrigins);
    readers.set(header, reader);
    return reader;
  }

  function targetOf(target: string): Target {
    if (last !== undefined && isOnPath(target, last.path)) {
      return { ...last, url: target, query: target.slice(last.path.length + 1) };
    }
    const { path, query, whole } = requestTarget(target);
    const found = pages.get(path) ?? route(path) ?? (path === '*' ? nothing : refusals.unknownPath);
    const read = { url: whole, path, query, found };
    if ('operation' in found) last = read;
    return read;
  }

  return (head) => {
    const { method } = head;
    const reader = readerOf(head.header);
    const isRead = method === 'GET' || method === 'HEAD';
    if (head.target.startsWith(mediaStart)) {
      const { path, query, whole: url } = requestTarget(head.target);
      const found = media.read(path.slice(mediaStart.length), head);
      const operation = isRead ? 'media' : 'none';
      return askedOf(reader, { method, url, path, query, found, operation, corsLines: everyPage });
    }
    const { url, path, query, found } = targetOf(head.target);
    const operation = isRead && 'operation' in found ? found.operation.name : 'none';
    return askedOf(reader, { method, url, path, query, found, operation, corsLines: reader.corsLines });
  };
}

/** What a target is about. */
type Target = Pick<Asked, 'url' | 'path' | 'query' | 'found'>;

/** Whether a target is a path with parameters behind it. */
function isOnPath(target: string, path: string): boolean {
  return target.charCodeAt(path.length) === questionMark && target.startsWith(path) && !target.includes('#');
}

const questionMark = 63;

function readReader(header: Header, corsOrigins: CorsOrigins): Reader {
  const origin = header('origin');
  const held = header('if-none-match');
  return {
    key: header(credentialHeaders.key),
    secret: header(credentialHeaders.secret),
    encoding: negotiateEncoding(header('accept-encoding')),
    held: held === undefined ? undefined : readTags(held),
    origin,
    corsLines: origin === undefined ? '' : headerLines(corsHeaders(corsOrigins, origin)),
    requestId: saneRequestId(header('x-request-id')),
  };
}

type Request = Pick<Asked, 'method' | 'url' | 'path' | 'query' | 'found' | 'operation' | 'corsLines'>;

function askedOf(reader: Reader, request: Request): Asked {
  const { key, secret, encoding, held, origin, requestId } = reader;
  return { ...request, key, secret, encoding, held, origin, requestId, reader };
}

/** Media are for any page to show. */
const everyPage = headerLines({ 'access-control-allow-origin': '*' });

/** All that begins so is media. */
const mediaStart = '/media/';

/** OPTIONS may ask about the service as such, and only OPTIONS may. */
function nothing(): Refusal {
  return refusals.unknownPath;
}
