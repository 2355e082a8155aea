import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collections, news } from '../../tests/acceptance/content.ts';
import { createKey, importLines } from '../../tests/fillStore.ts';
import { type Running, startNewsstand } from '../../tests/newsstandProcess.ts';
import { until } from '../../tests/testing/until.ts';
import { createClient } from './src/index.ts';
import { mirror, subscribeHastily } from './testing/mirror.ts';
import { openProxy } from './testing/openProxy.ts';

let folder = '';
let env: Record<string, string> = {};
let running: Running;
let proxy: Awaited<ReturnType<typeof openProxy>>;
let keys: Awaited<ReturnType<typeof createKey>>;
const scope = { projectId: 'acme', spaceId: 'web' };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsstand-subscribe-'));
  env = { NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'warn' };
  // Without its instance, the first list would be an error.
  await importLines(env, [...collections, news('before')]);
  keys = await createKey(env, ['--project', 'acme']);
  running = await startNewsstand([], env);
  proxy = await openProxy(() => running.url);
});

afterAll(async () => {
  await proxy?.close();
  await running?.end();
  await rm(folder, { recursive: true, force: true });
});

const open = (retries: number) => createClient({ url: proxy.url, ...keys, ...scope, retries });

test('misses nothing, though connections are cut and the service is killed while content changes', async () => {
  const controller = new AbortController();
  const { events, attempts } = subscribeHastily(
    { url: proxy.url, projectId: 'acme', keys },
    controller.signal,
  );
  const { titles, heard, ended } = mirror(open(100), events, controller.signal);
  // The first reset may come at any time: importing begins at once.
  const random = (below: number) => Math.floor(Math.random() * below);
  let isCutting = true;
  const cuts = (async () => {
    while (isCutting) {
      await Bun.sleep(random(400));
      proxy.cut();
    }
  })();
  const expected = new Map(titles);
  for (let round = 0; round < 30; round++) {
    const id = `cut-${random(12)}`;
    const title = `Round ${round}`;
    const isDeleted = expected.has(id) && random(3) === 0;
    if (isDeleted) {
      await importLines(env, [{ kind: 'news', ...scope, instanceId: 'press', contentId: id, deleted: true }]);
      expected.delete(id);
    } else {
      await importLines(env, [news(id, { updatedAt: 2000 + round }, { title })]);
      expected.set(id, title);
    }
    if (round === 10 || round === 20) {
      await running.end('SIGKILL');
      running = await startNewsstand([], env);
    }
    await Bun.sleep(random(200));
  }
  isCutting = false;
  await cuts;
  const right = JSON.stringify([...expected].sort());
  const here = () => JSON.stringify([...titles].filter(([id]) => id.startsWith('cut-')).sort());
  await until('everything that was written', here, (seen) => seen === right);
  controller.abort(new Error('done'));
  expect(await ended).toEqual(new Error('done'));
  // It was resumed each time: nothing had to be read anew.
  expect(attempts()).toBeGreaterThan(5);
  expect(heard.filter(({ type }) => type === 'reset')).toHaveLength(1);
  // Those of finished requests are kept open.
  proxy.cut();
  await until('all connections to end', () => proxy.connections() === 0);
});
