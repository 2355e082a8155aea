import { withTimeout } from '../../concurrency/withTimeout.ts';
import type { HttpResponse } from '../../http/HttpResponse.ts';
import type { Header } from '../../http/parseHead.ts';
import { decodePercent } from '../../http/request.ts';
import type { DiskCache } from '../DiskCache.ts';
import { findFormat } from '../formats.ts';
import { hashOf } from '../mediaDocument.ts';
import { MediaUnavailable, type Originals, type StoredFile } from '../originals/Originals.ts';
import { contentType } from '../package/contentType.ts';
import type { Renderer } from '../picture/render/openRenderer.ts';
import { createPictureServer, type PictureCache } from './createPictureServer.ts';
import { type Asker, type MediaHandler, type MediaResponse, mediaProblems } from './MediaResponse.ts';
import { type Conditions, type Range, sendResource } from './sendResource.ts';

export type MediaServerOptions = {
  readonly originals: Originals;
  readonly files: ReferencedFiles;
  readonly caching: MediaCaching;
  readonly renderer: Renderer;
  readonly cache: DiskCache;
  readonly key: string;
  readonly allowsUnsafe: boolean;
  /** Called with errors that readers do not notice but an operator should see. */
  readonly onFault?: (error: unknown) => void;
  /** Called for each lookup in a cache of pictures. */
  readonly onLookup?: (cache: PictureCache, hit: boolean) => void;
  /** How much memory cached pictures may take. */
  readonly memoryBytes?: number;
  /** The longest time until a response, in milliseconds. */
  readonly responseTimeout?: number;
};

/** Proxies consider a node dead if it does not respond within a minute. */
const defaultTimeout = 50_000;

/** Handles media requests. They need no credentials: anyone who knows a URL may use it. */
export type MediaServer = {
  /** `path` is what follows `/media/`, as it was sent. */
  read(path: string, head: { readonly method: string; readonly header: Header }): MediaHandler;
};

export function createMediaServer(options: MediaServerOptions): MediaServer {
  const { originals, files, caching, responseTimeout = defaultTimeout } = options;
  const settle = (response: Promise<MediaResponse>) => inTime(response, responseTimeout).catch(problemOf);
  const pictures = createPictureServer({ ...options, sendOriginal });
  const whileReferenced = serveReferenced(files, caching);

  async function sendOriginal(name: string, conditions: Conditions): Promise<MediaResponse> {
    const type = findFormat(name)?.mimetype ?? 'application/octet-stream';
    return await sendFile(name, await originals.open(name), type, conditions);
  }

  async function sendPart(name: string, conditions: Conditions): Promise<MediaResponse> {
    const [id = '', ...parts] = name.split('/');
    const inside = decodePercent(parts.join('/'));
    if (inside === undefined) return mediaProblems.notFound;
    return await sendFile(name, await originals.openPart(id, inside), contentType(inside), conditions);
  }

  return {
    read(path, { method, header }) {
      const conditions: Conditions = {
        ifNoneMatch: header('if-none-match'),
        // Ranges are defined for GET only.
        range: method === 'GET' ? header('range') : undefined,
        ifRange: header('if-range'),
        isHead: method === 'HEAD',
      };
      const [first = ''] = path.split('/', 1);
      const rest = path.slice(first.length + 1);
      if (first === 'originals')
        return whileReferenced(hashOf(rest), () => settle(sendOriginal(rest, conditions)));
      if (first === 'bundles' && runsInOwnOrigin(header)) return () => mediaProblems.ownScript;
      if (first === 'bundles') return whileReferenced(hashOf(rest), () => settle(sendPart(rest, conditions)));
      const picture = pictures.read({ signature: first, path: rest, accept: header('accept') }, conditions);
      if ('code' in picture) return () => picture;
      return whileReferenced(picture.hash, (asker) => {
        const response = picture.handle(asker);
        return response instanceof Promise ? settle(response) : response;
      });
    },
  };
}

/** Work that takes too long continues, and its result is there for the next request. */
async function inTime(response: Promise<MediaResponse>, milliseconds: number): Promise<MediaResponse> {
  const late = new Error('late');
  return await withTimeout(response, milliseconds, () => late).catch((error: unknown) => {
    if (error !== late) throw error;
    response.then(closeBody, () => {});
    return mediaProblems.busy;
  });
}

function closeBody(response: MediaResponse): void {
  if ('body' in response && response.body !== undefined && 'close' in response.body) response.body.close();
}

function problemOf(error: unknown): MediaResponse {
  if (error instanceof MediaUnavailable) return mediaProblems.unavailable;
  throw error;
}

/** The name contains a hash of the content, so it can serve as the ETag. */
async function sendFile(
  name: string,
  file: StoredFile | undefined,
  type: string,
  conditions: Conditions,
): Promise<MediaResponse> {
  if (file === undefined) return mediaProblems.notFound;
  const tag = `"${Bun.hash.xxHash3(name).toString(36)}"`;
  const content = ({ start, end }: Range) => file.read(start, end);
  return await sendResource({ tag, type, length: file.fileSize, lines: linesFor(type), content }, conditions);
}

/**
 * Files are untrusted, and share an origin with `/docs`, where readers type in their secrets. So none may become a document
 * of that origin: pages run their scripts in an opaque origin, and nothing else runs scripts at all.
 */
function linesFor(type: string): string {
  if (type === 'text/html') return 'content-security-policy: sandbox allow-scripts\r\n';
  const lines = 'content-security-policy: sandbox\r\n';
  return type === 'text/javascript' ? `${lines}vary: sec-fetch-dest, sec-fetch-site\r\n` : lines;
}

/**
 * Whether a browser would run a file as a script of this origin, which the sandbox of documents does not prevent. Pages of
 * packages have an opaque origin, so their own requests are cross-origin.
 */
function runsInOwnOrigin(header: Header): boolean {
  if (header('service-worker') === 'script') return true;
  const isScript = /^(script|worker|sharedworker|serviceworker|audioworklet|paintworklet)$/;
  return header('sec-fetch-site') === 'same-origin' && isScript.test(header('sec-fetch-dest') ?? '');
}

/** Which files records refer to. */
type ReferencedFiles = {
  /** The surrogate key of a file by its hash; undefined if no record refers to it. */
  keyOf(hash: string): string | undefined;
  /** Resolves when all writes up to now are visible, or after a while. */
  refresh(): Promise<void>;
};

/** How long media may be cached, in seconds: by browsers, and by shared caches that can be purged. */
type MediaCaching = { readonly maxAgeSeconds: number; readonly cdnMaxAgeSeconds: number };

/** For shared caches that can't be purged, in seconds. */
const sharedMaxAge = 60;
/** How many requests may wait for recent writes to become visible, and for how many milliseconds. */
const [maxWaiting, maxWaitTime] = [256, 1000];

/**
 * Wraps handlers so that a file is served only while a record refers to it. This is checked before anything is done, again
 * after every wait, and while the file is sent: no cache stores an incomplete copy.
 */
export function serveReferenced(files: ReferencedFiles, caching: MediaCaching) {
  const lines = cachingLines(caching);
  let waiting = 0;

  /** A record may have been written a moment ago: its author already knows the URL. */
  async function isReferencedNow(hash: string): Promise<boolean> {
    if (waiting >= maxWaiting) return false;
    waiting++;
    try {
      await Promise.race([files.refresh(), Bun.sleep(maxWaitTime)]);
      return files.keyOf(hash) !== undefined;
    } finally {
      waiting--;
    }
  }

  function finish(hash: string, response: MediaResponse): MediaResponse {
    if ('code' in response) return response;
    const key = files.keyOf(hash);
    if (key === undefined) {
      if (response.body !== undefined && 'close' in response.body) response.body.close();
      return mediaProblems.notFound;
    }
    const space = key.slice(0, key.lastIndexOf('/'));
    return {
      ...response,
      headers: `${response.headers}${lines}surrogate-key: ${space} ${key}\r\n`,
      body: checkedBody(response.body, () => files.keyOf(hash) !== undefined),
    };
  }

  return (hash: string, handler: MediaHandler): MediaHandler => {
    const handle = (asker: Asker) => {
      const response = handler(asker);
      return response instanceof Promise
        ? response.then((later) => finish(hash, later))
        : finish(hash, response);
    };
    return (asker) => {
      if (files.keyOf(hash) !== undefined) return handle(asker);
      return isReferencedNow(hash).then((isReferenced) =>
        isReferenced ? handle(asker) : mediaProblems.notFound,
      );
    };
  };
}

/** `Cache-Control`, and for shared caches that can be purged RFC 9213 and its predecessor. */
function cachingLines({ maxAgeSeconds, cdnMaxAgeSeconds }: MediaCaching): string {
  const shared = Math.min(maxAgeSeconds, sharedMaxAge);
  const common = `cache-control: public, max-age=${maxAgeSeconds}, s-maxage=${shared}, immutable\r\n`;
  if (cdnMaxAgeSeconds === 0) return common;
  const age = `max-age=${cdnMaxAgeSeconds}`;
  return `${common}cdn-cache-control: ${age}\r\nsurrogate-control: ${age}\r\n`;
}

function checkedBody(body: HttpResponse['body'], isReferenced: () => boolean): HttpResponse['body'] {
  if (body === undefined || !('read' in body)) return body;
  return {
    ...body,
    async read() {
      if (!isReferenced()) throw new Error('the file was deleted while it was sent');
      return await body.read();
    },
  };
}
