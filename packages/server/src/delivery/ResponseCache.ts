import { setImmediate as othersTurn } from 'node:timers/promises';
import { credentialHeaders, limits } from '@newsstand/contract';
import type { Interval } from '../catalogue/items/visibility.ts';
import { keyOfCredential } from '../cdn/surrogateKeys.ts';
import { LruCache } from '../concurrency/LruCache.ts';
import { type HttpResponse, headerLine, type StreamedBody } from '../http/HttpResponse.ts';
import type { Encoding } from '../http/request.ts';
import type { Authenticated } from './authenticate.ts';
import { type Coding, type Compress, lengthOf } from './compress.ts';

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

  constructor(maxBytes: () => number) {
    this.#responses = new LruCache(maxBytes, ({ weight }) => weight);
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
  /** The bytes, in parts that are sent one after the other. */
  readonly parts: readonly Uint8Array[];
  readonly surrogateKeys: string;
  /** The version of the space, and the moment, that it shows. */
  readonly version: number;
  readonly madeAt: number;
  readonly compress: Compress;
  /** Gives the memory of the bytes back, if it is used again. */
  readonly release?: (() => void) | undefined;
};

/** The content coding that a client prefers, and the entity tags of the responses that it holds. */
type Preferences = {
  readonly encoding: Encoding;
  readonly ifNoneMatch: readonly string[] | undefined;
};

/** A large body is in parts. */
type Encoded = { readonly headers: string; readonly body: Uint8Array | readonly Uint8Array[] };

const nothing = new Uint8Array();

/** Content as a response in every coding that clients ask for. */
export class ContentResponse {
  readonly #content: Content;
  readonly #length: number;
  readonly #fingerprint: string;
  readonly #encoded: { [Coding in Encoding]?: Encoded } = {};
  /** Compressed once for all who wait for it. */
  #compressing: { [C in Coding]?: Promise<Encoded> } | undefined;

  constructor(content: Content) {
    this.#content = content;
    this.#length = lengthOf(content.parts);
    // Only of the bytes that the client gets, so it reveals nothing that the client can't see.
    this.#fingerprint = hashOf(content.parts).toString(32);
  }

  get surrogateKeys(): string {
    return this.#content.surrogateKeys;
  }

  /** Its size in memory, in bytes; compressed copies may take about as much as the content itself. */
  get weight(): number {
    return this.#length * 2 + this.#content.surrogateKeys.length;
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
    const { release } = this.#content;
    const coding = this.#length < leastCompressed ? 'identity' : encoding;
    if (ifNoneMatch !== undefined && this.#isNamedBy(ifNoneMatch)) {
      const headers = contentLines + this.#etagLine(coding) + cacheLines;
      return { status: 304, headers, body: undefined, release };
    }
    const encoded = this.#encoded[coding] ?? this.#encode(coding);
    if (!(encoded instanceof Promise)) return sendable(encoded, cacheLines, release);
    return encoded.then((later) => sendable(later, laterCacheLines(), release));
  }

  #encode(coding: Encoding): Encoded | Promise<Encoded> {
    const { parts, compress } = this.#content;
    if (coding === 'identity') return this.#keep(coding, parts);
    const running = this.#compressing?.[coding];
    if (running !== undefined) return running;
    const compressed = compress(parts, coding);
    if (!(compressed instanceof Promise))
      return compressed === undefined ? this.#encode('identity') : this.#keep(coding, [compressed]);
    const started = compressed
      .then((body) => this.#keep(coding, [body]))
      .finally(() => delete this.#compressing?.[coding]);
    this.#compressing = { ...this.#compressing, [coding]: started };
    return started;
  }

  #keep(coding: Encoding, parts: readonly Uint8Array[]): Encoded {
    const [first = nothing] = parts;
    const body = isLarge(parts) ? parts : first;
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

function sendable(
  { headers, body }: Encoded,
  cacheLines: string,
  release: (() => void) | undefined,
): HttpResponse {
  const sent = body instanceof Uint8Array ? body : inSlices(body);
  return { status: 200, headers: headers + cacheLines, body: sent, release };
}

function hashOf(parts: readonly Uint8Array[]): bigint {
  const [first = nothing] = parts;
  if (parts.length <= 1) return Bun.hash.xxHash3(first);
  return Bun.hash.xxHash3(parts.map((part) => Bun.hash.xxHash3(part)).join());
}

/** How much of a large body is written to a connection before others get their turn. */
const sliceBytes = 1024 * 1024;

/** Whether a body is better sent in slices. */
function isLarge(parts: readonly Uint8Array[]): boolean {
  return parts.length > 1 || lengthOf(parts) > sliceBytes;
}

function inSlices(parts: readonly Uint8Array[]): StreamedBody {
  const slices = slicesOf(parts);
  return {
    length: lengthOf(parts),
    buffers: parts.map(({ buffer }) => buffer),
    async read() {
      await othersTurn();
      return slices.next().value;
    },
    close() {},
  };
}

function* slicesOf(parts: readonly Uint8Array[]): Generator<Uint8Array, undefined> {
  for (const part of parts) {
    for (let from = 0; from < part.length; from += sliceBytes) yield part.subarray(from, from + sliceBytes);
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
 * cache may keep a response for longer than clients do if it is purged.
 */
export function createCacheHeaders(settings: CacheSettings) {
  const { maxAgeSeconds, sharedCache, cdnMaxAgeSeconds = 0, purges = false } = settings;
  const scope = sharedCache ? 'public' : 'private';
  // Without purging it ends at the next moment: a longer one would tell long before when something hidden opens.
  const cdnAge = purges ? cdnMaxAgeSeconds : Math.min(cdnMaxAgeSeconds, limits.maxAgeSeconds);
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
    const cdnControl = `max-age=${Math.min(cdnAge, secondsBetween(now, end))}`;
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
