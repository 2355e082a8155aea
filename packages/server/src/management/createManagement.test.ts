import { afterAll, describe, expect, test } from 'bun:test';
import { exchange, openClient } from '../http/testing/client.ts';
import { createManagement, type Readiness } from './createManagement.ts';

let readiness: Readiness = { ready: true, reasons: [] };
const heard: unknown[] = [];
const access = { managementUrl: undefined, trustedProxies: [], onUntrustedProxy: () => {} };
const told = (name: string) => async (_: Request, address: string) => Response.json({ name, address });
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  ...createManagement(
    { version: '1.2.3', readiness: () => readiness, metrics: async () => 'a_total 1\n' },
    { manage: told('manage'), console: told('console') },
    access,
    (error) => heard.push(error),
  ),
});
const ask = (path: string, method = 'GET') => fetch(new URL(path, server.url), { method });

afterAll(() => server.stop(true));

describe('the management listener', () => {
  test('is healthy as long as it responds', async () => {
    const response = await ask('/healthz');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ alive: true, version: '1.2.3' });
  });

  test('says whether it is ready, and why not', async () => {
    readiness = { ready: true, reasons: [] };
    expect((await ask('/readyz')).status).toBe(200);
    readiness = { ready: false, reasons: ['worker 2 is loading'] };
    const response = await ask('/readyz');
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual(readiness);
  });

  test('shows the metrics', async () => {
    const response = await ask('/metrics');
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toBe('a_total 1\n');
  });

  test.each([
    ['/manage/v1', 'manage'],
    ['/manage/v1/session', 'manage'],
    ['/', 'console'],
    ['/console', 'console'],
    ['/console/welcome', 'console'],
  ])('passes %s to %s, with the address of the client', async (path, name) => {
    expect(await (await ask(path)).json()).toEqual({ name, address: '127.0.0.1' });
  });

  test('responds to HEAD without a body', async () => {
    const response = await ask('/metrics', 'HEAD');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });

  test.each([
    '/metrics/',
    '/manage',
    '/manage/v2',
    '/manage/v10',
    '/consoles',
    '/constructor',
    '/static/projects/a',
  ])('has no %s', async (path) => {
    const response = await ask(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ status: 404, code: 'unknown_path' });
  });

  test.each(['POST', 'DELETE', 'OPTIONS'])('does not take %s', async (method) => {
    const response = await ask('/healthz', method);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    expect(await response.json()).toMatchObject({ code: 'method_not_allowed' });
  });
});

test('handles a bounded number of requests at once, and always reports that it is alive', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  await using crowded = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    ...createManagement(
      { version: '1.2.3', readiness: () => ({ ready: true, reasons: [] }), metrics: () => promise },
      { manage: told('manage'), console: told('console') },
      { managementUrl: undefined, trustedProxies: [], onUntrustedProxy: () => {} },
      (error) => heard.push(error),
    ),
  });
  const port = crowded.port ?? 0;
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`;
  const waiting = await Promise.all(
    Array.from({ length: 256 }, async () => {
      const client = await openClient(port);
      await client.send(request('/metrics'));
      return client;
    }),
  );
  while (crowded.pendingRequests < 256) await Bun.sleep(5);
  for (const path of ['/metrics', '/manage/v1/session', '/console/']) {
    const answer = await exchange(port, request(path));
    expect([path, answer.split(' ')[1], answer.includes('"overloaded"')]).toEqual([path, '503', true]);
    expect(answer.toLowerCase()).toContain('retry-after: 1\r\n');
  }
  for (const path of ['/healthz', '/readyz']) {
    expect([path, (await exchange(port, request(path))).split(' ')[1]]).toEqual([path, '200']);
  }
  resolve('a_total 1\n');
  for (const client of waiting) expect(await client.ended()).toEndWith('a_total 1\n');
  expect((await exchange(port, request('/manage/v1/session'))).split(' ')[1]).toBe('200');
});

describe('when something goes wrong', () => {
  const secret = new Error('the hidden cause');
  const broken = createManagement(
    {
      version: '1.2.3',
      readiness: () => {
        throw secret;
      },
      metrics: () => Promise.reject(secret),
    },
    { manage: () => Promise.reject(secret), console: () => Promise.reject(secret) },
    access,
    (error) => heard.push(error),
  );
  const nowhere = { requestIP: () => null, pendingRequests: 1 };

  async function expectPlain(response: Response): Promise<void> {
    expect(response.status).toBe(500);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ status: 500, code: 'server_error' });
    expect(text).not.toContain('hidden');
    expect(heard.splice(0)).toEqual([secret]);
  }

  test.each(['/readyz', '/metrics', '/manage/v1/session', '/console/'])(
    '%s is reported with problem details, and its cause is logged',
    async (path) => {
      const request = new Request(`http://localhost${path}`, { headers: { host: 'localhost' } });
      await expectPlain(await broken.fetch(request, nowhere));
    },
  );

  test('so is any other error, and never with a development page', async () => {
    expect(server.development).toBe(false);
    await expectPlain(broken.error(secret));
  });
});
