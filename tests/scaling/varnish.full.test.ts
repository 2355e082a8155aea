import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vary } from '../../packages/server/src/delivery/ResponseCache.ts';
import { collectionPath, news, newsPath } from '../acceptance/content.ts';
import { inTemporaryFolder } from '../newsstandProcess.ts';
import { findProgram, lacks } from '../testing/lacks.ts';
import { askFront, type Keys, type Told, untilTold } from './askFront.ts';
import { type Front, freePort } from './frontFiles.ts';
import { type Nodes, openNodes } from './openNodes.ts';
import { knowsKeys, startVarnish } from './startVarnish.ts';
import { failuresOf, hostileRequests } from './strangers.ts';

const varnishd = findProgram('varnishd') ?? '';
const isMissing =
  lacks('varnishd', 'Varnish in front of nodes') ||
  (!(await inTemporaryFolder((folder) => knowsKeys(varnishd, folder))) &&
    lacks('varnish-modules', 'Varnish in front of nodes'));

describe.skipIf(isMissing)('Varnish in front of two nodes', () => {
  let folder = '';
  let nodes: Nodes;
  let front: Front;
  let reader: Keys;
  const address = `127.0.0.1:${freePort()}`;
  const get = (path: string, keys: Keys | undefined = reader, headers: Record<string, string> = {}) =>
    askFront(front.url + path, keys, headers);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newsstand-varnish-'));
    nodes = await openNodes(folder, {
      NEWSSTAND_MAX_AGE: '1',
      NEWSSTAND_CDN_MAX_AGE: '86400',
      NEWSSTAND_PURGE_URL: `http://${address}/purge`,
    });
    front = await startVarnish(varnishd, folder, address, nodes.addresses);
    reader = await nodes.createKey('--project', 'acme');
  });

  afterAll(async () => {
    await front?.stop();
    await nodes?.end();
    await rm(folder, { recursive: true, force: true });
  });

  /** Waits until every node shows a change and has purged the cache twice. */
  async function told(path: string, isRight: (told: Told) => boolean): Promise<void> {
    for (const { url } of nodes.running) await untilTold(() => askFront(url + path, reader), isRight);
    await quiet();
  }

  async function quiet(): Promise<void> {
    for (const { managementUrl } of nodes.running) {
      await untilTold(
        () => askFront(`${managementUrl}/metrics`, undefined),
        ({ text }) => /^newsstand_purge_pending_keys\S* 0$/m.test(text),
      );
    }
  }

  /** Fills the cache with responses. */
  async function hold(paths: readonly string[], keys: readonly Keys[] = [reader]): Promise<void> {
    await quiet();
    for (const path of paths) {
      for (const one of keys) {
        await get(path, one);
        expect([path, (await get(path, one)).cache]).toEqual([path, 'HIT']);
      }
    }
  }

  test('a response is cached for longer than readers may cache it, and carries its age', async () => {
    const { headers, cache } = await untilTold(
      () => get(`${newsPath}/n1`),
      (told) => Number(told.headers.get('age')) > 1,
    );
    expect([cache, Number(headers.get('age')) > 1]).toEqual(['HIT', true]);
    expect(headers.get('cache-control')).toBe('public, max-age=1, must-revalidate');
    expect(headers.get('vary')).toBe(vary);
    for (const name of ['surrogate-key', 'surrogate-control', 'cdn-cache-control', 'xkey', 'x-vary'])
      expect([name, headers.get(name)]).toEqual([name, null]);
    const tag = { 'if-none-match': headers.get('etag') ?? '' };
    const answer = await get(`${newsPath}/n1`, reader, tag);
    expect([answer.status, answer.cache, answer.text]).toEqual([304, 'HIT', '']);
  });

  test('a change is visible immediately, and other responses stay cached', async () => {
    const [item, list, other] = [`${newsPath}/n2`, `${newsPath}?size=5`, `${newsPath}/n1`];
    await hold([item, list, other, `${collectionPath}/tags`]);
    await nodes.put(news('n2', { name: 'Changed' }));
    for (const path of [item, list]) {
      const answer = await untilTold(
        () => get(path),
        ({ text }) => text.includes('Changed'),
      );
      expect(answer.text).toContain('Changed');
    }
    expect((await get(other)).cache).toBe('HIT');
    expect((await get(`${collectionPath}/tags`)).cache).toBe('HIT');
    // Embedded resources are part of an item.
    await told(item, ({ text }) => text.includes('Changed'));
    await hold([item, other]);
    await nodes.put({ kind: 'tag', projectId: 'acme', spaceId: 'web', tagId: 't1', name: 'Renamed' });
    const answer = await untilTold(
      () => get(other),
      ({ text }) => text.includes('Renamed'),
    );
    expect(answer.text).toContain('Renamed');
    expect((await get(item)).cache).toBe('HIT');
  });

  test('a revoked key gets 401, and other keys are not affected', async () => {
    const leaver = await nodes.createKey('--project', 'acme');
    const path = `${newsPath}?sort=name:asc`;
    await hold([path], [reader, leaver]);
    await nodes.run(['key', 'revoke', leaver.key]);
    const answer = await untilTold(
      () => get(path, leaver),
      ({ status }) => status === 401,
    );
    expect(answer.status).toBe(401);
    expect((await get(path)).cache).toBe('HIT');
  });

  test('nobody gets the response of another reader', async () => {
    const rival = await nodes.createKey('--project', 'rival');
    const path = `${newsPath}?size=6`;
    await hold([path]);
    expect((await get(path, rival)).status).toBe(403);
    expect((await get(path, { ...reader, secret: 'wrong' })).status).toBe(401);
    expect((await get(path, { key: reader.key, secret: rival.secret })).status).toBe(401);
    expect((await askFront(front.url + path, undefined)).status).toBe(401);
    const twice = await fetch(front.url + path, {
      headers: [
        ['x-svc-ac-api-key', reader.key],
        ['x-svc-ac-api-key', rival.key],
        ['x-svc-ac-api-secret', reader.secret],
        ['x-svc-ac-api-secret', rival.secret],
      ],
    });
    expect(twice.status).toBe(401);
    expect((await get(path)).cache).toBe('HIT');
  });

  test('a draft is never cached, shown to editors only, and to all once it is published', async () => {
    const editor = await nodes.createKey('--project', 'acme', '--preview');
    const path = `${newsPath}/secret`;
    for (let times = 0; times < 3; times++) {
      const answer = await get(path, editor);
      expect([answer.status, answer.cache, answer.headers.get('cache-control')]).toEqual([
        200,
        'MISS',
        'private, no-store',
      ]);
      expect((await get(path)).status).toBe(404);
    }
    await nodes.put(news('secret'));
    const answer = await untilTold(
      () => get(path),
      ({ status }) => status === 200,
    );
    expect(answer.status).toBe(200);
    await nodes.put(news('secret', { status: 'draft' }));
    const gone = await untilTold(
      () => get(path),
      ({ status }) => status === 404,
    );
    expect(gone.status).toBe(404);
  });

  test('items open and close in time, although responses may be cached for a day', async () => {
    const [item, list] = [`${newsPath}/brief`, `${newsPath}?search=brief`];
    const [openingAt, closingAt] = [Date.now() + 4000, Date.now() + 6000];
    await nodes.put(news('brief', { closingAt }), news('coming', { openingAt }, { body: { text: 'brief' } }));
    await told(item, ({ status }) => status === 200);
    for (const path of [item, list]) await get(path);
    const opened = await untilTold(
      () => get(list),
      ({ text }) => text.includes('coming'),
    );
    expect([opened.text.includes('coming'), Date.now() >= openingAt]).toEqual([true, true]);
    const closed = await untilTold(
      () => get(item),
      ({ status }) => status === 404,
    );
    expect([closed.status, Date.now() >= closingAt]).toEqual([404, true]);
    const after = await untilTold(
      () => get(list),
      ({ text }) => !text.includes('"contentId":"brief"'),
    );
    expect(after.text).toContain('"contentId":"coming"');
    expect(after.text).not.toContain('"contentId":"brief"');
  });

  test('media are sent completely and in ranges, the second time from the cache, to anyone', async () => {
    const { path, bytes } = nodes.picture;
    for (const cache of ['MISS', 'HIT']) {
      const whole = await fetch(front.url + path, { headers: { origin: `https://${cache}.test` } });
      expect([whole.status, whole.headers.get('x-cache')]).toEqual([200, cache]);
      expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    }
    const part = await fetch(front.url + path, { headers: { range: 'bytes=2000000-2999999' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 2000000-2999999/${bytes.length}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(2_000_000, 3_000_000))).toBe(true);
  });

  test('no request causes an error of a node or of Varnish', async () => {
    for (const keys of [reader, await nodes.createKey('--project', 'acme', '--preview')]) {
      const requests = hostileRequests(keys, nodes.picture.path);
      expect(await failuresOf(front.url, requests)).toEqual([]);
    }
    expect((await get(`${newsPath}?size=7`)).status).toBe(200);
  });

  test('a picture is cached once, whatever the query', async () => {
    const { path } = nodes.picture;
    await get(path);
    for (let times = 0; times < 20; times++) {
      const told = await get(`${path}?x=${times}`, reader, { range: 'bytes=0-9' });
      expect([told.status, told.cache]).toEqual([206, 'HIT']);
    }
  });

  test('deleted media are purged immediately', async () => {
    const path = await nodes.addMedia('gone');
    await hold([path]);
    const { headers } = await get(path);
    for (const name of ['surrogate-key', 'surrogate-control', 'cdn-cache-control'])
      expect([name, headers.get(name)]).toEqual([name, null]);
    await nodes.removeMedia('gone');
    await quiet();
    expect((await get(path)).status).toBe(404);
  });

  test('only the nodes may purge', async () => {
    const path = `${newsPath}/n1`;
    await hold([path]);
    const lines = ['POST /purge HTTP/1.1', 'Host: a', 'Surrogate-Key: acme/web', 'Content-Length: 0'];
    const purgeFrom = (localAddress: string) => exchangeFrom(localAddress, address, lines);
    expect(await purgeFrom('127.0.0.2')).toStartWith('HTTP/1.1 403');
    expect((await get(path)).cache).toBe('HIT');
    expect(await purgeFrom('127.0.0.1')).toMatch(/^HTTP\/1.1 200 Purged: [1-9]/);
    expect((await get(path)).cache).toBe('MISS');
    expect((await fetch(`${front.url}/purge`)).status).toBe(400);
  });

  test('without one node, nobody notices; without both, cached responses are served', async () => {
    const path = `${newsPath}/long`;
    await hold([path]);
    const known = await get(path);
    await nodes.running[0].end('SIGKILL');
    for (let times = 0; times < 30; times++) {
      expect((await get(`${newsPath}?page=1&size=${times + 1}`)).status).toBe(200);
    }
    await nodes.running[1].end('SIGKILL');
    const answer = await get(path);
    expect([answer.status, answer.cache, answer.text]).toEqual([200, 'HIT', known.text]);
    const missing = await get(`${newsPath}?page=2`);
    expect([missing.status, missing.headers.get('content-type')]).toEqual([503, 'application/problem+json']);
  });
});

/** Sends a head from one of this machine's addresses, and returns everything until the end of the connection. */
function exchangeFrom(localAddress: string, address: string, lines: readonly string[]): Promise<string> {
  const [host = '', port = ''] = address.split(':');
  return new Promise((resolve, reject) => {
    let received = '';
    const head = `${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`;
    const socket = connect({ host, port: Number(port), localAddress }, () => socket.write(head));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}
