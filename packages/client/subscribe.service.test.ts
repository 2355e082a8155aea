import { afterAll, beforeAll, expect, test } from 'bun:test';
import { collections, news } from '../../tests/acceptance/content.ts';
import { isFull } from '../../tests/testing/runs.ts';
import { until } from '../../tests/testing/until.ts';
import type { Client, ClientOptions, SubscribeQuery } from './src/index.ts';
import { mirror, subscribeHastily } from './testing/mirror.ts';
import { openProxy } from './testing/openProxy.ts';
import { openService, type Service } from './testing/openService.ts';

let service: Service;
let proxy: Awaited<ReturnType<typeof openProxy>>;

beforeAll(async () => {
  service = await openService('subscribe', [...collections, news('n1', { alias: 'first' }), news('n2')]);
  proxy = await openProxy(() => service.url);
});
afterAll(() => proxy?.close());

const open = (given: Partial<ClientOptions> = {}) => service.open({ url: proxy.url, ...given }).client;

test('tells what is imported, and what the clock opens and closes', async () => {
  const controller = new AbortController();
  const { titles, heard, ended } = mirror(
    open({ retries: 100 }),
    open().subscribe({ kinds: ['news'], instances: ['press'] }, controller),
    controller.signal,
  );
  await until('both items', () => titles.size === 2);
  await service.put([
    news('n1', { alias: 'first', updatedAt: 2000 }, { title: 'Changed' }),
    { kind: 'tag', spaceId: 'web', tagId: 't9', name: 'Nobody asked', createdAt: 1, updatedAt: 1 },
  ]);
  await service.put([{ kind: 'news', spaceId: 'web', instanceId: 'press', contentId: 'n2', deleted: true }]);
  const at = Date.now() + 2000;
  await service.put([news('n3', { openingAt: at, closingAt: at + 1000 })]);
  await until('the item to close', () => heard.some(({ type }) => type === 'closed'));
  controller.abort();
  await ended;
  const told = heard
    .map((event) => (event.type === 'reset' ? event.type : `${event.type} ${event.kind} ${event.id}`))
    // What was imported before may reach this worker only now.
    .filter((each) => !/^opened news n[12]$/.test(each));
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
  await service.put([news('kept-1'), news('kept-2')]);
  await until(
    'both items',
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

test('resumes where it was, though connections are cut while content changes', async () => {
  const controller = new AbortController();
  const { projectId, reader } = service;
  const { events, attempts } = subscribeHastily(
    { url: proxy.url, projectId, keys: reader },
    controller.signal,
  );
  const { titles, heard, ended } = mirror(open({ retries: 100 }), events, controller.signal);
  await until('the start of the events', () => heard.length > 0);
  for (const id of ['cut-1', 'cut-2', 'cut-3']) {
    const before = attempts();
    // It may be connecting at this moment.
    await until('another attempt', () => {
      proxy.cut();
      return attempts() > before;
    });
    await service.put([news(id)]);
    await until(`${id} to be heard of`, () => titles.has(id));
  }
  controller.abort(new Error('done'));
  expect(await ended).toEqual(new Error('done'));
  // Nothing had to be read anew.
  expect(heard.filter(({ type }) => type === 'reset')).toHaveLength(1);
  // Those of finished requests are kept open.
  proxy.cut();
  await until('all connections to end', () => proxy.connections() === 0);
});

async function failureOf(client: Client, query?: SubscribeQuery): Promise<unknown> {
  return await client
    .subscribe(query)
    .next()
    .catch((error: unknown) => error);
}

test('throws what will not pass', async () => {
  const { secret } = service.reader;
  const wrong = { secret: `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}` };
  expect(await failureOf(open(wrong))).toMatchObject({ status: 401, operation: 'subscribe' });
  expect(await failureOf(open({ spaceId: 'nowhere' }))).toMatchObject({ status: 404 });
  expect(await failureOf(open(), { instances: [] })).toMatchObject({ status: 400 });
  expect(await failureOf(open(service.guest), { instances: 'blog' })).toMatchObject({ status: 403 });
});

if (isFull)
  test('a key that is revoked ends the subscription', async () => {
    const own = await service.createKey();
    const client = open(own);
    await until('the new key to be known', () => client.tags.list());
    const events = client.subscribe();
    await events.next();
    const ended = events.next().catch((error: unknown) => error);
    await service.run(['key', 'revoke', own.key]);
    expect(await ended).toMatchObject({ status: 401 });
  });
