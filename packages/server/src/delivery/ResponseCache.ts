import { brotliCompressSync, constants } from 'node:zlib';
import type { Stretch } from '../catalogue/items/visibility.ts';
import { LruCache } from '../concurrency/LruCache.ts';
import { type HttpResponse, headerLine } from '../http/HttpResponse.ts';
import type { Encoding } from '../http/requestHeaders.ts';
import { varyLine } from './cacheHeaders.ts';
import type { RequestHeaders } from './readRequest.ts';

/** Smaller responses fit in one packet anyway. */
const leastCompressed = 1024;

/** What a content response is made of. */
type Content = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly surrogateKeys: string;
  /** The version of the space, and the moment, that it shows. */
  readonly version: number;
  readonly madeAt: number;
  /** Gives the memory of the bytes back, where it is used again. */
  readonly release?: () => void;
};

type Encoded = { readonly headers: string; readonly etagLine: string; readonly body: Uint8Array };

/**
 * Caches the responses to URLs that are requested again and again: without it, a list takes seven times as long. A
 * response that is requested once is not worth its memory.
 */
export class ResponseCache {
  readonly #responses: LruCache<ContentResponse>;
  readonly #admission = new AdmissionFilter();

  constructor(maxBytes: number) {
    this.#responses = new LruCache(
      () => maxBytes,
      ({ weight }) => weight,
    );
  }

  get(url: string): ContentResponse | undefined {
    return this.#responses.get(url);
  }

  /** Whether the response to a URL is worth caching: it is cached, or was requested before. */
  admits(url: string): boolean {
    return this.#responses.get(url) !== undefined || this.#admission.admits(url);
  }

  set(url: string, response: ContentResponse): void {
    this.#responses.set(url, response);
  }
}

/** Content as a response in every coding that clients ask for. */
export class ContentResponse {
  readonly #content: Content;
  readonly #fingerprint: string;
  readonly #encoded: { [Coding in Encoding]?: Encoded } = {};

  constructor(content: Content) {
    this.#content = content;
    // Of the bytes that the client gets and of nothing else, so it tells nothing of what the client can't see.
    this.#fingerprint = Bun.hash.xxHash3(content.bytes).toString(32);
  }

  get surrogateKeys(): string {
    return this.#content.surrogateKeys;
  }

  /** What it takes, in bytes; the compressed copies that may come take about as much as the content itself. */
  get weight(): number {
    return this.#content.bytes.length * 2 + this.#content.surrogateKeys.length;
  }

  /** Whether it shows a version of the space, in a stretch of time in which nothing on its shelf opens or closes. */
  isCurrent(version: number, { from, until }: Stretch): boolean {
    const { madeAt } = this.#content;
    return version === this.#content.version && from <= madeAt && madeAt < until;
  }

  /** The response in the client's coding, or 304 where the client holds it already. */
  respond({ encoding, ifNoneMatch }: RequestHeaders, cacheLines: string): HttpResponse {
    const { bytes, release } = this.#content;
    const coding = bytes.length < leastCompressed ? 'identity' : encoding;
    this.#encoded[coding] ??= this.#encode(coding);
    const { headers, etagLine, body } = this.#encoded[coding];
    if (ifNoneMatch !== undefined && this.#isNamedBy(ifNoneMatch)) {
      return { status: 304, headers: contentLines + etagLine + cacheLines, body: undefined, release };
    }
    return { status: 200, headers: headers + cacheLines, body, release };
  }

  #encode(coding: Encoding): Encoded {
    const { bytes } = this.#content;
    const print = this.#fingerprint;
    if (coding === 'identity') {
      const etagLine = headerLine('etag', `"${print}"`);
      return { headers: contentLines + etagLine, etagLine, body: bytes };
    }
    const etagLine = headerLine('etag', `"${print}-${coding}"`);
    const headers = contentLines + headerLine('content-encoding', coding) + etagLine;
    return { headers, etagLine, body: compress(bytes, coding) };
  }

  /** Whether some entity tags name it, in whatever coding. */
  #isNamedBy(tags: readonly string[]): boolean {
    const print = this.#fingerprint;
    return tags.some(
      (tag) => tag === print || tag === '*' || tag === `${print}-br` || tag === `${print}-gzip`,
    );
  }
}

const contentLines = headerLine('content-type', 'application/json') + varyLine;

/** The levels are those that take well under a millisecond for a page of a list. */
function compress(bytes: Uint8Array<ArrayBuffer>, coding: 'br' | 'gzip'): Uint8Array<ArrayBuffer> {
  if (coding === 'gzip') return Bun.gzipSync(bytes, { level: 6 });
  const compressed = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  return new Uint8Array(compressed);
}

const slots = 16_384;

/**
 * Tells the cache what is worth keeping: a key is admitted when it comes for the second time. It keeps one 32-bit hash per
 * slot, so now and then a key is taken for another, or is forgotten.
 */
class AdmissionFilter {
  readonly #hashes = new Uint32Array(slots);

  /** Whether the key came before; notes it either way. */
  admits(key: string): boolean {
    const hash = Bun.hash.xxHash32(key);
    const isKnown = this.#hashes[hash % slots] === hash;
    this.#hashes[hash % slots] = hash;
    return isKnown;
  }
}
