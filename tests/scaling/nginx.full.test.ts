import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectionPath, news, newsPath } from '../acceptance/content.ts';
import { findProgram, lacks } from '../testing/lacks.ts';
import { askFront, type Keys, untilTold } from './askFront.ts';
import type { Front } from './frontFiles.ts';
import { type Nodes, openNodes } from './openNodes.ts';
import { startNginx } from './startNginx.ts';
import { failuresOf, hostileRequests } from './strangers.ts';

const nginx = findProgram('nginx') ?? '';
const isMissing = lacks('nginx', 'nginx in front of nodes');

describe.skipIf(isMissing)('nginx', () => {
  describe('nginx in front of two nodes', () => {
    let folder = '';
    let nodes: Nodes;
    let front: Front;
    let reader: Keys;
    const get = (path: string, keys: Keys | undefined = reader, headers: Record<string, string> = {}) =>
      askFront(front.url + path, keys, headers);

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'newsstand-nginx-'));
      nodes = await openNodes(folder, { NEWSSTAND_MAX_AGE: '1', NEWSSTAND_MEDIA_MAX_AGE: '1' });
      reader = await nodes.createKey('--project', 'acme');
      front = await startNginx(nginx, folder, 'nginx.conf', nodes.addresses);
    });

    afterAll(async () => {
      await front?.stop();
      await nodes?.end();
      await rm(folder, { recursive: true, force: true });
    });

    test('a response is cached, and then revalidated with its tag', async () => {
      const path = `${newsPath}/n1`;
      const first = await get(path);
      const second = await untilTold(
        () => get(path),
        ({ cache }) => cache === 'HIT',
      );
      expect([second.status, second.cache, second.text]).toEqual([200, 'HIT', first.text]);
      const third = await untilTold(
        () => get(path),
        ({ cache }) => cache === 'REVALIDATED',
      );
      expect([third.status, third.cache, third.text]).toEqual([200, 'REVALIDATED', first.text]);
    });

    test('a reader with the current response gets 304, and must always revalidate', async () => {
      const { headers } = await get(`${newsPath}/n1`);
      expect(headers.get('cache-control')).toBe('private, no-cache');
      for (const name of ['surrogate-key', 'surrogate-control', 'cdn-cache-control'])
        expect([name, headers.get(name)]).toEqual([name, null]);
      const held = { 'if-none-match': headers.get('etag') ?? '' };
      const told = await get(`${newsPath}/n1`, reader, held);
      expect([told.status, told.text]).toEqual([304, '']);
    });

    test('a change is visible within the max-age', async () => {
      await get(`${newsPath}/n2`);
      await nodes.run(['import', '-'], `${JSON.stringify(renamed('n2', 'Changed'))}\n`);
      const told = await untilTold(
        () => get(`${newsPath}/n2`),
        ({ text }) => text.includes('Changed'),
      );
      expect(told.text).toContain('Changed');
    });

    test('nobody gets the response of another reader', async () => {
      const rival = await nodes.createKey('--project', 'rival');
      const path = `${newsPath}?size=5`;
      const hit = await untilTold(
        () => get(path),
        ({ cache }) => cache === 'HIT',
      );
      expect(hit.status).toBe(200);
      expect((await get(path, rival)).status).toBe(403);
      expect((await get(path, { ...reader, secret: 'wrong' })).status).toBe(401);
      expect((await get(path, { key: reader.key, secret: rival.secret })).status).toBe(401);
      expect((await askFront(front.url + path, undefined)).status).toBe(401);
      // The same header twice: cache and node must use the same value.
      const twice = await fetch(front.url + path, {
        headers: [
          ['x-svc-ac-api-key', rival.key],
          ['x-svc-ac-api-key', reader.key],
          ['x-svc-ac-api-secret', rival.secret],
          ['x-svc-ac-api-secret', reader.secret],
        ],
      });
      expect([401, 403]).toContain(twice.status);
    });

    test('a draft is never cached, and shown to editors only', async () => {
      const editor = await nodes.createKey('--project', 'acme', '--preview');
      const path = `${newsPath}/secret`;
      expect((await get(path)).status).toBe(404);
      for (let times = 0; times < 3; times++) {
        const told = await get(path, editor);
        expect([told.status, told.cache, told.headers.get('cache-control')]).toEqual([
          200,
          'MISS',
          'private, no-store',
        ]);
        expect((await get(path)).status).toBe(404);
      }
    });

    test('codings and origins are cached separately', async () => {
      const path = `${newsPath}?sort=name:asc`;
      const packings = ['gzip', 'br', 'identity', 'gzip, deflate, br, zstd'];
      const seen: string[] = [];
      for (let times = 0; times < 2; times++) {
        for (const packing of packings) {
          const told = await get(path, reader, { 'accept-encoding': packing });
          expect(JSON.parse(told.text).list.length).toBeGreaterThan(1);
          seen.push(told.headers.get('content-encoding') ?? 'identity');
        }
      }
      expect(seen).toEqual(['gzip', 'br', 'identity', 'br', 'gzip', 'br', 'identity', 'br']);
      const page = await get(path, reader, { origin: 'https://page.test' });
      expect(page.headers.get('access-control-allow-origin')).toBe('*');
      expect((await get(path)).headers.get('access-control-allow-origin')).toBeNull();
    });

    test('media are sent completely and in ranges, the second time from the cache', async () => {
      const { path, bytes } = nodes.picture;
      for (const cache of [['MISS'], ['HIT', 'REVALIDATED']]) {
        const whole = await fetch(front.url + path);
        expect(whole.status).toBe(200);
        expect(cache).toContain(whole.headers.get('x-cache') ?? '');
        expect(whole.headers.get('cache-control')).toContain('immutable');
        expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
      }
      const part = await fetch(front.url + path, { headers: { range: 'bytes=2000000-2999999' } });
      expect([part.status, part.headers.get('content-range')]).toEqual([
        206,
        `bytes 2000000-2999999/${bytes.length}`,
      ]);
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(2_000_000, 3_000_000))).toBe(true);
    });

    test('no request counts as a failure of a node', async () => {
      const failures = await failuresOf(front.url, hostileRequests(reader, nodes.picture.path));
      expect(failures).toEqual([]);
      expect((await get(`${newsPath}?size=7`)).status).toBe(200);
    });

    test('a picture is cached once, whatever the query', async () => {
      const { path } = nodes.picture;
      await get(path);
      const before = await keptFiles(folder);
      for (let times = 0; times < 20; times++) {
        const told = await get(`${path}?x=${times}`, reader, { range: 'bytes=0-9' });
        expect(told.status).toBe(206);
        expect(['HIT', 'REVALIDATED']).toContain(told.cache);
      }
      expect(await keptFiles(folder)).toBe(before);
    });

    test('paths that only look like media are not cached like media', async () => {
      const alias = `${'../'.repeat(9)}media/item`;
      await nodes.put(news('climber', { alias }));
      const path = `${newsPath}/${encodeURIComponent(alias).replaceAll('.', '%2e')}`;
      // With a valid key, by a reader who reaches the node directly.
      const [{ url }] = nodes.running;
      const direct = await untilTold(
        () => askFront(url + path, reader),
        ({ status }) => status === 200,
      );
      expect(direct.status).toBe(200);
      for (let times = 0; times < 3; times++) expect([400, 404]).toContain((await get(path)).status);
      expect([400, 404]).toContain((await askFront(front.url + path, undefined)).status);
    });

    test('deleted media are gone within their max-age, for the first request', async () => {
      const path = await nodes.addMedia('gone');
      await untilTold(
        () => get(path),
        ({ cache }) => cache === 'HIT',
      );
      await nodes.removeMedia('gone');
      // nginx counts whole seconds, so a response of one second may last for almost two.
      await Bun.sleep(2500);
      expect((await get(path)).status).toBe(404);
    });

    test('without one node, nobody notices; without both, cached responses are served', async () => {
      const path = `${collectionPath}/tags`;
      const known = await get(path);
      await nodes.running[0].end('SIGKILL');
      for (let times = 0; times < 30; times++) {
        expect((await get(`${newsPath}?size=${times + 1}`)).status).toBe(200);
      }
      await nodes.running[1].end('SIGKILL');
      const told = await untilTold(
        () => get(path),
        ({ cache }) => cache === 'STALE',
      );
      expect([told.status, told.cache, told.text]).toEqual([200, 'STALE', known.text]);
    });
  });

  test('unavailable media do not affect content', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newsstand-nginx-'));
    const nodes = await openNodes(folder, {
      // Nothing listens there.
      AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
      NEWSSTAND_MEDIA_STORE: 's3://gone',
    });
    const reader = await nodes.createKey('--project', 'acme');
    for (const file of ['nginx.conf', 'nginx-spaces.conf'] as const) {
      const front = await startNginx(nginx, folder, file, nodes.addresses);
      // Different paths, because the cache requests the same one only once.
      const asked = ['*/*', 'image/webp', 'image/avif,image/webp'].map((accept) =>
        askFront(front.url + nodes.picture.path, undefined, { accept }),
      );
      for (const { status } of await Promise.all(asked)) expect(status).toBe(503);
      for (let times = 1; times < 8; times++) {
        const content = await askFront(`${front.url}${newsPath}?size=${times}`, reader);
        expect([file, content.status]).toEqual([file, 200]);
      }
      await front.stop();
    }
    await nodes.end();
    await rm(folder, { recursive: true, force: true });
  });

  test('nginx finds a space on the node that holds it, whichever it tries first', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newsstand-nginx-'));
    // The reverse of what the file says, so that each is found with one more request.
    const nodes = await openNodes(folder, { NEWSSTAND_SCOPES: 'rival' }, { NEWSSTAND_SCOPES: 'acme' });
    const [acme, rival] = [
      await nodes.createKey('--project', 'acme'),
      await nodes.createKey('--project', 'rival'),
    ];
    const front = await startNginx(nginx, folder, 'nginx-spaces.conf', nodes.addresses);
    try {
      const rivalPath = newsPath.replace('acme', 'rival');
      for (const [path, keys] of [
        [newsPath, acme],
        [rivalPath, rival],
      ] as const) {
        const found = await askFront(front.url + path, keys);
        expect([path, found.status]).toEqual([path, 200]);
        const hit = await untilTold(
          () => askFront(front.url + path, keys),
          ({ cache }) => cache === 'HIT',
        );
        expect([path, hit.cache, hit.text]).toEqual([path, 'HIT', found.text]);
      }
      const direct = await askFront(nodes.running[0].url + newsPath, acme);
      expect([direct.status, JSON.parse(direct.text).code]).toEqual([421, 'misdirected']);
      expect((await askFront(front.url + rivalPath, acme)).status).toBe(403);
      expect(await failuresOf(front.url, hostileRequests(acme, nodes.picture.path))).toEqual([]);
    } finally {
      await front.stop();
      await nodes.end();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** The number of cached responses on disk. */
async function keptFiles(folder: string): Promise<number> {
  const entries = await readdir(join(folder, 'cache'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

function renamed(contentId: string, name: string): object {
  const scope = { kind: 'news', projectId: 'acme', spaceId: 'web', instanceId: 'press', contentId };
  const values = { title: name, body: {}, thumbnail: { mediaId: 'm1' } };
  return { ...scope, name, status: 'published', values };
}
