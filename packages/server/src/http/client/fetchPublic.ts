import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type ConnectOptions, RequestError, sendRequest } from './sendRequest.ts';

/** How something is fetched. */
export type FetchOptions = ConnectOptions & {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How long the body may bring next to nothing, in milliseconds; the whole may take any time. */
  readonly idleTime?: number | undefined;
};

/** What was fetched. The body is read as it arrives, and only once. Disposing of it closes the connection. */
export type FetchedResponse = Disposable & {
  /** The URL that responded, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: AsyncIterable<Uint8Array>;
};

const maxRedirects = 5;
const usualIdleTime = 30_000;
/** A body must bring this much in each idle time, so that one that trickles does not last forever. */
const leastBytes = 16 * 1024;
const redirects: readonly number[] = [301, 302, 303, 307, 308];
/** Whoever is redirected to must not learn them. */
const secretHeaders = /^(authorization|cookie|proxy-|x-)/i;

/**
 * Gets a URL from the public internet, and follows up to five redirects. Each is checked like the first: neither a name,
 * nor a redirect, nor a name that changes its address in between leads to a private address. Only `privateOrigin`, which
 * the operator typed, may have one.
 */
export async function fetchPublic(url: string, options: FetchOptions = {}): Promise<FetchedResponse> {
  const first = new URL(url);
  let target = first;
  for (let hops = 0; ; hops++) {
    const own = Object.entries({
      accept: '*/*',
      'user-agent': 'Newsstand',
      'accept-encoding': 'identity',
      ...options.headers,
    });
    const headers = Object.fromEntries(
      own.filter(([name]) => target.origin === first.origin || !secretHeaders.test(name)),
    );
    const opened = await sendRequest(target, { method: 'GET', headers }, options);
    const { message } = opened;
    const { location } = message.headers;
    if (!redirects.includes(message.statusCode ?? 0) || location === undefined)
      return {
        url: target.href,
        status: message.statusCode ?? 0,
        headers: message.headers,
        body: bodyOf(message, options.idleTime ?? usualIdleTime),
        [Symbol.dispose]: opened[Symbol.dispose],
      };
    opened[Symbol.dispose]();
    const next = URL.parse(location, target.href);
    if (next === null) throw new RequestError('invalid', 'redirects to something that is not a URL');
    if (hops === maxRedirects) throw new RequestError('invalid', `redirects more than ${maxRedirects} times`);
    target = next;
  }
}

/** Statuses that a later attempt may change: too many requests, or a server that is down. */
export const busyStatuses: readonly number[] = [429, 502, 503, 504];

/** How long a server asks to wait, in milliseconds: the header `Retry-After` has seconds or a date. */
export function retryAfter(header: string | undefined): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/** Reads a whole body into memory, if it is not larger than the limit. */
export async function readBody({ body }: FetchedResponse, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new RequestError('invalid', `the response is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The decoded body. Whoever stops reading must dispose of the response. */
async function* bodyOf(message: IncomingMessage, idleTime: number): AsyncGenerator<Uint8Array> {
  const received = receive(message, idleTime);
  const decode = decoders.get(message.headers['content-encoding']?.trim().toLowerCase() ?? 'identity');
  if (decode === undefined) throw new RequestError('invalid', 'the response has an unknown encoding');
  try {
    yield* decode(received);
  } catch (error) {
    if (error instanceof RequestError) throw error;
    throw new RequestError('broken', 'the response ended early, or is not encoded as it says', {
      cause: error,
    });
  }
}

type Chunks = AsyncIterable<Uint8Array>;

/** Some servers compress whatever is asked for. */
const decoders: ReadonlyMap<string, (received: Chunks) => Chunks> = new Map([
  ['identity', (received) => received],
  ['gzip', (received) => through(received, createGunzip())],
  ['x-gzip', (received) => through(received, createGunzip())],
  ['deflate', (received) => through(received, createInflate())],
  ['br', (received) => through(received, createBrotliDecompress())],
]);

/** How much more than what was decoded of it so far may have arrived of a compressed body; some of that waits here. */
const mostOverhead = 8 * 1024 * 1024;

async function* through(received: Chunks, decoder: Transform): AsyncGenerator<Uint8Array> {
  let [taken, given] = [0, 0];
  /** Compressed data may stand for nothing: without this, a body of it would never end, nor reach any limit. */
  async function* bounded(): AsyncGenerator<Uint8Array> {
    for await (const chunk of received) {
      taken += chunk.length;
      if (taken > 2 * given + mostOverhead)
        throw new RequestError('invalid', 'the response is much larger than what it stands for');
      yield chunk;
    }
  }
  // An error also ends the decoder, whose reader gets it.
  pipeline(Readable.from(bounded(), { highWaterMark: 1 }), decoder, () => {});
  const decoded: Chunks = decoder;
  for await (const chunk of decoded) {
    given += chunk.length;
    yield chunk;
  }
}

/** The bytes as they arrive. Only the time spent waiting for them counts. */
async function* receive(message: IncomingMessage, idleTime: number): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = message[Symbol.asyncIterator]();
  let [waited, bytes] = [0, 0];
  for (;;) {
    const started = performance.now();
    const next = await nextWithin(chunks, idleTime - waited);
    if (next.done) return;
    waited += performance.now() - started;
    bytes += next.value.length;
    if (bytes >= leastBytes) [waited, bytes] = [0, 0];
    yield next.value;
  }
}

async function nextWithin(
  chunks: AsyncIterator<Uint8Array>,
  milliseconds: number,
): Promise<IteratorResult<Uint8Array>> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new RequestError('broken', 'the response stopped in the middle')),
    milliseconds,
  );
  try {
    return await Promise.race([chunks.next(), promise]);
  } finally {
    clearTimeout(timer);
  }
}
