import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventsPath } from '@newsstand/contract';
import { collections, news } from '../../tests/acceptance/content.ts';
import { createKey, importLines } from '../../tests/fillStore.ts';
import { type Running, runNewsstand, startNewsstand } from '../../tests/newsstandProcess.ts';
import { until } from '../../tests/withDemo.ts';
import {
  type Client,
  type ClientOptions,
  type ContentEvent,
  createClient,
  NewsstandError,
  type SubscribeQuery,
} from './src/index.ts';
import { type Fetch, type Runtime, runtime } from './src/request.ts';
import { subscribe } from './src/subscribe.ts';
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
  await importLines(env, [...collections, news('n1', { alias: 'first' }), news('n2')]);
  keys = await createKey(env, ['--project', 'acme']);
  running = await startNewsstand([], env);
  proxy = await openProxy(() => running.url);
});

afterAll(async () => {
  await proxy?.close();
  await running?.end();
  await rm(folder, { recursive: true, force: true });
});

const open = (given: Partial<ClientOptions> = {}) =>
  createClient({ url: proxy.url, ...keys, ...scope, ...given });

/** A reader as the docs describe it: one loop that reads everything on `reset`, and then what has changed. */
function mirror(events: AsyncIterable<ContentEvent>, signal: AbortSignal) {
  const press = open({ retries: 100 }).news('press');
  const titles = new Map<string, string>();
  const heard: ContentEvent[] = [];
  async function readAll(): Promise<void> {
    const now = await Array.fromAsync(press.all({}, { signal }));
    titles.clear();
    for (const { contentId, values } of now) titles.set(contentId, values.title);
  }
  async function read(id: string): Promise<void> {
    try {
      titles.set(id, (await press.get(id, {}, { signal })).values.title);
    } catch (error) {
      if (!(error instanceof NewsstandError && error.code === 'not_found')) throw error;
      titles.delete(id);
    }
  }
  const ended = (async () => {
    for await (const event of events) {
      heard.push(event);
      if (event.type === 'reset') await readAll();
      else if (event.type === 'opened' || event.type === 'changed') await read(event.id);
      else titles.delete(event.id);
    }
  })().catch((error: unknown) => error);
  return { titles, heard, ended };
}

test('tells what is imported, and what the clock opens and closes', async () => {
  const controller = new AbortController();
  const { titles, heard, ended } = mirror(
    open().subscribe({ kinds: ['news'], instances: ['press'] }, controller),
    controller.signal,
  );
  await until(() => titles.size === 2);
  const at = Date.now() + 1500;
  await importLines(env, [
    news('n1', { alias: 'first', updatedAt: 2000 }, { title: 'Changed' }),
    news('n3', { openingAt: at, closingAt: at + 500 }),
    { kind: 'tag', ...scope, tagId: 't9', name: 'Nobody asked', createdAt: 1, updatedAt: 1 },
  ]);
  await importLines(env, [{ kind: 'news', ...scope, instanceId: 'press', contentId: 'n2', deleted: true }]);
  await until(() => heard.some(({ type }) => type === 'closed'));
  controller.abort();
  await ended;
  const told = heard.map((event) =>
    event.type === 'reset' ? event.type : `${event.type} ${event.kind} ${event.id}`,
  );
  expect(told).toEqual(['reset', 'changed news n1', 'removed news n2', 'opened news n3', 'closed news n3']);
  expect(heard).toContainEqual({
    ...{ type: 'opened', kind: 'news', instanceId: 'press', id: 'n3', at },
    position: expect.any(String),
  });
  expect(heard).toContainEqual(expect.objectContaining({ id: 'n1', alias: 'first' }));
  expect([...titles]).toEqual([['n1', 'Changed']]);
});

test('a position that was kept tells what was missed', async () => {
  const client = open();
  const first = await client.subscribe().next();
  if (first.done) throw new Error('it ended');
  await importLines(env, [news('kept-1'), news('kept-2')]);
  await until(
    async () => (await client.news('press').list({ contentIds: ['kept-1', 'kept-2'] })).totalCount === 2,
  );
  const missed: string[] = [];
  for await (const event of client.subscribe({ since: first.value.position })) {
    if (event.type !== 'reset') missed.push(event.id);
    if (missed.length === 2) break;
  }
  expect(missed.sort()).toEqual(['kept-1', 'kept-2']);
  // What the service does not know is a reset.
  for await (const { type } of client.subscribe({ since: 'no-such-position' })) {
    expect(type).toBe('reset');
    break;
  }
});

test('misses nothing, though connections are cut and the service is killed while content changes', async () => {
  const controller = new AbortController();
  let attempts = 0;
  const counting: Fetch = (url, init) => {
    attempts++;
    return fetch(url, init);
  };
  // Waits are short, so that there are many connections to cut.
  const sleep: Runtime['sleep'] = (milliseconds, signal) => runtime.sleep(milliseconds / 50, signal);
  const events = subscribe(
    { ...keys, heard: {}, fetch: counting },
    proxy.url + eventsPath.replace('{projectId}', 'acme').replace('{spaceId}', 'web'),
    { kinds: 'news' },
    { signal: controller.signal },
    { ...runtime, sleep },
  );
  const { titles, heard, ended } = mirror(events, controller.signal);
  // The first reset may come at any time: importing begins at once.
  const random = (below: number) => Math.floor(Math.random() * below);
  const cuts = (async () => {
    while (!controller.signal.aborted) {
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
  const right = JSON.stringify([...expected].sort());
  const here = () => JSON.stringify([...titles].filter(([id]) => id.startsWith('cut-')).sort());
  await until(() => here() === right);
  controller.abort(new Error('done'));
  await cuts;
  expect(await ended).toEqual(new Error('done'));
  // It was resumed each time: nothing had to be read anew.
  expect(attempts).toBeGreaterThan(5);
  expect(heard.filter(({ type }) => type === 'reset')).toHaveLength(1);
  await until(() => proxy.connections() === 0);
});

async function failureOf(client: Client, query?: SubscribeQuery): Promise<unknown> {
  return await client
    .subscribe(query)
    .next()
    .catch((error: unknown) => error);
}

test('throws what will not pass', async () => {
  const wrong = { secret: `${keys.secret.slice(0, -1)}${keys.secret.endsWith('a') ? 'b' : 'a'}` };
  expect(await failureOf(open(wrong))).toMatchObject({ status: 401, operation: 'subscribe' });
  expect(await failureOf(open({ spaceId: 'nowhere' }))).toMatchObject({ status: 404 });
  expect(await failureOf(open(), { instances: [] })).toMatchObject({ status: 400 });
  const guest = await createKey(env, ['--project', 'acme', '--space', 'web', '--instance', 'press']);
  await until(async () => {
    const failure = await failureOf(open(guest), { instances: 'blog' });
    return failure instanceof NewsstandError && failure.status === 403;
  });
});

test('a key that is revoked ends the subscription', async () => {
  const own = await createKey(env, ['--project', 'acme']);
  const client = open(own);
  await until(async () => (await client.tags.list().catch(() => undefined)) !== undefined);
  const events = client.subscribe();
  await events.next();
  const ended = events.next().catch((error: unknown) => error);
  expect((await runNewsstand(['key', 'revoke', own.key], { env })).code).toBe(0);
  expect(await ended).toMatchObject({ status: 401 });
});
