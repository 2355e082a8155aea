import { expect, test } from 'bun:test';
import { until } from '../tests/testing/until.ts';
import { steadyLoad } from './steadyLoad.ts';

const usual = { headers: {}, perSecond: 500, connections: 4 };

/** Starts a server with the given responses. */
function startServer(respond: (n: number, request: Request) => Response | Promise<Response>) {
  let requests = 0;
  const server = Bun.serve({ port: 0, fetch: (request) => respond(requests++, request) });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true), requests: () => requests };
}

test('every response is compared with its request, however long it is', async () => {
  const body = (path: string) => path + 'x'.repeat(300_000);
  const server = startServer((n, { url }) => new Response(body(n === 7 ? 'other' : new URL(url).pathname)));
  let asked = 0;
  const load = await steadyLoad({
    ...{ ...usual, url: server.url, path: () => `/${asked++}/` },
    isPlausible: (path, beginning) => beginning.startsWith(path),
  });
  await until('enough requests', () => server.requests() > 50);
  const report = await load.stop();
  expect(report.failed).toBe(1);
  expect(report.failures[0]).toContain('other');
  expect(report.requests).toBeGreaterThan(50);
  await server.stop();
});

test('other statuses and lost connections are failures', async () => {
  const server = startServer((n) => new Response('no', { status: n < 3 ? 404 : 200 }));
  const load = await steadyLoad({ ...usual, url: server.url, path: () => '/' });
  await until('enough requests', () => server.requests() > 10);
  await server.stop();
  await Bun.sleep(50);
  const { failed } = await load.stop();
  expect(failed).toBe(3 + usual.connections);
});

test('a server that stands still makes those wait that it never got', async () => {
  const gate = Promise.withResolvers<void>();
  const server = startServer(() => gate.promise.then(() => new Response('late')));
  const load = await steadyLoad({ ...usual, url: server.url, path: () => '/' });
  await until('requests on all connections', () => server.requests() === usual.connections);
  await Bun.sleep(200);
  const stopped = load.stop();
  gate.resolve();
  const { requests, worst } = await stopped;
  expect(server.requests()).toBe(usual.connections);
  expect(requests).toBeGreaterThan(2 * usual.connections);
  expect(worst).toBeGreaterThan(150);
  await server.stop();
});
