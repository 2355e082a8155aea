import type { HttpResponse } from '../../http/HttpResponse.ts';
import { type MediaHandler, type MediaResponse, mediaProblems } from './MediaResponse.ts';

/** Which files records refer to. */
export type ReferencedFiles = {
  /** The surrogate key of a file by its hash; undefined if no record refers to it. */
  keyOf(hash: string): string | undefined;
  /** Resolves when all writes up to now are visible, or after a while. */
  refresh(): Promise<void>;
};

/** How long media may be cached, in seconds: by browsers, and by shared caches that can be purged. */
export type MediaCaching = { readonly maxAgeSeconds: number; readonly cdnMaxAgeSeconds: number };

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
    const handle = () => {
      const response = handler();
      return response instanceof Promise
        ? response.then((later) => finish(hash, later))
        : finish(hash, response);
    };
    return () => {
      if (files.keyOf(hash) !== undefined) return handle();
      return isReferencedNow(hash).then((isReferenced) => (isReferenced ? handle() : mediaProblems.notFound));
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
