import { describe, expect, test } from 'bun:test';
import { manageRoot } from '@newsstand/contract/manage/plain';
import { ready } from '../http/health.ts';
import { loopback } from '../http/ipAddress.ts';
import { exchange } from '../http/testing/client.ts';
import { type TestApi, withApi } from './api/testing/withApi.ts';
import { password, roles, withKen } from './api/testing/withKen.ts';
import { createManagement } from './createManagement.ts';

const managementUrl = 'https://console.example.com:8443';
const paths = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/',
  '/console/',
  '/console/assets/x.js',
  `${manageRoot}/session`,
  `${manageRoot}/openapi.json`,
  '/anything',
];

/** Asks as nobody but a program can: the header lines are as they are. Gives the whole answer. */
function raw({ origin }: TestApi, line: string, ...headers: readonly string[]): Promise<string> {
  const lines = [line, ...headers, 'Connection: close', '', ''];
  return exchange(Number(new URL(origin).port), lines.join('\r\n'));
}

function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
}

const hostStatus = async (api: TestApi, ...hosts: readonly string[]) =>
  statusOf(await raw(api, 'GET /metrics HTTP/1.1', ...hosts.map((host) => `Host: ${host}`)));

describe('the management listener', () => {
  test('refuses requests under an unknown host name, whatever the path and method', async () => {
    await withApi(async (api) => {
      await api.addOperator('ann', roles);
      const cookie = await api.sessionOf('ann');
      const { port } = new URL(api.origin);
      for (const path of paths) {
        for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']) {
          const answer = await raw(
            api,
            `${method} ${path} HTTP/1.1`,
            `Host: evil.test:${port}`,
            `Origin: http://evil.test:${port}`,
            'Sec-Fetch-Site: same-origin',
            `Cookie: ${cookie}`,
          );
          expect([method, path, statusOf(answer)]).toEqual([method, path, 421]);
          expect(answer).toMatch(/^content-type: application\/problem\+json\r$/im);
          if (method !== 'HEAD') expect(answer).toContain('NEWSSTAND_MANAGEMENT_URL');
          if (method !== 'HEAD') expect(answer).toContain('"code":"host_unknown"');
        }
      }
      expect(await api.store.read((reader) => reader.authTokens('ann'))).toHaveLength(1);
    });
  });

  const known = [
    '127.0.0.1',
    '127.0.0.1:1',
    'localhost',
    'LOCALHOST:65535',
    '[::1]:4001',
    '[::ffff:127.0.0.1]',
    // Nobody's DNS decides what a literal address is: health checks and tunnels name it so.
    '10.1.2.3:4001',
    '[fd00::1]:4001',
  ];
  const unknown = [
    'evil.test',
    '127.0.0.1.evil.test',
    'localhost.evil.test',
    'evil.localhost',
    'localhost.',
    'localhost@evil.test',
    'evil.test@localhost',
    'localhost/',
    'localhost, evil.test',
    'localhost:4001:1',
    '2130706433',
    '',
  ];

  test('knows this machine and literal addresses, whatever the port', async () => {
    await withApi(async (api) => {
      for (const host of known) expect([host, await hostStatus(api, host)]).toEqual([host, 200]);
      for (const host of [...unknown, 'console.example.com']) {
        expect([host, await hostStatus(api, host)]).toEqual([host, 421]);
      }
      for (const hosts of [
        ['localhost', 'evil.test'],
        ['evil.test', 'localhost'],
        ['localhost', 'localhost'],
      ]) {
        expect([hosts, await hostStatus(api, ...hosts)]).toEqual([hosts, 421]);
      }
      // Load balancers probe with HTTP/1.0 and without a name; no browser does.
      expect(statusOf(await raw(api, 'GET /metrics HTTP/1.0'))).toBe(200);
      expect(await hostStatus(api)).toBe(400);
    });
  });

  test('knows the name that operators use, too', async () => {
    await withApi(
      async (api) => {
        // Proxies pass the host on with the port or without it.
        for (const host of [...known, 'console.example.com:8443', 'Console.Example.COM']) {
          expect([host, await hostStatus(api, host)]).toEqual([host, 200]);
        }
        for (const host of [...unknown, 'example.com', 'x.console.example.com', 'console.example.com.']) {
          expect([host, await hostStatus(api, host)]).toEqual([host, 421]);
        }
      },
      { managementUrl },
    );
  });

  test('accepts changes from known origins only', async () => {
    await withKen(
      async (api) => {
        const { port } = new URL(api.origin);
        const from = async (origin: string, host: string) =>
          (await api.signIn('ken', password, { origin, headers: { host } })).status;
        for (const host of [`127.0.0.1:${port}`, 'localhost:9', '[::1]:9', 'LOCALHOST:9']) {
          expect([host, await from(`http://${host.toLowerCase()}`, host)]).toEqual([host, 200]);
        }
        expect(await from(managementUrl, 'console.example.com:8443')).toBe(200);
        expect(await from(managementUrl, `127.0.0.1:${port}`)).toBe(200);
        // The page is of one origin with the host, but that is of nobody whom we know.
        for (const host of ['10.1.2.3:4001', '[fd00::1]:4001', '0.0.0.0:4001', 'console.example.com:8443']) {
          expect([host, await from(`http://${host}`, host)]).toEqual([host, 403]);
        }
        // A tunnel to a listener with TLS of its own.
        expect(await from('https://localhost:9', 'localhost:9')).toBe(200);
        // Something else on this machine.
        expect(await from('http://localhost:3000', `localhost:${port}`)).toBe(403);
        expect(await from('http://localhost', `localhost:${port}`)).toBe(403);
      },
      { managementUrl },
    );
  });
});

describe('a management listener that other machines reach', () => {
  const content = ['/', '/console/', `${manageRoot}/openapi.json`, `${manageRoot}/session`, '/anything'];
  const statusAt = async (api: TestApi, path: string, host: string) =>
    statusOf(await raw(api, `GET ${path} HTTP/1.1`, `Host: ${host}`));
  const agreed = ['127.0.0.1:4001', 'localhost', '[::1]:4001'];
  const around = ['10.1.2.3:4001', '[fd00::1]:4001', '0.0.0.0', '[::]:4001'];

  test('answers health checks by any address, and everything else by the known name only', async () => {
    for (const hostname of ['0.0.0.0', '::', '10.1.2.3']) {
      await withApi(
        async (api) => {
          for (const host of [...agreed, 'console.example.com', 'Console.example.com:8443']) {
            for (const path of content) {
              expect([host, path, (await statusAt(api, path, host)) === 421]).toEqual([host, path, false]);
            }
          }
          for (const host of around) {
            for (const path of ['/healthz', '/readyz'])
              expect([host, await statusAt(api, path, host)]).toEqual([host, 200]);
            for (const path of content)
              expect([host, path, await statusAt(api, path, host)]).toEqual([host, path, 421]);
          }
          for (const path of ['/healthz', '/metrics', ...content])
            expect(await statusAt(api, path, 'evil.test')).toBe(421);
          expect(statusOf(await raw(api, 'GET /readyz HTTP/1.0'))).toBe(200);
          expect(statusOf(await raw(api, 'GET /console/ HTTP/1.0'))).toBe(421);
        },
        { hostname, managementUrl },
      );
    }
  });

  test('is known by the address that it listens on, unless there is a URL', async () => {
    const pairs: readonly (readonly [hostname: string, own: string, foreign: string])[] = [
      ['10.1.2.3', '10.1.2.3:4001', '10.1.2.4:4001'],
      ['fd00::1', '[fd00:0:0::1]:4001', '[fd00::2]:4001'],
      ['Console.internal', 'console.internal:4001', '10.1.2.3'],
    ];
    for (const [hostname, own, foreign] of pairs) {
      await withApi(
        async (api) => {
          expect(await statusAt(api, `${manageRoot}/session`, own)).toBe(401);
          expect(await statusAt(api, `${manageRoot}/session`, foreign)).toBe(421);
        },
        { hostname },
      );
    }
    // It has no address of its own, so operators of other machines need a URL.
    await withApi(
      async (api) => {
        for (const host of around) expect(await statusAt(api, '/console/', host)).toBe(421);
        for (const host of agreed) expect(await statusAt(api, `${manageRoot}/session`, host)).toBe(401);
      },
      { hostname: '0.0.0.0' },
    );
  });
});

describe('the address of a client', () => {
  const untrusted: string[] = [];
  const told = async (_: Request, address: string) => new Response(address);
  const open = (trustedProxies: typeof loopback) =>
    createManagement(
      {
        program: { version: '1.2.3' },
        readiness: () => ready,
        shows: async () => true,
        metrics: async () => '',
      },
      { manage: told, console: told, isOperator: async () => false },
      {
        ...{ hostname: '127.0.0.1', managementUrl: undefined, trustedProxies },
        onUntrustedProxy: (peer) => untrusted.push(peer),
      },
      () => {},
    );
  const ask = async (listener: ReturnType<typeof open>, peer: string, headers: Record<string, string>) => {
    const request = new Request('http://localhost/console/', { headers: { host: 'localhost', ...headers } });
    const server = { requestIP: () => ({ address: peer }), pendingRequests: 1 };
    return await (await listener.fetch(request, server)).text();
  };

  test('is the one that a trusted proxy reports', async () => {
    const listener = open(loopback);
    expect(await ask(listener, '127.0.0.1', { 'x-forwarded-for': '1.1.1.1, 203.0.113.7' })).toBe(
      '203.0.113.7',
    );
    expect(await ask(listener, '127.0.0.1', { forwarded: 'for="[2001:db8::7]"' })).toBe('2001:db8::7');
    expect(await ask(listener, '::ffff:127.0.0.1', {})).toBe('127.0.0.1');
    expect(untrusted).toEqual([]);
  });

  test('is the peer itself if that is not trusted, which is reported once', async () => {
    const listener = open([]);
    expect(await ask(listener, '127.0.0.1', {})).toBe('127.0.0.1');
    expect(untrusted).toEqual([]);
    for (let times = 0; times < 2; times++) {
      expect(await ask(listener, '127.0.0.1', { 'x-forwarded-for': '203.0.113.7' })).toBe('127.0.0.1');
    }
    expect(untrusted.splice(0)).toEqual(['127.0.0.1']);
  });
});
