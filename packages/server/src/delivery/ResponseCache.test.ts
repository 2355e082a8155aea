import { expect, test } from 'bun:test';
import { gunzipSync } from 'node:zlib';
import { entityTagsIn } from '../http/request.ts';
import type { Credential } from '../store/Credential.ts';
import { createCompress } from './compress.ts';
import { type CacheSettings, ContentResponse, createCacheHeaders, ResponseCache } from './ResponseCache.ts';
import { type RequestHeaders, readHeaders } from './readRequest.ts';

const responseOf = (bytes: Uint8Array, release = () => {}, compress = createCompress()) =>
  responseIn([bytes], release, compress);
const responseIn = (parts: readonly Uint8Array[], release = () => {}, compress = createCompress()) =>
  new ContentResponse({ parts, surrogateKeys: 'a', version: 1, madeAt: 0, release, compress });
/** What can be sent at once. */
const respond = (response: ContentResponse, headers: RequestHeaders, cacheLines = '') => {
  const sent = response.respond(headers, cacheLines, () => 'later: 1\r\n');
  if (sent instanceof Promise) throw new Error('had to wait');
  return sent;
};
const sized = (length: number) => responseOf(Buffer.alloc(length, 'x'));

/** The headers of a client that sends these. */
function headersOf(sent: Readonly<Record<string, string>> = {}): RequestHeaders {
  return readHeaders((name) => sent[name], '*');
}

test('the cache stays within its limit, and what is read stays longest', () => {
  const cache = new ResponseCache(() => 100_000);
  for (let number = 0; number < 1000; number++) {
    cache.set(`/${number}`, sized(1000));
    expect(cache.get('/0')).toBeDefined();
  }
  const left = Array.from({ length: 1000 }, (_, number) => number).filter(
    (number) => cache.get(`/${number}`) !== undefined,
  );
  expect(left.length).toBeGreaterThan(30);
  expect(left.length * 2200).toBeLessThan(110_000);
  expect(left).toContain(999);
});

test('a response larger than the limit is not cached, and one for the same URL is replaced', () => {
  const cache = new ResponseCache(() => 10_000);
  cache.set('/small', sized(10));
  cache.set('/large', sized(10_000));
  expect(cache.get('/large')).toBeUndefined();
  for (let times = 0; times < 100; times++) cache.set('/same', sized(1000));
  cache.set('/other', sized(1000));
  expect([cache.get('/same'), cache.get('/other')]).not.toContain(undefined);
});

test('a URL is admitted when it comes for the second time', () => {
  const cache = new ResponseCache(() => 1_000_000);
  const admitted = ['/a', '/b', '/a', '/b', '/c'].map((url) => cache.admits(url));
  expect(admitted).toEqual([false, false, true, true, false]);
});

test('a response is compressed as the client prefers, and passes on how its memory is released', () => {
  const release = () => {};
  const response = responseOf(Buffer.alloc(2000, 'x'), release);
  const plain = respond(response, headersOf(), 'cache: 1\r\n');
  expect(plain).toMatchObject({ status: 200, body: Buffer.alloc(2000, 'x'), release });
  expect(plain.headers).toEndWith('\r\ncache: 1\r\n');
  expect(plain.headers).not.toContain('content-encoding');
  const { body, headers } = respond(response, headersOf({ 'accept-encoding': 'gzip' }));
  if (!(body instanceof Uint8Array)) throw new Error('it has no bytes');
  expect(gunzipSync(body).toString()).toBe('x'.repeat(2000));
  expect(headers).toContain('content-encoding: gzip\r\n');
});

test('entity tags: other bytes or another coding, another tag; any of them is recognised', () => {
  const etagOf = (response: ContentResponse, sent = {}) =>
    /^etag: "(.*)"\r$/m.exec(respond(response, headersOf(sent)).headers)?.[1] ?? '';
  const response = sized(2000);
  const print = etagOf(response);
  expect(print).not.toBe(etagOf(sized(2001)));
  expect(etagOf(response, { 'accept-encoding': 'br' })).toBe(`${print}-br`);
  const inParts = (...parts: readonly string[]) => etagOf(responseIn(parts.map((part) => Buffer.from(part))));
  const others = [
    inParts('a', 'b', 'c'),
    inParts('x', 'b', 'c'),
    inParts('a', 'x', 'c'),
    inParts('a', 'b', 'x'),
  ];
  expect(new Set(others).size).toBe(4);
  expect(others[0]).toBe(inParts('a', 'b', 'c'));
  const statusFor = (header: string) =>
    respond(response, { ...headersOf(), ifNoneMatch: entityTagsIn(header) }).status;
  for (const header of ['*', `"${print}"`, `W/"${print}-br"`, `"x", "${print}-gzip"`])
    expect(statusFor(header)).toBe(304);
  for (const header of ['', '"x"', print, `"${print}x"`]) expect(statusFor(header)).toBe(200);
});

test('a large response is compressed once for all who request it meanwhile, and not at all for those who hold it', async () => {
  let times = 0;
  const done = Promise.withResolvers<Uint8Array>();
  const compress = () => {
    times++;
    return done.promise;
  };
  const response = responseOf(Buffer.alloc(2000, 'x'), undefined, compress);
  const brotli = headersOf({ 'accept-encoding': 'br' });
  const plain = respond(response, headersOf(), 'now: 1\r\n');
  const etag = /etag: "(.*)"/.exec(plain.headers)?.[1] ?? '';
  expect(respond(response, { ...brotli, ifNoneMatch: [etag] }, 'now: 1\r\n')).toMatchObject({ status: 304 });
  expect(times).toBe(0);
  const cache = new ResponseCache(() => 100_000);
  const waiting = [1, 2].map(() => response.respond(brotli, 'now: 1\r\n', () => 'later: 1\r\n'));
  const shared = cache.share('/a', response, Promise.all(waiting));
  expect(cache.get('/a')).toBe(response);
  done.resolve(Buffer.from('short'));
  const [first, second] = await Promise.all(waiting);
  expect(first).toEqual(second);
  expect(first).toMatchObject({ status: 200, body: Buffer.from('short') });
  expect(first?.headers).toContain(`content-encoding: br\r\netag: "${etag}-br"\r\nlater: 1\r\n`);
  await shared;
  expect(cache.get('/a')).toBeUndefined();
  expect(respond(response, brotli, 'now: 1\r\n').headers).toEndWith('\r\nnow: 1\r\n');
  expect(times).toBe(1);
});

test('if too much is compressed already, a response is sent as it is', () => {
  const response = responseOf(Buffer.alloc(2000, 'x'), undefined, () => undefined);
  const sent = respond(response, headersOf({ 'accept-encoding': 'br' }));
  expect(sent).toEqual(respond(response, headersOf()));
});

test('a compression that fails fails for those who wait for it, and is tried again', async () => {
  const outcomes = [Promise.reject(new Error('no memory')), Promise.resolve(Buffer.from('short'))];
  const response = responseOf(Buffer.alloc(2000, 'x'), undefined, () => outcomes.shift());
  const ask = async () => await response.respond(headersOf({ 'accept-encoding': 'br' }), '', () => '');
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('no memory');
  expect(await ask()).toMatchObject({ body: Buffer.from('short') });
});

test('a response is current for one version, and in the interval in which it was made', () => {
  const response = sized(10);
  const isCurrent = (version: number, from: number, until: number) =>
    response.isCurrent(version, { from, until });
  expect([isCurrent(1, 0, 1), isCurrent(1, -9, 9), isCurrent(1, -Infinity, Infinity)]).toEqual([
    true,
    true,
    true,
  ]);
  expect([isCurrent(2, 0, 1), isCurrent(1, 1, 9), isCurrent(1, -9, 0)]).toEqual([false, false, false]);
});

const reader: Credential = { key: 'k', name: 'k', secrets: [], grants: [], preview: false, createdAt: 0 };
const shared = { maxAgeSeconds: 60, sharedCache: true, cdnMaxAgeSeconds: 3600 };

/** The header lines of a response to a credential, with the surrogate keys `a b`. */
function createLines(settings: CacheSettings) {
  const cacheHeaders = createCacheHeaders(settings);
  return (now: number, until: number, credential = reader, secretUntil = Infinity) =>
    cacheHeaders({ credential, secretUntil }, 'a b', now, until).split('\r\n').slice(0, -1);
}

test('max-age never passes the next change, to the millisecond', () => {
  const lines = createLines({ maxAgeSeconds: 60, sharedCache: false });
  const ageAt = (now: number, until: number) => /max-age=(\d+)/.exec(lines(now, until).join())?.[1];
  expect(ageAt(0, Infinity)).toBe('60');
  expect(ageAt(0, 60_000)).toBe('60');
  expect(ageAt(0, 59_999)).toBe('59');
  expect(ageAt(1, 2000)).toBe('1');
  expect(ageAt(1001, 2000)).toBe('0');
  expect(ageAt(3000, 2000)).toBe('0');
});

test('a shared cache gets no headers of its own unless the operator says so', () => {
  expect(createLines({ maxAgeSeconds: 5, sharedCache: true })(0, Infinity)).toEqual([
    'surrogate-key: a b',
    'cache-control: public, max-age=5, must-revalidate',
  ]);
});

test('a shared cache that is not purged keeps a response for a minute, and gets the key of the credential', () => {
  const lines = createLines({ ...shared, maxAgeSeconds: 5 });
  const forMinute = [
    'surrogate-key: a b key/k',
    'cache-control: public, max-age=5, must-revalidate',
    'cdn-cache-control: max-age=60',
    'surrogate-control: max-age=60',
  ];
  expect(lines(0, Infinity)).toEqual(forMinute);
  // Whatever is hidden and opens later is not told of.
  for (const opensAt of [60_000, 61_000, 3_600_000, 86_400_000]) expect(lines(0, opensAt)).toEqual(forMinute);
});

test('a purged cache may keep a response past what opens or closes, whatever is hidden on the shelf', () => {
  const lines = createLines({ ...shared, purges: true });
  expect(lines(0, 5000)).toEqual([
    'surrogate-key: a b key/k',
    'cache-control: public, max-age=5, must-revalidate',
    'cdn-cache-control: max-age=3600',
    'surrogate-control: max-age=3600',
  ]);
  expect(lines(0, 5000, { ...reader, expiresAt: 8000 }, 7000)).toContain('cdn-cache-control: max-age=7');
});

test('any other cache never keeps it past the next moment, nor past the end of the credential or its secret, to the millisecond', () => {
  const lines = createLines(shared);
  const ageOf = (...given: Parameters<typeof lines>) => {
    const [, , cdn = '', surrogate = ''] = lines(...given);
    const [age, same] = [cdn, surrogate].map((line) => line.split('max-age=')[1]);
    expect(age).toBe(same);
    return Number(age);
  };
  expect(ageOf(0, 60_000)).toBe(60);
  expect(ageOf(0, 59_999)).toBe(59);
  expect(ageOf(1, Infinity, { ...reader, expiresAt: 5000 })).toBe(4);
  expect(ageOf(0, 9000, { ...reader, expiresAt: 8000 }, 7000)).toBe(7);
  expect(ageOf(7000, 9000, { ...reader, expiresAt: 8000 }, 7000)).toBe(0);
  expect(ageOf(9999, 9000, reader, -Infinity)).toBe(0);
});

test('responses to preview credentials are never cached', () => {
  expect(createLines(shared)(0, Infinity, { ...reader, preview: true })).toEqual([
    'cache-control: private, no-store',
  ]);
});
