import { afterAll, describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { until } from '../../../../tests/testing/until.ts';
import { type Readiness, ready } from '../http/health.ts';
import { exchange, openClient } from '../http/testing/client.ts';
import { createFiguresListener, createManagement, type Managed } from './createManagement.ts';

let readiness: Readiness = ready;
const heard: unknown[] = [];
const access = {
  hostname: '127.0.0.1',
  managementUrl: undefined,
  trustedProxies: [],
  onUntrustedProxy: () => {},
};
const told = (name: string) => async (_: Request, address: string) => Response.json({ name, address });
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  ...createManagement(
    {
      program: { version: '1.2.3' },
      readiness: () => readiness,
      shows: async (revision) => revision <= 7,
      metrics: async () => 'a_total 1\n',
    },
    { manage: told('manage'), console: told('console'), isOperator: async () => false },
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
    expect(await response.json()).toEqual({ status: 'ok', version: '1.2.3' });
  });

  test('says whether it is ready, and why not', async () => {
    readiness = ready;
    expect((await ask('/readyz')).status).toBe(200);
    readiness = { status: 'unavailable', reasons: ['worker 2 is loading'] };
    const response = await ask('/readyz');
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual(readiness);
  });

  test('says whether it shows a revision', async () => {
    readiness = ready;
    expect((await ask('/readyz?revision=7')).status).toBe(200);
    const behind = await ask('/readyz?revision=8');
    expect([behind.status, await behind.json()]).toEqual([
      503,
      { status: 'starting', reasons: ['revision 8 is not shown yet'] },
    ]);
    for (const bad of ['', '-1', '1.5', 'x', '9'.repeat(16)])
      expect([bad, (await ask(`/readyz?revision=${bad}`)).status]).toEqual([bad, 400]);
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

describe('metrics', () => {
  const token = 'a token of 24 characters'.replaceAll(' ', '-');
  const managed: Managed = {
    ...{ program: { version: '1.2.3' }, readiness: () => ready, shows: async () => true },
    metrics: async () => 'a_total 1\n',
  };
  const nowhere = { requestIP: () => null, pendingRequests: 1 };
  const open = (hostname: string, given: Partial<Managed> = {}) =>
    createManagement(
      { ...managed, ...given },
      { manage: told('manage'), console: told('console'), isOperator: async () => false },
      { ...access, hostname },
      () => {},
    );
  const openAlone = (hostname: string, given: Partial<Managed> = {}) =>
    createFiguresListener({ ...managed, ...given }, hostname, () => {});
  type Listener = ReturnType<typeof open>;
  const get = (listener: Listener, path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const all = { host: '10.1.2.3:4001', ...headers };
    return listener.fetch(new Request(`http://10.1.2.3:4001${path}`, { method, headers: all }), nowhere);
  };
  const codeOf = async (response: Response) => {
    const { code } = z.object({ code: z.string() }).parse(await response.json());
    return [response.status, code];
  };
  const bearer = (text: string) => ({ authorization: text });

  test.each([
    ['the management listener', open],
    ['their own listener', openAlone],
  ])('need the token on %s, wherever it listens', async (_, openListener) => {
    for (const hostname of ['127.0.0.1', '::1', '0.0.0.0', '::', '10.1.2.3', 'fd00::1']) {
      const listener = openListener(hostname, { metricsToken: token });
      const wrong = ['', 'Bearer', `Bearer ${token}x`, `Bearer x${token}`, `Basic ${token}`, token];
      for (const given of [{}, ...wrong.map(bearer), bearer(`Bearer ${token} ${token}`)]) {
        const response = await get(listener, '/metrics', given);
        expect(response.headers.get('www-authenticate')).toBe('Bearer realm="metrics"');
        expect(await codeOf(response)).toEqual([401, 'token_missing']);
      }
      for (const given of [`Bearer ${token}`, `bearer  ${token}`]) {
        expect(await (await get(listener, '/metrics', bearer(given))).text()).toBe('a_total 1\n');
      }
      expect((await get(listener, '/metrics', bearer(`Bearer ${token}`), 'HEAD')).status).toBe(200);
      for (const path of ['/healthz', '/readyz']) expect((await get(listener, path)).status).toBe(200);
    }
  });

  test('are not shown without a token where other machines reach the console', async () => {
    for (const hostname of ['0.0.0.0', '::', '10.1.2.3', 'fd00::1', 'console.internal']) {
      const response = await get(open(hostname), '/metrics');
      expect(response.headers.get('www-authenticate')).toBeNull();
      const problem = z.object({ code: z.string(), detail: z.string() }).parse(await response.json());
      expect([response.status, problem.code]).toEqual([403, 'metrics_refused']);
      for (const advice of ['NEWSSTAND_METRICS_TOKEN', 'NEWSSTAND_METRICS_PORT'])
        expect(problem.detail).toContain(advice);
      for (const path of ['/healthz', '/readyz']) expect((await get(open(hostname), path)).status).toBe(200);
      expect((await get(openAlone(hostname), '/metrics')).status).toBe(200);
    }
    for (const hostname of ['127.0.0.1', '127.0.0.9', '::1', 'localhost']) {
      expect((await get(open(hostname), '/metrics')).status).toBe(200);
    }
  });

  test('have a listener that shows nothing else', async () => {
    for (const hostname of ['127.0.0.1', '0.0.0.0']) {
      for (const path of ['/', '/console/', '/manage/v1/session', '/metrics/', '/anything']) {
        expect(await codeOf(await get(openAlone(hostname), path))).toEqual([404, 'unknown_path']);
      }
      expect(await codeOf(await get(openAlone(hostname), '/metrics', {}, 'POST'))).toEqual([
        ...[405, 'method_not_allowed'],
      ]);
    }
  });

  test('are asked for by name only on a listener that other machines reach', async () => {
    const named = { host: 'newsstand.monitoring.svc:9464' };
    expect(await codeOf(await get(openAlone('127.0.0.1'), '/metrics', named))).toEqual([421, 'host_unknown']);
    expect((await get(openAlone('0.0.0.0'), '/metrics', named)).status).toBe(200);
  });
});

test('handles a bounded number of requests at once, and always reports that it is alive', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  await using crowded = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    ...createManagement(
      {
        program: { version: '1.2.3' },
        readiness: () => ready,
        shows: async () => true,
        metrics: () => promise,
      },
      { manage: told('manage'), console: told('console'), isOperator: async () => false },
      access,
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
  await until('a crowd', () => crowded.pendingRequests >= 256);
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
      program: { version: '1.2.3' },
      readiness: () => {
        throw secret;
      },
      shows: () => Promise.reject(secret),
      metrics: () => Promise.reject(secret),
    },
    {
      manage: () => Promise.reject(secret),
      console: () => Promise.reject(secret),
      isOperator: async () => false,
    },
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
