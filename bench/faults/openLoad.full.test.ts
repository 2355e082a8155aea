import { expect, test } from 'bun:test';
import { until } from '../../tests/testing/until.ts';
import { openLoad } from './openLoad.ts';

const reading = { headers: {}, items: 10, perSecond: 500, media: [] };
const limit = 60;

/** Starts a server with the given responses. */
function startServer(respond: (n: number, request: Request) => Response | Promise<Response>) {
  let requests = 0;
  const server = Bun.serve({ port: 0, fetch: (request) => respond(requests++, request) });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true), requests: () => requests };
}

test('every request gets one response, and revalidations get 304', async () => {
  const server = startServer((_, { headers }) => {
    const isKnown = headers.get('if-none-match') === '"a"';
    return new Response(isKnown ? null : 'x'.repeat(100_000), {
      status: isKnown ? 304 : 200,
      headers: { etag: '"a"' },
    });
  });
  const load = openLoad(reading, limit);
  load.up(0, server.url);
  await until('enough requests', () => load.counts.requests >= 200);
  await load.stop();
  const { requests, failed, notModified, times } = load.counts;
  expect({ requests, failed }).toEqual({ requests: server.requests(), failed: 0 });
  expect(times.length).toBe(requests);
  expect(notModified).toBeGreaterThan(5);
  await server.stop();
});

test('other statuses count as failures, and so do lost and refused connections', async () => {
  const server = startServer((n) => new Response('no', { status: n % 10 === 0 ? 503 : 200 }));
  const load = openLoad(reading, limit);
  load.up(0, server.url);
  await until('enough requests', () => load.counts.requests >= 50);
  expect(load.counts.failed).toBeGreaterThanOrEqual(5);
  expect(load.counts.failures[0]).toContain('503');
  const before = load.counts.failed;
  await server.stop();
  await until('enough requests', () => load.counts.failed > before + 10);
  await load.stop();
});

test('a killed node causes no failures; the others take over', async () => {
  const first = startServer(() => new Response('yes'));
  const second = startServer(() => new Response('yes'));
  const load = openLoad(reading, limit);
  load.up(0, first.url);
  load.up(1, second.url);
  await until('enough requests', () => first.requests() > 20 && second.requests() > 20);
  load.down(0);
  await first.stop();
  const before = second.requests();
  await until('enough requests', () => second.requests() > before + 50);
  await load.stop();
  expect(load.counts.failed).toBe(0);
  await second.stop();
});

test.each([
  ['for a response', 200],
  ['for a free connection', 8],
])('time spent waiting %s counts', async (_, connections) => {
  const gate = Promise.withResolvers<void>();
  const server = startServer(() => gate.promise.then(() => new Response('late')));
  const load = openLoad(reading, limit, connections);
  load.up(0, server.url);
  await until('a first request', () => server.requests() > 0);
  await Bun.sleep(100);
  gate.resolve();
  await until('enough requests', () => load.counts.requests > 20);
  await load.stop();
  const longest = Math.max(...load.counts.times);
  expect(longest).toBeGreaterThan(80);
  expect(load.counts.slowest.time).toBe(longest);
  expect(load.counts.late.map(({ time }) => time)).toEqual(load.counts.times.filter((time) => time > limit));
  await server.stop();
});

/** A server that closes its connections, without a response or in the middle of one, once it was told to stop. */
function startLeaving(half: string) {
  let isStopping = false;
  let requests = 0;
  const listener = Bun.listen({
    ...{ hostname: '127.0.0.1', port: 0 },
    socket: {
      data(socket) {
        requests++;
        if (isStopping) socket.end(half);
        else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
      },
    },
  });
  const stop = () => {
    isStopping = true;
    listener.stop();
  };
  return { url: `http://127.0.0.1:${listener.port}`, stop, requests: () => requests };
}

test.each([
  ['does not take a request causes no failure; another one takes it', '', 0],
  ['cuts a response in the middle fails', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\no', 1],
])('a node that was asked to stop and %s', async (_, half, failures) => {
  const first = startLeaving(half);
  const second = startServer(() => new Response('yes'));
  const load = openLoad(reading, limit);
  load.up(0, first.url);
  load.up(1, second.url);
  await until('enough requests', () => first.requests() > 20 && second.requests() > 20);
  load.leaving(0);
  first.stop();
  const before = second.requests();
  await until('enough requests', () => second.requests() > before + 50);
  await load.stop();
  expect(Math.min(1, load.counts.failed)).toBe(failures);
  await second.stop();
});
