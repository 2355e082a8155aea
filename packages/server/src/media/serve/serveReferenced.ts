import type { HttpResponse } from '../../http/HttpResponse.ts';
import { type MediaHandler, type MediaResponse, mediaProblems } from './MediaResponse.ts';

/** Which files may be served. */
export type NamedFiles = {
  /** The surrogate key of a file, by its hash; undefined where no record names it. */
  keyOf(hash: string): string | undefined;
  /** Resolves when what was written until now is known, or after a while. */
  look(): Promise<void>;
};

/** How long media may be kept, in seconds: by browsers, and by shared caches that can be told to forget them. */
export type MediaCaching = { readonly maxAgeSeconds: number; readonly cdnMaxAgeSeconds: number };

/** How long a shared cache may keep media that can't be told to forget them, in seconds. */
const sharedMaxAge = 60;
/** How many requests may wait until it is known whether a file is named, and how long, in milliseconds. */
const [mostLooking, longestLook] = [256, 1000];

/**
 * Makes what serves a file only while a record names it. That is asked before anything is done, again after what had to
 * be waited for, and while the file is sent: a copy that is not whole is kept by no cache.
 */
export function createFileGuard(files: NamedFiles, caching: MediaCaching) {
  const lines = cachingLines(caching);
  let looking = 0;

  /** What no record names may have been put a moment ago: whoever put it knows the address already. */
  async function isNamedSince(hash: string): Promise<boolean> {
    if (looking >= mostLooking) return false;
    looking++;
    try {
      await Promise.race([files.look(), Bun.sleep(longestLook)]);
      return files.keyOf(hash) !== undefined;
    } finally {
      looking--;
    }
  }

  function finish(hash: string, outcome: MediaResponse): MediaResponse {
    if ('code' in outcome) return outcome;
    const key = files.keyOf(hash);
    if (key === undefined) {
      if (outcome.body !== undefined && 'close' in outcome.body) outcome.body.close();
      return mediaProblems.notFound;
    }
    const space = key.slice(0, key.lastIndexOf('/'));
    return {
      ...outcome,
      headers: `${outcome.headers}${lines}surrogate-key: ${space} ${key}\r\n`,
      body: guardedBody(outcome.body, () => files.keyOf(hash) !== undefined),
    };
  }

  return (hash: string, answer: MediaHandler): MediaHandler => {
    const go = () => {
      const outcome = answer();
      return outcome instanceof Promise
        ? outcome.then((later) => finish(hash, later))
        : finish(hash, outcome);
    };
    return () => {
      if (files.keyOf(hash) !== undefined) return go();
      return isNamedSince(hash).then((isNamed) => (isNamed ? go() : mediaProblems.notFound));
    };
  };
}

/** In the words of HTTP; and for shared caches that can be purged in those of RFC 9213, and of what came before it. */
function cachingLines({ maxAgeSeconds, cdnMaxAgeSeconds }: MediaCaching): string {
  const shared = Math.min(maxAgeSeconds, sharedMaxAge);
  const usual = `cache-control: public, max-age=${maxAgeSeconds}, s-maxage=${shared}, immutable\r\n`;
  if (cdnMaxAgeSeconds === 0) return usual;
  const age = `max-age=${cdnMaxAgeSeconds}`;
  return `${usual}cdn-cache-control: ${age}\r\nsurrogate-control: ${age}\r\n`;
}

function guardedBody(body: HttpResponse['body'], isNamed: () => boolean): HttpResponse['body'] {
  if (body === undefined || !('read' in body)) return body;
  return {
    ...body,
    async read() {
      if (!isNamed()) throw new Error('the file was deleted while it was sent');
      return await body.read();
    },
  };
}
