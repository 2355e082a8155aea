import { expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import type { EventType } from '@newsstand/contract';
import { until } from '../../../../tests/testing/until.ts';
import type { ContentEvent } from '../events/eventsBetween.ts';
import type { SpaceEvents } from '../events/readEvents.ts';
import type { Store } from '../store/Store.ts';
import { openTemporary } from '../store/sqlite/openSqlite.ts';
import type { Delivery, WebhookPosition } from '../store/Webhook.ts';
import { createWebhook, disableWebhook, enableWebhook, type WebhookOrder } from './changeWebhooks.ts';
import type { FoundEvents } from './findEvents.ts';
import { type SenderOptions, startSender } from './startSender.ts';
import { type Receiver, startReceiver } from './testing/startReceiver.ts';
import { verify } from './testing/verify.ts';
import { pauseAfter, type Timing } from './timing.ts';

const place = { projectId: 'acme', spaceId: 'web' };
const quick: Partial<Timing> = {
  ...{ look: 5, idle: 5, lease: 60_000, renewal: 20, buildQuiet: 80, buildLongest: 100_000 },
  ...{ firstRetry: 2, longestRetry: 10, firstRest: 1, longestRest: 2 },
};

/** What happens is told by the test, one revision after the other; the rest is real. */
async function openWorld() {
  const store = await openTemporary();
  const receiver = startReceiver();
  const happened: ContentEvent[] = [];
  const errors: unknown[] = [];
  const clock = { skew: 0 };
  const source = { now: () => Date.now() + clock.skew, random: randomBytes };
  await store.write((writer) => writer.putSpace(place));
  const { revision: start } = await store.bookmark();

  async function events(from: WebhookPosition): Promise<FoundEvents> {
    const position = { revision: start + happened.length, mark: '', at: source.now() };
    const told = happened.slice(from.revision - start);
    const spaces: SpaceEvents[] =
      told.length === 0 ? [] : [{ ...place, events: told, lost: 'nobody', lostShelves: [] }];
    return { type: 'events', position, spaces };
  }
  return {
    ...{ store, start, receiver, happened, errors, clock, source, events },
    create: (order: Partial<WebhookOrder> = {}) =>
      store.write((writer) =>
        createWebhook(
          writer,
          { url: `${receiver.url}/hook`, projectId: 'acme', build: false, drafts: false, ...order },
          source,
        ),
      ),
    send: (more: Partial<SenderOptions> = {}) =>
      startSender({
        ...{ store: async () => store, events, shown: async () => true, holder: 'here', now: source.now },
        ...{ calls: { allowsPrivate: true }, onError: (error) => errors.push(error), ...more },
        timing: { ...quick, ...more.timing },
      }),
    happen: (id: string, type: EventType = 'changed') =>
      happened.push({
        ...{ type, at: happened.length, isPublic: true },
        key: { kind: 'news', ...place, instanceId: 'press', id },
      }),
    async [Symbol.asyncDispose]() {
      await receiver[Symbol.asyncDispose]();
      await store.close();
    },
  };
}

/** What was received about each item: when it happened. */
function received({ calls }: Receiver, id: string): readonly number[] {
  return calls.filter(({ body }) => body.data.id === id).map(({ body }) => body.data.at);
}

async function logOf(store: Store): Promise<readonly Delivery[]> {
  return store.read(async (reader) => {
    const webhooks = await reader.webhooks();
    const logs = await Promise.all(webhooks.map((each) => reader.deliveries(each.webhookId, { most: 1000 })));
    return logs.flat().toReversed();
  });
}

test('tells of each event once, signed, in order, and of nothing from before', async () => {
  await using world = await openWorld();
  const { receiver, store } = world;
  const { secret } = await world.create();
  const sender = world.send();
  for (let round = 0; round < 20; round++) {
    for (const id of ['a', 'b', 'c']) world.happen(id);
    await Bun.sleep(2);
  }
  await until('60 calls', () => receiver.calls.length >= 60);
  await sender.stop();
  expect(receiver.calls).toHaveLength(60);
  expect(new Set(receiver.calls.map(({ headers }) => headers.get('webhook-id'))).size).toBe(60);
  for (const [index, id] of ['a', 'b', 'c'].entries()) {
    expect(received(receiver, id)).toEqual(Array.from({ length: 20 }, (_, round) => round * 3 + index));
  }
  for (const { headers, text } of receiver.calls) expect(await verify(secret, headers, text)).toBe(true);
  const log = await logOf(store);
  expect(new Set(log.map(({ state, status, response }) => `${state} ${status} ${response}`))).toEqual(
    new Set(['delivered 200 fine']),
  );
  expect(sender.counts()).toMatchObject({ delivered: 60, failed: 0 });
  expect(world.errors).toEqual([]);
});

test('an item whose call fails waits, and its later events with it; others do not', async () => {
  await using world = await openWorld();
  const { receiver, store } = world;
  await world.create();
  let failures = 0;
  let isBroken = true;
  receiver.answer = ({ body }) => {
    const isRefused = isBroken && body.data.id === 'bad';
    if (isRefused) failures++;
    return new Response('', { status: isRefused ? 500 : 204 });
  };
  const sender = world.send();
  for (let round = 0; round < 5; round++) for (const id of ['bad', 'good']) world.happen(id);
  await until(
    'the good calls, and three failures',
    () => received(receiver, 'good').length === 5 && failures >= 3,
  );
  expect(new Set(received(receiver, 'bad'))).toEqual(new Set([0]));
  isBroken = false;
  await until('the bad calls', () => received(receiver, 'bad').length === failures + 5);
  await sender.stop();
  expect(received(receiver, 'bad').slice(failures)).toEqual([0, 2, 4, 6, 8]);
  const [first] = await logOf(store);
  expect(first).toMatchObject({ state: 'delivered', attempts: failures + 1, status: 204 });
  expect(first?.error).toBeUndefined();
  const ids = receiver.calls
    .filter(({ body }) => body.data.at === 0)
    .map((call) => call.headers.get('webhook-id'));
  expect(new Set(ids).size).toBe(1);
});

test('stops though the store is away just then', async () => {
  await using world = await openWorld();
  await world.create();
  let isAway = false;
  const sender = world.send({
    store: async () => {
      if (isAway) throw new Error('the store is away');
      return world.store;
    },
  });
  world.happen('a');
  await until('a call', () => world.receiver.calls.length === 1);
  isAway = true;
  await sender.stop();
  expect(world.errors).toContainEqual(new Error('the store is away'));
});

test('a receiver that is down gets everything once it is back, in order', async () => {
  await using world = await openWorld();
  const { receiver } = world;
  await world.create();
  await receiver[Symbol.asyncDispose]();
  const sender = world.send();
  for (let round = 0; round < 10; round++) for (const id of ['a', 'b']) world.happen(id);
  await until('six failures', () => sender.counts().failed > 5);
  await using back = startReceiver(receiver.port);
  await until('20 calls', () => back.calls.length === 20);
  await sender.stop();
  for (const id of ['a', 'b'])
    expect(received(back, id)).toEqual(received(back, id).toSorted((x, y) => x - y));
});

test('neither a slow receiver nor a redirect is a success', async () => {
  await using world = await openWorld();
  const { receiver, store } = world;
  await world.create();
  receiver.answer = () => new Promise(() => {});
  world.happen('slow');
  const impatient = world.send({ calls: { allowsPrivate: true, patience: 30 } });
  await until('three late calls', () => impatient.counts().failed > 2);
  await impatient.stop();
  const late = { state: 'pending', error: 'no response within 30 ms' };
  expect(await logOf(store)).toMatchObject([late]);
  receiver.answer = () => Response.redirect('/other', 302);
  const sender = world.send();
  await until('three redirects', () => sender.counts().failed > 2);
  await sender.stop();
  expect(await logOf(store)).toMatchObject([{ state: 'pending', status: 302 }]);
  expect(receiver.calls.every(({ path }) => path === '/hook')).toBe(true);
});

test('a private address is not called, which is in the log', async () => {
  await using world = await openWorld();
  await world.create();
  const sender = world.send({ calls: { allowsPrivate: false } });
  world.happen('a');
  await until('a failure', () => sender.counts().failed > 0);
  await sender.stop();
  expect((await logOf(world.store))[0]?.error).toContain('NEWSSTAND_WEBHOOK_PRIVATE');
  expect(world.receiver.calls).toHaveLength(0);
});

test('a webhook that fails for a day is switched off, and gets a reset when switched on', async () => {
  await using world = await openWorld();
  const { receiver, store } = world;
  const { webhook } = await world.create({ url: `${receiver.url}/token-in-the-path` });
  receiver.answer = () => new Response('', { status: 503 });
  const sender = world.send();
  world.happen('a');
  world.happen('b');
  await until('five failures', () => sender.counts().failed > 4);
  expect((await store.read((reader) => reader.webhooks()))[0]?.disabledAt).toBeUndefined();
  world.clock.skew = 86_400_000;
  await until(
    'the end of the webhook',
    async () => (await store.read((reader) => reader.webhooks()))[0]?.disabledAt !== undefined,
  );
  const [entry] = await store.read((reader) => reader.audit({ most: 1 }));
  expect(entry).toMatchObject({
    ...{ by: 'webhook sender', action: 'webhook.disable', projectId: 'acme' },
    target: `webhooks/${webhook.webhookId}`,
    details: { reason: 'a call has failed for 24 hours; the last time: status 503' },
  });
  expect(JSON.stringify(entry)).not.toContain('token-in-the-path');
  await until('the end of all calls', () => sender.counts().pending === 0);
  expect((await logOf(store)).map(({ state }) => state)).toEqual(['failed', 'failed']);

  world.happen('c');
  receiver.answer = () => new Response();
  const [off] = await store.read((reader) => reader.webhooks());
  if (off === undefined) throw new Error('it is gone');
  await store.write((writer) => enableWebhook(writer, off, world.source));
  world.happen('d');
  const before = receiver.calls.length;
  await until(
    'the calls after the reset',
    () => received(receiver, 'd').length > 0 && receiver.calls.length >= before + 2,
  );
  await sender.stop();
  const after = receiver.calls.slice(before).map(({ body }) => body.type);
  expect(after.filter((type) => type === 'reset')).toHaveLength(1);
  expect(receiver.calls.find(({ body }) => body.type === 'reset')?.body.data).toMatchObject(place);
});

test('a receiver that is gone for good is switched off at once', async () => {
  await using world = await openWorld();
  await world.create();
  world.receiver.answer = () => new Response('', { status: 410 });
  const sender = world.send();
  world.happen('a');
  await until(
    'the end of the webhook',
    async () => (await world.store.read((reader) => reader.webhooks()))[0]?.disabledAt !== undefined,
  );
  await sender.stop();
  expect(world.receiver.calls).toHaveLength(1);
  const [off] = await world.store.read((reader) => reader.webhooks());
  expect(off?.lastCall).toMatchObject({ isDelivered: false, status: 410 });
});

test('a build hook is called once for a burst, and once more for what happens during the call', async () => {
  await using world = await openWorld();
  const { receiver } = world;
  await world.create({ build: true, spaceId: 'web' });
  const answer = Promise.withResolvers<Response>();
  receiver.answer = () => answer.promise;
  const sender = world.send({ timing: { ...quick, buildQuiet: 150 } });
  for (let round = 0; round < 10; round++) {
    world.happen(`n${round}`);
    await Bun.sleep(10);
  }
  await until('the build', () => receiver.calls.length === 1);
  expect(receiver.calls[0]?.body).toMatchObject({ type: 'build', data: place });
  for (let round = 0; round < 5; round++) world.happen(`m${round}`);
  await until('the next build to wait', () => sender.counts().pending === 2);
  answer.resolve(new Response());
  await until('the next build', () => receiver.calls.length === 2);
  await until('the end of all calls', () => sender.counts().pending === 0);
  await sender.stop();
  expect(receiver.calls).toHaveLength(2);
});

test('a build hook is called though it is never quiet', async () => {
  await using world = await openWorld();
  await world.create({ build: true });
  const sender = world.send({ timing: { ...quick, buildQuiet: 60_000, buildLongest: 100 } });
  await until('two builds', () => {
    world.happen('n');
    return world.receiver.calls.length >= 2;
  });
  await sender.stop();
});

test('what is not known is a reset', async () => {
  await using world = await openWorld();
  await world.create();
  await world.create({ projectId: 'other' });
  let isKnown = false;
  const sender = world.send({
    async events(from) {
      if (isKnown) return world.events(from);
      isKnown = true;
      return { type: 'unknown', position: { revision: world.start, mark: '', at: 7 } };
    },
  });
  world.happen('a');
  await until('two calls', () => world.receiver.calls.length === 2);
  await sender.stop();
  expect(world.receiver.calls.map(({ body }) => body.type)).toEqual(['reset', 'changed']);
});

test('more calls than may be pending are replaced with a reset', async () => {
  await using world = await openWorld();
  const { receiver, store } = world;
  await world.create();
  receiver.answer = () => new Response('', { status: 500 });
  const sender = world.send({ timing: { ...quick, mostPending: 10 } });
  for (let round = 0; round < 9; round++) world.happen(`n${round}`);
  await until('nine pending calls', () => sender.counts().pending === 9);
  for (let round = 0; round < 9; round++) world.happen(`m${round}`);
  await until('the reset', () => sender.counts().pending === 1);
  receiver.answer = () => new Response();
  await until('the end of all calls', () => sender.counts().pending === 0);
  await sender.stop();
  expect((await logOf(store)).at(-1)).toMatchObject({ type: 'reset', state: 'delivered' });
});

test('a webhook that is created while events are read misses none of them', async () => {
  await using world = await openWorld();
  const { receiver, store } = world;
  await world.create({ projectId: 'other' });
  let isCreated = false;
  const sender = world.send({
    async events(from, scopes) {
      if (!isCreated) await world.create();
      if (!isCreated) world.happen('a');
      isCreated = true;
      const found = await world.events(from);
      const isAsked = scopes.some(({ projectId }) => projectId === 'acme');
      return found.type === 'events' && !isAsked ? { ...found, spaces: [] } : found;
    },
  });
  await until('a call', () => receiver.calls.length > 0);
  await sender.stop();
  expect(received(receiver, 'a')).toEqual([0]);
  expect(await logOf(store)).toHaveLength(1);
});

test('of two senders one sends, and the other goes on at once when it stops', async () => {
  await using world = await openWorld();
  const { receiver } = world;
  await world.create();
  const one = world.send({ holder: 'one' });
  world.happen('a');
  await until('the first call', () => receiver.calls.length === 1);
  const other = world.send({ holder: 'other' });
  for (let round = 0; round < 20; round++) {
    world.happen('a');
    await Bun.sleep(3);
  }
  // Counted only once the response has been read, which is after the call was received.
  await until('21 deliveries', () => one.counts().delivered === 21);
  expect(receiver.calls).toHaveLength(21);
  expect(other.counts().delivered).toBe(0);
  await one.stop();
  world.happen('a');
  await until('the call of the other sender', () => receiver.calls.length === 22);
  await other.stop();
  expect(other.counts().delivered).toBe(1);
});

test('a sender whose right another has taken records nothing, and makes no more calls', async () => {
  await using world = await openWorld();
  const { receiver, store } = world;
  await world.create();
  const answer = Promise.withResolvers<Response>();
  receiver.answer = () => answer.promise;
  const sender = world.send({ timing: { ...quick, renewal: 60_000 } });
  world.happen('a');
  await until('the call', () => receiver.calls.length === 1);
  await store.write((writer) => writer.releaseSending('here'));
  expect(await store.write((writer) => writer.holdSending('other', 60_000))).toBe(true);
  world.happen('b');
  answer.resolve(new Response());
  await until('the delivery', () => sender.counts().delivered === 1);
  await Bun.sleep(50);
  await sender.stop();
  expect(receiver.calls).toHaveLength(1);
  expect((await logOf(store)).map(({ state, attempts }) => [state, attempts])).toEqual([['pending', 0]]);
});

test('a sender that loses its right while it looks for events stores none of them', async () => {
  await using world = await openWorld();
  const { receiver, store } = world;
  await world.create();
  const before = await store.read((reader) => reader.webhookSender());
  let isLost = false;
  const sender = world.send({
    async events(from) {
      if (!isLost) await store.write((writer) => writer.holdSending('other', 60_000));
      isLost = true;
      return world.events(from);
    },
  });
  world.happen('a');
  await until('the loss', () => isLost);
  await Bun.sleep(50);
  await sender.stop();
  expect(await logOf(store)).toEqual([]);
  expect(receiver.calls).toHaveLength(0);
  expect(await store.read((reader) => reader.webhookSender())).toMatchObject({
    holder: 'other',
    position: before.position,
  });
});

test('while all is off nothing is read, and what happens then is not told', async () => {
  await using world = await openWorld();
  const { receiver, store } = world;
  const { webhook } = await world.create();
  await store.write((writer) => disableWebhook(writer, webhook, 'a test', 1));
  let reads = 0;
  const sender = world.send({ events: (from) => world.events(from).finally(() => reads++) });
  world.happen('a');
  await Bun.sleep(50);
  expect(reads).toBe(0);
  await sender.stop();
  expect(receiver.calls).toHaveLength(0);
});

test('calls that end while others are being recorded are not made again', async () => {
  await using world = await openWorld();
  const { receiver, store } = world;
  await world.create();
  const slow: Store = Object.create(store, {
    write: {
      value: (work: Parameters<Store['write']>[0]) =>
        store.write(async (writer) => {
          const result = await work(writer);
          await Bun.sleep(10);
          return result;
        }),
    },
    read: { value: store.read.bind(store) },
  });
  // Some end early in a transaction, some late.
  receiver.answer = async () => {
    await Bun.sleep(Math.random() * 12);
    return new Response();
  };
  const sender = world.send({ store: async () => slow });
  for (let index = 0; index < 100; index++) world.happen(`n${index}`);
  await until(
    '100 deliveries',
    async () => (await logOf(store)).filter(({ state }) => state === 'delivered').length === 100,
  );
  await sender.stop();
  expect(receiver.calls).toHaveLength(100);
});

test('a store that fails for a while loses nothing', async () => {
  await using world = await openWorld();
  const { receiver, store } = world;
  await world.create();
  let asked = 0;
  let isFailing = true;
  const sender = world.send({
    store: async () => {
      if (isFailing && asked++ % 3 === 1) throw new Error('away');
      return store;
    },
  });
  for (let round = 0; round < 10; round++) {
    world.happen('a');
    await Bun.sleep(5);
  }
  await until(
    'ten deliveries',
    async () => (await logOf(store)).filter(({ state }) => state === 'delivered').length === 10,
  );
  isFailing = false;
  await sender.stop();
  expect(received(receiver, 'a')).toEqual(Array.from({ length: 10 }, (_, at) => at));
  expect(world.errors.length).toBeGreaterThan(0);
});

test('pauses double up to the longest, and differ', () => {
  expect([1, 2, 3, 4, 99].map((failures) => pauseAfter(failures, 5, 30, 1))).toEqual([5, 10, 20, 30, 30]);
  expect(pauseAfter(1, 10, 30, 0)).toBe(5);
});
