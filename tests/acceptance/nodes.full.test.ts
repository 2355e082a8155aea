import { afterAll, beforeAll, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import { followMirror } from '../../packages/server/src/store/mirror/openMirror.ts';
import { inTemporaryFolder, type Running, startNewsstand } from '../newsstandProcess.ts';
import { type Postgres, startPostgres } from '../startPostgres.ts';
import { until } from '../testing/until.ts';
import { collections, news, newsPath } from './content.ts';
import { ask, metric, namesAt, untilAll, untilShown, withSite } from './openSite.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

/** A process of a node, by its script. */
function processOf(node: Running, script: string): number {
  return Number(
    Bun.spawnSync(['pgrep', '-P', `${node.pid}`, '-f', script])
      .stdout.toString()
      .trim(),
  );
}

/** The newest revision in the mirror of a data folder. */
async function mirroredUpTo(data: string): Promise<number | undefined> {
  const [file] = new Bun.Glob('mirror*.db').scanSync(data);
  if (file === undefined) return undefined;
  const mirror = followMirror(join(data, file));
  try {
    return (await mirror.bookmark()).revision;
  } catch {
    return undefined;
  } finally {
    await mirror.close();
  }
}

test('every worker of every node shows a write, and what a restored database holds', async () => {
  await withSite(postgres, async (site) => {
    await site.put(...collections, news('n1', { name: 'First' }));
    const { key, headers } = await site.key('--project', 'acme');
    const nodes = await Promise.all([site.node('a'), site.node('b', {}, ['--workers', '2'])]);
    await untilShown(nodes, headers, 'First');
    await site.put(news('n1', { name: 'Renamed' }), news('n2', { name: 'Second' }));
    await untilShown(nodes, headers, 'Renamed', 'Second');
    await site.put({ ...news('n1'), deleted: true });
    await untilShown(nodes, headers, 'Second');
    // The revision of a node is that of its slowest worker.
    const [before = 0] = await until(
      'the same revision on all nodes',
      () => Promise.all(nodes.map((node) => metric(node, 'newsstand_revision'))),
      (revisions) => new Set(revisions).size === 1,
    );

    await site.put(news('n3', { name: 'Lost' }), news('n4', { name: 'Lost too' }));
    await untilShown(nodes, headers, 'Second', 'Lost', 'Lost too');
    // What an earlier backup would contain.
    await using sql = new SQL(site.databaseUrl, { max: 1 });
    await sql.begin(async (transaction) => {
      await transaction`DELETE FROM newsstand.records WHERE id IN ('n3', 'n4')`;
      await transaction`DELETE FROM newsstand.changes WHERE revision > ${before}`;
      await transaction`DELETE FROM newsstand.commits WHERE revision > ${before}`;
      await transaction`DELETE FROM newsstand.events WHERE revision > ${before}`;
      await transaction`NOTIFY newsstand`;
    });
    await untilShown(nodes, headers, 'Second');
    await site.put(news('n5', { name: 'After' }));
    await untilShown(nodes, headers, 'Second', 'After');
    await site.run('key', 'revoke', key);
    const isRefused = async (node: (typeof nodes)[number]) =>
      (await ask(node, newsPath, headers)).status === 401;
    await untilAll('the end of the key', nodes, isRefused);
    expect(await Promise.all(nodes.map(async (node) => (await node.end()).code))).toEqual([0, 0]);
  });
});

test('a rate limit applies to all nodes together', async () => {
  await withSite(postgres, async (site) => {
    await site.put(...collections, news('n1'));
    const { headers } = await site.key('--project', 'acme');
    const limit = { NEWSSTAND_RATE_LIMIT: '10/24h' };
    const [first, second] = [await site.node('a', limit), await site.node('b', limit)];
    const statuses = async (node: Running, count: number) => {
      const all = Array.from({ length: count }, () => ask(node, newsPath, headers));
      return (await Promise.all(all)).map(({ status }) => status);
    };
    expect(await statuses(first, 10)).toEqual(Array.from({ length: 10 }, () => 200));
    const isLimited = async () => (await ask(second, newsPath, headers)).status === 429;
    await until('a limit on the other node', isLimited);
    const answer = await ask(second, newsPath, headers);
    expect(answer.headers.get('ratelimit')).toContain('r=0');
  });
});

test('a node starts without the database, and shows what it showed before', async () => {
  await withSite(postgres, async (site) => {
    await site.put(...collections, news('n1', { name: 'First' }));
    const { headers } = await site.key('--project', 'acme');
    const before = await site.node('a');
    await untilShown([before], headers, 'First');
    const revision = await metric(before, 'newsstand_revision');
    // Content shown directly from the database survives only once the mirror holds it.
    await until(
      'a mirror of everything',
      () => mirroredUpTo(join(site.folder, 'a')),
      (kept) => kept === revision,
    );
    await postgres.kill();
    try {
      expect(await namesAt(before, headers)).toEqual(['First']);
      await before.end('SIGKILL');
      const after = await site.node('a');
      expect(await namesAt(after, headers)).toEqual(['First']);
      expect(await metric(after, 'newsstand_revision')).toBe(revision);
      await postgres.start();
      await site.put(news('n2', { name: 'Second' }));
      await untilShown([after], headers, 'First', 'Second');
      expect(await metric(after, 'newsstand_revision')).toBeGreaterThan(revision);
    } finally {
      await postgres.start().catch(() => {});
    }
  });
});

test('a mirror without a running mirror process is not trusted', async () => {
  await withSite(postgres, async (site) => {
    await site.put(...collections, news('n1', { name: 'First' }));
    const { key, headers } = await site.key('--project', 'acme');
    const node = await site.node('a');
    await untilShown([node], headers, 'First');
    const keeper = processOf(node, 'mirrorProcess');
    // A busy machine is there for readers first.
    expect(getPriority(keeper)).toBeGreaterThan(getPriority(processOf(node, 'workerProcess')));
    process.kill(keeper, 'SIGSTOP');
    try {
      await site.run('key', 'revoke', key);
      await untilAll(
        'the end of the key',
        [node],
        async (it) => (await ask(it, newsPath, headers)).status === 401,
      );
    } finally {
      process.kill(keeper, 'SIGCONT');
    }
  });
});

test('a mirror that is replaced or removed while in use is recreated', async () => {
  await withSite(postgres, async (site) => {
    await site.put(...collections, news('n1', { name: 'First' }));
    const { headers } = await site.key('--project', 'acme');
    const node = await site.node('a', {}, ['--workers', '2']);
    await untilShown([node], headers, 'First');
    const data = join(site.folder, 'a');
    /** Waits until the mirror on disk holds everything that the database does. */
    const untilMirrored = async () => {
      const { revision }: { revision: number } = JSON.parse(await site.run('status', '--json'));
      await until(
        'a mirror of everything',
        () => mirroredUpTo(data),
        (kept) => kept === revision,
      );
    };
    await untilMirrored();
    const [file = ''] = new Bun.Glob('mirror*.db').scanSync(data);
    for (const ending of ['', '-wal', '-shm']) rmSync(join(data, file + ending));
    await site.put(news('n2', { name: 'Second' }));
    await untilShown([node], headers, 'First', 'Second');
    await untilMirrored();
    rmSync(join(data, `${file}-wal`));
    await site.put(news('n3', { name: 'Third' }));
    await untilShown([node], headers, 'First', 'Second', 'Third');
    await untilMirrored();
    expect((await fetch(`${node.managementUrl}/readyz`)).status).toBe(200);
    expect((await node.end()).code).toBe(0);
  });
});

test('a node without a mirror waits for its database, says so once, and goes on when it is there', async () => {
  await using postgres = await startPostgres();
  const url = await postgres.freshDatabase();
  await postgres.stop();
  await inTemporaryFolder(async (folder) => {
    const env = { NEWSSTAND_DATABASE_URL: url, NEWSSTAND_DATA: join(folder, 'data') };
    // Nothing is printed until it is open.
    const managementPort = freePort();
    const starting = startNewsstand(['--management-port', `${managementPort}`], env);
    const readiness = async () => {
      const response = await fetch(`http://127.0.0.1:${managementPort}/readyz`).catch(() => undefined);
      return [response?.status, await response?.json()];
    };
    const waiting = [503, { status: 'starting', reasons: ['waiting for the database'] }];
    await until('a node that waits for its database', readiness, (it) => Bun.deepEquals(it, waiting));
    // Longer than it used to have patience.
    await Bun.sleep(3000);
    expect(await readiness()).toEqual(waiting);
    await postgres.start();
    const running = await starting;
    expect(await readiness()).toEqual([200, { status: 'ready', reasons: [] }]);
    const { code, stderr } = await running.end();
    expect(code).toBe(0);
    const lines = stderr.split('\n').filter((line) => /waiting for the database|can't be reached/.test(line));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'warn',
      reason: expect.stringContaining(`127.0.0.1:${postgres.port}`),
      msg: 'waiting for the database; the service continues by itself once it can be reached',
    });
    expect(stderr).toContain('the database can be reached');
    expect(stderr).not.toContain('"stack"');
    expect(stderr).not.toContain(new URL(url).password);
  });
});

function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } });
  listener.stop(true);
  return listener.port;
}

test('a node that holds some spaces returns 421 for others', async () => {
  await withSite(postgres, async (site) => {
    const other = { projectId: 'acme', spaceId: 'other' };
    await site.put(...collections, news('n1', { name: 'First' }), {
      ...{ kind: 'tag', ...other, tagId: 't1', name: 'There' },
    });
    const { headers } = await site.key('--project', 'acme');
    const { headers: foreign } = await site.key('--project', 'beta');
    const web = await site.node('a', { NEWSSTAND_SCOPES: 'acme/web' });
    const rest = await site.node('b', { NEWSSTAND_SCOPES: 'acme/other,beta' });
    await untilShown([web], headers, 'First');
    const tags = '/static/projects/acme/spaces/other/collection/tags';
    const away = await ask(web, tags, headers);
    expect(away.status).toBe(421);
    expect(await away.json()).toMatchObject({ code: 'misdirected', status: 421 });
    expect((await ask(web, tags, foreign)).status).toBe(403);
    expect((await ask(rest, newsPath, headers)).status).toBe(421);
    expect(await (await ask(rest, tags, headers)).json()).toMatchObject({ totalCount: 1 });
    await site.put({ kind: 'tag', ...other, tagId: 't2', name: 'Another' });
    await untilAll('the tag of the other space', [rest], async (node) => {
      const { totalCount }: { totalCount: number } = JSON.parse(
        await (await ask(node, tags, headers)).text(),
      );
      return totalCount === 2;
    });
    expect((await ask(web, tags, headers)).status).toBe(421);
  });
});

test('caches in front are purged of changes, including those made while a node was down', async () => {
  const told: string[] = [];
  await using cache = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      told.push(...(request.headers.get('surrogate-key') ?? '').split(' '));
      return new Response();
    },
  });
  await withSite(postgres, async (site) => {
    await site.put(...collections, news('n1', { name: 'First' }));
    const { key, headers } = await site.key('--project', 'acme');
    const settings = { NEWSSTAND_PURGE_URL: `http://127.0.0.1:${cache.port}/purge` };
    const isTold = (...keys: readonly string[]) =>
      until(
        `a purge of ${keys}`,
        () => told,
        () => keys.every((each) => told.includes(each)),
      );
    const node = await site.node('a', settings);
    // A cache may hold anything from before the first start.
    await isTold('acme/web');
    told.length = 0;
    await site.put(news('n1', { name: 'Renamed' }));
    await untilShown([node], headers, 'Renamed');
    await isTold('acme/web/news/press', 'acme/web/news/press/n1');
    // Purges are repeated once; then the progress is saved.
    const isNoted = async () => {
      const noted = await Bun.file(join(site.folder, 'a', 'purged-1.json')).text();
      return JSON.parse(noted).revision === (await metric(node, 'newsstand_revision'));
    };
    await until('a note of the progress', isNoted);
    await node.end('SIGKILL');
    await site.put(news('n2', { name: 'Second' }));
    told.length = 0;
    const again = await site.node('a', settings);
    await isTold('acme/web/news/press/n2');
    expect(told).not.toContain('acme/web');
    expect(told).not.toContain('acme/web/news/press/n1');
    await site.run('key', 'revoke', key);
    await isTold(`key/${key}`);
    await again.end();
  });
});
