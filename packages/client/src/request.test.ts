import { afterAll, expect, test } from 'bun:test';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { memoryCache } from './memoryCache.ts';
import { NewsstandError } from './NewsstandError.ts';
import { type AnswerCache, type CallOptions, type Connection, type Runtime, request } from './request.ts';

const item = { name: 'Aurora' };
const problem = {
  type: '/docs#error-not_found',
  title: 'Resource not found',
  status: 404,
  detail: 'There is nothing with this ID.',
  code: 'not_found',
  requestId: 'r1',
};

/** A real server that gives these answers, one after the other, and the last one ever after. */
function serve(...answers: (() => Response | Promise<Response>)[]) {
  const seen: { readonly headers: Headers }[] = [];
  const server = Bun.serve({
    port: 0,
    fetch: (request) => {
      seen.push({ headers: new Headers(request.headers) });
      return (answers[seen.length - 1] ?? answers.at(-1))?.() ?? Response.error();
    },
  });
  servers.push(server);
  return { url: `http://127.0.0.1:${server.port}/static/x`, seen, server };
}
const servers: Bun.Server<unknown>[] = [];
afterAll(() => Promise.all(servers.map((server) => server.stop(true))));

const connection: Connection = {
  key: 'the-key',
  secret: 'the-secret',
  fetch: (url, init) => fetch(url, init),
  timeout: 10_000,
  heard: {},
  retries: 3,
  cache: undefined,
};
const now = Date.UTC(2026, 0, 1);

/** Asks in a world where waiting takes no time, and writes down for how long it would have been. */
async function asking(url: string, given: Partial<Connection> = {}, options: CallOptions = {}) {
  const waits: number[] = [];
  const world: Runtime = {
    random: () => 1,
    now: () => now,
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
    },
  };
  const outcome = await request({ ...connection, ...given }, 'getNews', url, options, world).catch(
    (error: unknown) => error,
  );
  return { outcome, waits };
}

function failureOf(outcome: unknown): NewsstandError {
  if (outcome instanceof NewsstandError) return outcome;
  throw new Error(`no NewsstandError, but ${outcome}`);
}

const good = () => Response.json(item);
const busy = (headers: Record<string, string> = {}) => new Response('busy', { status: 503, headers });

test('sends the credentials and returns the response', async () => {
  const { url, seen } = serve(good);
  expect((await asking(url)).outcome).toEqual(item);
  expect(seen[0]?.headers.get('x-svc-ac-api-key')).toBe('the-key');
  expect(seen[0]?.headers.get('x-svc-ac-api-secret')).toBe('the-secret');
});

test('retries after 503: as told in seconds or by a date, or after increasing delays', async () => {
  const date = new Date(now + 7000).toUTCString();
  const { url, seen } = serve(
    () => busy({ 'retry-after': '3' }),
    () => busy({ 'retry-after': date }),
    () => busy(),
    good,
  );
  expect(await asking(url)).toEqual({ outcome: item, waits: [3000, 7000, 1000] });
  expect(seen).toHaveLength(4);
});

test('gives up after the last retry, or if the delay is too long', async () => {
  const many = serve(() => busy());
  const { outcome, waits } = await asking(many.url, { retries: 2 });
  expect(waits).toEqual([250, 500]);
  expect(many.seen).toHaveLength(3);
  expect(failureOf(outcome)).toMatchObject({ code: 'unexpected_answer', status: 503 });
  expect(failureOf(outcome).message).toContain('answered 503');

  const long = serve(() => busy({ 'retry-after': '31' }));
  expect(failureOf((await asking(long.url)).outcome).retryAfter).toBe(31_000);
  expect(long.seen).toHaveLength(1);
});

test('retries if the connection fails, even in the middle of a response', async () => {
  let calls = 0;
  const broken = createServer((socket) => {
    const half = 'HTTP/1.1 200 OK\r\ncontent-length: 17\r\n\r\n{"name"';
    const whole = `HTTP/1.1 200 OK\r\ncontent-length: 17\r\n\r\n${JSON.stringify(item)}`;
    socket.once('data', () => socket.end(calls++ === 0 ? half : whole));
  });
  await once(broken.listen(0), 'listening');
  const address = broken.address();
  const port = typeof address === 'object' ? address?.port : 0;
  expect(await asking(`http://127.0.0.1:${port}/static/x`)).toEqual({ outcome: item, waits: [250] });
  broken.close();

  const gone = serve(good);
  await gone.server.stop(true);
  const { outcome, waits } = await asking(gone.url);
  expect(waits).toHaveLength(3);
  expect(failureOf(outcome).code).toBe('connection');
  expect(failureOf(outcome).message).toStartWith(
    `getNews: ${gone.url.split('/static')[0]} cannot be reached`,
  );
  expect(failureOf(outcome).cause).toBeDefined();
});

test('says why there was no connection, even if the runtime hides it', async () => {
  const hidden = async () => {
    throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
  };
  const { outcome } = await asking('http://service.test/static/x', { fetch: hidden, retries: 0 });
  expect(failureOf(outcome).message).toStartWith(
    'getNews: http://service.test cannot be reached (connect ECONNREFUSED)',
  );
});

test('says what the service says', async () => {
  const { url, seen } = serve(() => Response.json(problem, { status: 404 }));
  const failure = failureOf((await asking(url)).outcome);
  expect(failure).toMatchObject({ code: 'not_found', status: 404, operation: 'getNews', problem });
  expect(failure.message).toBe('getNews: There is nothing with this ID. (404 not_found, request r1)');
  expect(seen).toHaveLength(1);
});

test.each([
  ['a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['other JSON', () => Response.json({ hello: 'world' })],
  ['null', () => Response.json(null)],
  ['an error of something else', () => new Response('no', { status: 404 })],
  ['not modified, though nothing was held', () => new Response(null, { status: 304 })],
])('says that it was not the service: %s', async (_, answer) => {
  const failure = failureOf((await asking(serve(answer).url)).outcome);
  expect(failure.code).toBe('unexpected_answer');
  expect(failure.message).toContain('not a response of the service; check the url');
});

test('never follows a redirect: that would send the secret along', async () => {
  const other = serve(good);
  const { url } = serve(() => Response.redirect(other.url));
  const failure = failureOf((await asking(url)).outcome);
  expect(failure.message).toContain(`redirected to ${other.url}; pass that address as url`);
  expect(other.seen).toHaveLength(0);
});

test('ends a request that takes too long, headers or body, and does not retry', async () => {
  const never = () => new Promise<Response>(() => {});
  const stuck = () => new Response(new ReadableStream({ start: (controller) => controller.enqueue('{') }));
  for (const answer of [never, stuck]) {
    const { url, seen } = serve(answer);
    const failure = failureOf((await asking(url, {}, { timeout: 50 })).outcome);
    expect(failure.code).toBe('timeout');
    expect(failure.message).toContain('took longer than 50 ms');
    expect(seen).toHaveLength(1);
  }
});

test('may take any time if there is no limit', async () => {
  const slow = async () => {
    await Bun.sleep(30);
    return good();
  };
  for (const timeout of [Number.POSITIVE_INFINITY, 2 ** 40])
    expect((await asking(serve(slow).url, { timeout })).outcome).toEqual(item);
});

test('an abort rejects with its reason: before, during the request, during the wait', async () => {
  const reason = new Error('not needed any more');
  const { url, seen } = serve(good);
  expect((await asking(url, {}, { signal: AbortSignal.abort(reason) })).outcome).toBe(reason);
  expect(seen).toHaveLength(0);

  const during = new AbortController();
  const answered = serve(() => {
    during.abort(reason);
    return new Promise<Response>(() => {});
  });
  expect((await asking(answered.url, {}, { signal: during.signal })).outcome).toBe(reason);

  const waiting = new AbortController();
  const full = serve(() => {
    setTimeout(() => waiting.abort(reason), 20);
    return busy({ 'retry-after': '29' });
  });
  const asked = request(connection, 'getNews', full.url, { signal: waiting.signal });
  expect(await asked.catch((error: unknown) => error)).toBe(reason);
  expect(full.seen).toHaveLength(1);
});

test('caches responses, and gives each caller its own object', async () => {
  const tagged = () => Response.json(item, { headers: { etag: '"1"' } });
  const { url, seen } = serve(tagged, () => new Response(null, { status: 304 }));
  const cache = memoryCache();
  const first: { name: string } = await request({ ...connection, cache }, 'getNews', url);
  first.name = 'changed by its caller';
  expect((await asking(url, { cache })).outcome).toEqual(item);
  expect(seen.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, '"1"']);
  // Another key may see something else.
  await asking(url, { cache, key: 'another' });
  expect(seen[2]?.headers.get('if-none-match')).toBeNull();
});

test('does not cache what must not be cached, nor what is not a response of the service', async () => {
  const cache = memoryCache();
  const headers = { etag: '"1"', 'cache-control': 'private, no-store' };
  const { url, seen } = serve(
    () => Response.json(item, { headers }),
    () => Response.json({ hello: 'world' }, { headers: { etag: '"2"' } }),
    () => Response.json(problem, { status: 404, headers: { etag: '"3"' } }),
  );
  for (let call = 0; call < 4; call++) await asking(url, { cache });
  expect(seen.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, null, null, null]);
});

test('a cache may be slow, and may fail', async () => {
  const tagged = () => Response.json(item, { headers: { etag: '"1"' } });
  const kept = memoryCache();
  const slow: AnswerCache = {
    get: (key) => Bun.sleep(5).then(() => kept.get(key)),
    set: (key, answer) => Bun.sleep(5).then(() => kept.set(key, answer)),
  };
  const { url } = serve(tagged, () => new Response(null, { status: 304 }));
  await asking(url, { cache: slow });
  expect((await asking(url, { cache: slow })).outcome).toEqual(item);
  const broken = {
    get: () => Promise.reject(new Error('down')),
    set: () => {
      throw new Error('down');
    },
  };
  expect((await asking(serve(tagged).url, { cache: broken })).outcome).toEqual(item);
  // Many stores say null for nothing.
  const empty: AnswerCache = { get: () => JSON.parse('null'), set: () => {} };
  expect((await asking(serve(tagged).url, { cache: empty })).outcome).toEqual(item);
});

test('no message holds the secret', async () => {
  const { url } = serve(() => new Response('no', { status: 500 }));
  const { outcome } = await asking(url);
  expect(Bun.inspect(outcome)).not.toContain('the-secret');
});
