import { credentialHeaders } from '@newsstand/contract';
import type { Interval } from '../catalogue/items/visibility.ts';
import { keyOfCredential } from '../cdn/surrogateKeys.ts';
import { LruCache } from '../concurrency/LruCache.ts';
import { type HttpResponse, headerLine } from '../http/HttpResponse.ts';
import type { Encoding } from '../http/request.ts';
import type { Authenticated } from './authenticate.ts';
import type { Coding, Compress } from './compress.ts';

/** The headers that a response depends on besides its URL. */
export const vary = ['accept-encoding', credentialHeaders.key, credentialHeaders.secret, 'origin'].join(', ');

/** The same as a header line. */
export const varyLine = headerLine('vary', vary);

/** The header line of responses that must not be cached. */
export const noStoreLine = headerLine('cache-control', 'private, no-store');

/**
 * Caches the responses to URLs that are requested again and again: without it, a list takes seven times as long. A
 * response that is requested once is not worth its memory.
 */
export class ResponseCache {
  readonly #responses: LruCache<ContentResponse>;
  readonly #pending = new Map<string, ContentResponse>();
  readonly #admission = new AdmissionFilter();

  constructor(maxBytes: number) {
    this.#responses = new LruCache(
      () => maxBytes,
      ({ weight }) => weight,
    );
  }

  get(url: string): ContentResponse | undefined {
    return this.#responses.get(url) ?? this.#pending.get(url);
  }

  /** Whether the response to a URL is worth caching: it is cached, or was requested before. */
  admits(url: string): boolean {
    return this.#responses.get(url) !== undefined || this.#admission.admits(url);
  }

  set(url: string, response: ContentResponse): void {
    this.#responses.set(url, response);
  }

  /** Shares a response with whoever else requests it while it is being compressed, even if it is not cached. */
  async share(url: string, response: ContentResponse, compressing: Promise<unknown>): Promise<void> {
    this.#pending.set(url, response);
    await Promise.allSettled([compressing]);
    if (this.#pending.get(url) === response) this.#pending.delete(url);
  }
}

const slots = 16_384;

/**
 * Decides what is worth caching: a key is admitted when it comes for the second time. Each slot holds one 32-bit hash, so
 * now and then a key is taken for another, or is forgotten.
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

/** Smaller responses fit in one packet anyway. */
const leastCompressed = 1024;

/** The parts of a content response. */
type Content = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly surrogateKeys: string;
  /** The version of the space, and the moment, that it shows. */
  readonly version: number;
  readonly madeAt: number;
  readonly compress: Compress;
  /** Gives the memory of the bytes back, if it is used again. */
  readonly release?: () => void;
};

/** The content coding that a client prefers, and the entity tags of the responses that it holds. */
type Preferences = {
  readonly encoding: Encoding;
  readonly ifNoneMatch: readonly string[] | undefined;
};

type Encoded = { readonly headers: string; readonly body: Uint8Array };

/** Content as a response in every coding that clients ask for. */
export class ContentResponse {
  readonly #content: Content;
  readonly #fingerprint: string;
  readonly #encoded: { [Coding in Encoding]?: Encoded } = {};
  /** Compressed once for all who wait for it. */
  readonly #compressing: { [C in Coding]?: Promise<Encoded> } = {};

  constructor(content: Content) {
    this.#content = content;
    // Only of the bytes that the client gets, so it reveals nothing that the client can't see.
    this.#fingerprint = Bun.hash.xxHash3(content.bytes).toString(32);
  }

  get surrogateKeys(): string {
    return this.#content.surrogateKeys;
  }

  /** Its size in memory, in bytes; compressed copies may take about as much as the content itself. */
  get weight(): number {
    const { bytes, surrogateKeys } = this.#content;
    return bytes.buffer.byteLength + bytes.length + surrogateKeys.length;
  }

  /** Whether it shows a version of the space, in an interval in which nothing on its shelf opens or closes. */
  isCurrent(version: number, { from, until }: Interval): boolean {
    const { madeAt } = this.#content;
    return version === this.#content.version && from <= madeAt && madeAt < until;
  }

  /**
   * The response in the client's coding, or 304 if the client has cached it. A promise if a large body has to be
   * compressed first: then the cache lines are those of the moment when that is done.
   */
  respond(
    { encoding, ifNoneMatch }: Preferences,
    cacheLines: string,
    laterCacheLines: () => string,
  ): HttpResponse | Promise<HttpResponse> {
    const { bytes, release } = this.#content;
    const coding = bytes.length < leastCompressed ? 'identity' : encoding;
    if (ifNoneMatch !== undefined && this.#isNamedBy(ifNoneMatch)) {
      const headers = contentLines + this.#etagLine(coding) + cacheLines;
      return { status: 304, headers, body: undefined, release };
    }
    const encoded = this.#encoded[coding] ?? this.#encode(coding);
    const send = ({ headers, body }: Encoded, lines: string) => ({
      status: 200,
      headers: headers + lines,
      body,
      release,
    });
    if (!(encoded instanceof Promise)) return send(encoded, cacheLines);
    return encoded.then((later) => send(later, laterCacheLines()));
  }

  #encode(coding: Encoding): Encoded | Promise<Encoded> {
    const { bytes, compress } = this.#content;
    if (coding === 'identity') return this.#keep(coding, bytes);
    const running = this.#compressing[coding];
    if (running !== undefined) return running;
    const compressed = compress(bytes, coding);
    if (!(compressed instanceof Promise))
      return compressed === undefined ? this.#encode('identity') : this.#keep(coding, compressed);
    const started = compressed
      .then((body) => this.#keep(coding, body))
      .finally(() => delete this.#compressing[coding]);
    this.#compressing[coding] = started;
    return started;
  }

  #keep(coding: Encoding, body: Uint8Array): Encoded {
    const encodingLine = coding === 'identity' ? '' : headerLine('content-encoding', coding);
    const encoded = { headers: contentLines + encodingLine + this.#etagLine(coding), body };
    this.#encoded[coding] = encoded;
    return encoded;
  }

  #etagLine(coding: Encoding): string {
    return headerLine(
      'etag',
      coding === 'identity' ? `"${this.#fingerprint}"` : `"${this.#fingerprint}-${coding}"`,
    );
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

/** How long clients, and a shared cache in front, may cache responses. */
export type CacheSettings = {
  readonly maxAgeSeconds: number;
  readonly sharedCache: boolean;
  /** 0 or undefined: a shared cache gets no lifetime of its own. */
  readonly cdnMaxAgeSeconds?: number | undefined;
  /** Whether the shared cache is purged of whatever opens or closes when it does. */
  readonly purges?: boolean | undefined;
};

/**
 * Makes the writer of the header lines that say how long a response may be cached. It takes the surrogate keys of the
 * response, and the time until which nothing on its shelf opens or closes.
 *
 * A response is never cached past the next moment at which anything on its shelf opens or closes. That must not be the
 * next moment of the items requested: a shorter lifetime would reveal that a query matches something hidden. A shared
 * cache may keep a response for longer than clients do, since it can be purged.
 */
export function createCacheHeaders(settings: CacheSettings) {
  const { maxAgeSeconds, sharedCache, cdnMaxAgeSeconds = 0, purges = false } = settings;
  const scope = sharedCache ? 'public' : 'private';
  return (
    { credential, secretUntil }: Authenticated,
    surrogateKeys: string,
    now: number,
    until: number,
  ): string => {
    if (credential.preview) return noStoreLine;
    const age = Math.min(maxAgeSeconds, secondsBetween(now, until));
    const control = headerLine('cache-control', `${scope}, max-age=${age}, must-revalidate`);
    if (cdnMaxAgeSeconds === 0) return headerLine('surrogate-key', surrogateKeys) + control;
    // A shared cache does not check credentials: what it holds must end when they do.
    const end = Math.min(purges ? Infinity : until, secretUntil, credential.expiresAt ?? Infinity);
    const cdnControl = `max-age=${Math.min(cdnMaxAgeSeconds, secondsBetween(now, end))}`;
    const keys = headerLine('surrogate-key', `${surrogateKeys} ${keyOfCredential(credential.key)}`);
    // By RFC 9213, and by the convention before it.
    return (
      keys +
      control +
      headerLine('cdn-cache-control', cdnControl) +
      headerLine('surrogate-control', cdnControl)
    );
  };
}

function secondsBetween(now: number, end: number): number {
  return Math.max(0, Math.floor((end - now) / 1000));
}
