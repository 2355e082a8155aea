import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { desyncCases } from './desync/cases.ts';
import { openTap, type Tap } from './desync/openTap.ts';
import { type DesyncRow, type MatrixOptions, runMatrix } from './desync/runMatrix.ts';
import { fuzz } from './fuzz.ts';
import { fuzzManagement } from './fuzzManagement.ts';
import type { Route } from './judge.ts';
import { type OpenSite, openSite } from './openSite.ts';
import { canary, matrixEntries } from './world.ts';

let open: OpenSite;
let tap: Tap;
const servers: Server[] = [];

beforeAll(async () => {
  open = await openSite(async (address) => {
    tap = await openTap(address);
    return tap.address;
  });
});
afterAll(async () => {
  await open?.close();
  tap?.close();
  for (const server of servers) server.close();
});

const send = (ports: ReadonlyMap<Route, number>, requests: number, seed = 1) =>
  fuzz(open.site, open.guarded, ports, { seed, requests });
const direct = () => open.ports.get('direct') ?? 0;

describe('the short run', () => {
  test('of hostile requests finds nothing on any route', async () => {
    const { violations, tallies } = await send(open.ports, 1500);
    expect(violations).toEqual([]);
    for (const [route, { responses }] of tallies) expect([route, responses > 100]).toEqual([route, true]);
    const seen = new Set([...tallies.values()].flatMap(({ statuses }) => [...statuses.keys()]));
    for (const status of [200, 204, 206, 304, 400, 401, 403, 404, 405])
      expect([status, seen.has(status)]).toEqual([status, true]);
    expect(open.node.stderr()).toBe('');
  });

  test('of the private listener finds nothing, as a stranger and as a viewer', async () => {
    const target = { url: open.managementUrl, viewerToken: open.viewerToken, guarded: open.guarded };
    const { violations, statuses } = await fuzzManagement(target, { seed: 1, requests: 400 });
    expect(violations).toEqual([]);
    for (const status of [200, 401, 403, 404, 405])
      expect([status, statuses.has(status)]).toEqual([status, true]);
    expect(open.node.stderr()).toBe('');
  });
});

/** A proxy that changes the responses of the service. */
async function relay(change: (text: string) => string): Promise<number> {
  return await listen(
    createServer((front) => {
      const back = connect(direct(), '127.0.0.1');
      back.on('data', (chunk) => front.write(change(chunk.toString('latin1')), 'latin1'));
      back.on('error', () => front.destroy()).on('end', () => front.end());
      front.on('error', () => back.destroy()).on('end', () => back.end());
      front.on('data', (chunk) => back.write(chunk));
    }),
  );
}

function listen(server: Server): Promise<number> {
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

describe('a broken service is detected', () => {
  const hidden = () => canary(open.site.world.entries.findIndex(({ audience }) => audience.size === 0));
  test.each<readonly [string, (text: string) => string, RegExp]>([
    [
      'wrong status',
      (text) => text.replaceAll('HTTP/1.1 404 Not Found', 'HTTP/1.1 500 Server'),
      /^status 500/,
    ],
    [
      'access without credentials',
      (text) => text.replaceAll(/HTTP\/1.1 401 .*/g, 'HTTP/1.1 200 OK'),
      /instead of 401/,
    ],
    ['hidden content', (text) => text.replaceAll(/kanaria\d{4}/g, hidden()), /sees kanaria/],
    [
      'a secret',
      (text) => text.replaceAll('vary: ', `x: ${open.site.keys.rival.secret}\r\nvary: `),
      /a secret/,
    ],
    [
      'the key of another reader',
      (text) => text.replaceAll('vary: ', `x: ${open.site.keys.rival.key}\r\nvary: `),
      /another reader/,
    ],
    ['mixed up responses', (text) => text.replaceAll(/(x-request-id: f-\d+-)/g, '$19'), /the response to/],
    ['a wrong length', (text) => text.replaceAll(/(content-length: \d*)1\r/g, '$10\r'), /./],
    ['too many bytes', (text) => `${text}x`, /./],
    ['incomplete problem details', (text) => text.replaceAll('"code":"', '"kode":"'), /the code/],
    ['no date', (text) => text.replaceAll('date: ', 'dote: '), /no date/],
  ])('%s', async (_, change, what) => {
    const port = await relay(change);
    const { violations } = await send(new Map([['direct', port]]), 200);
    expect(violations.map((violation) => what.test(violation.what))).toContain(true);
    // With everything needed to repeat it.
    expect(violations.some(({ request, batch }) => request !== '' && batch >= 0)).toBe(true);
  });
});

test('a service that closes without a response is detected', async () => {
  const port = await listen(createServer((socket) => socket.end()));
  const { violations } = await send(new Map([['direct', port]]), 20);
  expect(violations.map(({ what }) => what)).toContain('closed');
});

describe('the desync matrix', () => {
  const matrix = (ports: ReadonlyMap<Route, number>, options: MatrixOptions = {}, between = tap) =>
    runMatrix(
      { ports, keys: open.site.keys.project, entries: matrixEntries(open.site.world), tap: between },
      options,
    );
  const broken = (rows: readonly DesyncRow[]) =>
    rows.flatMap(({ item, outcomes }) =>
      outcomes.flatMap(({ route, violations }) =>
        violations.map((what) => `${route}, ${item.group}, ${item.name}: ${what}`),
      ),
    );

  test('holds for the service itself, and for every ninth case through the proxies', async () => {
    const isWanted: MatrixOptions['isWanted'] = (_, index, route) => route === 'direct' || index % 9 === 0;
    const rows = await matrix(open.ports, { isWanted });
    expect(broken(rows)).toEqual([]);
    expect(rows.length).toBeGreaterThan(400);
    // The page shows the service's response to each case.
    const page = await Bun.file(join(import.meta.dir, '../desync.md')).text();
    const shown = [...page.matchAll(/^\| `.*?` \| (.*?) \| .* \|$/gm)].map(([, told]) => told);
    const told = rows.map(({ outcomes }) => outcomes.find(({ route }) => route === 'direct')?.told);
    expect(shown).toEqual(told);
  });

  test('every case has a unique name', () => {
    const cases = desyncCases({ path: '/p', smuggled: 'GET / HTTP/1.1\r\n\r\n', usual: '', credentials: '' });
    const names = cases.map(({ group, name }) => `${group} ${name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  /** A server that takes everything up to an empty line for a request, and ignores bodies. */
  function startNaive(): Promise<number> {
    return listen(
      createServer((socket) => {
        let received = '';
        socket.on('error', () => {});
        socket.on('data', (chunk) => {
          received += chunk.toString('latin1');
          const heads = received.split('\r\n\r\n');
          received = heads.pop() ?? '';
          for (const head of heads) socket.write(naiveResponse(head), 'latin1');
        });
      }),
    );
  }

  function naiveResponse(head: string): string {
    const id = /contentIds=(\w+)|\/news\/(\w+) /
      .exec(head)
      ?.slice(1)
      .find((part) => part !== undefined);
    const name = /x-request-id: (.*)/i.exec(head)?.[1] ?? 'none';
    const body = `{"list":[{"contentId":"${id}"}]}`;
    return `HTTP/1.1 200 OK\r\nx-request-id: ${name}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  }

  test('detects a server that takes a body for a request', async () => {
    const port = await startNaive();
    const rows = await matrix(new Map([['direct', port]]), {
      isWanted: ({ name }) => name.startsWith('right'),
    });
    const found = broken(rows).filter((what) => what.endsWith('the smuggled request was answered'));
    expect(found.length).toBeGreaterThan(5);
  });

  test('detects a node that disagrees with its proxy', async () => {
    const port = await startNaive();
    const own = await openTap(`127.0.0.1:${port}`);
    const through = Number(own.address.split(':')[1]);
    const isWanted: MatrixOptions['isWanted'] = ({ group, name }) =>
      group === 'length of the body' && name === 'right';
    const rows = await matrix(new Map([['nginx', through]]), { isWanted }, own);
    own.close();
    expect(broken(rows).join('\n')).toContain('the proxy sent 2 requests, the node answered');
  });
});
