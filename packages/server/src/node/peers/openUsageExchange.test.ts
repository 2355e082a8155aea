import { beforeAll, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { SQL } from 'bun';
import { type Databases, sharedPostgres } from '../../../../../tests/startPostgres.ts';
import { until } from '../../../../../tests/testing/until.ts';
import type { Usage } from '../../delivery/RateLimiter.ts';
import { issueCredential } from '../../management/issueCredential.ts';
import { openPostgres } from '../../store/postgres/openPostgres.ts';
import { openUsageExchange, sealMessage } from './openUsageExchange.ts';

let postgres: Databases;
beforeAll(async () => {
  postgres = await sharedPostgres();
});

const rateLimit = { requests: 20, seconds: 3600 };
const window = 480_000;
const now = () => window * 3_600_000;
const channel = 'newsstand_newsstand_usage';

function newKey(): string {
  const order = { name: 'n', grants: [{ projectId: 'p' }], preview: false };
  return issueCredential(order, { now, random: randomBytes }).credential.key;
}

/** A node, and what it has heard of others. */
function openNode(databaseUrl: string, clock = now) {
  const [received, errors]: [Usage[], unknown[]] = [[], []];
  const exchange = openUsageExchange({
    config: { databaseUrl, rateLimit },
    absorb: (usages) => received.push(...usages),
    onError: (error) => errors.push(error),
    now: clock,
  });
  if (exchange === undefined) throw new Error('there is nothing to exchange');
  return { ...exchange, received, errors, [Symbol.asyncDispose]: () => exchange.close() };
}

type Node = ReturnType<typeof openNode>;

/** Until each hears all others; what is said before someone listens is lost. */
async function acquaint(...nodes: readonly Node[]): Promise<void> {
  for (const node of nodes) {
    const [key, others] = [newKey(), nodes.filter((other) => other !== node)];
    const isReceived = () => others.every(({ received }) => received.some((usage) => usage.key === key));
    await until('all nodes to hear this one', () => {
      node.publish([{ key, window, count: 1 }]);
      return isReceived();
    });
  }
  // What was told more than once may still be under way.
  await settle(...nodes);
  for (const { received } of nodes) received.length = 0;
}

/** What is heard comes in the order in which it was said, so after these nothing is left of what was said before. */
async function settle(...nodes: readonly Node[]): Promise<void> {
  for (const node of nodes) {
    const key = newKey();
    node.publish([{ key, window, count: 1 }]);
    const last = ({ received }: Node) => received.findIndex((usage) => usage.key === key);
    const others = nodes.filter((other) => other !== node);
    await until('the last message', () => others.every((other) => last(other) >= 0));
    for (const other of others) other.received.splice(last(other), 1);
  }
}

/** Someone who may connect to the database, and nothing else. */
async function openStranger(url: string): Promise<SQL> {
  await using admin = new SQL(url, { max: 1 });
  const name = `stranger_${randomBytes(8).toString('hex')}`;
  await admin.unsafe(`CREATE ROLE ${name} LOGIN PASSWORD 'x'`);
  const address = Object.assign(new URL(url), { username: name, password: 'x' });
  return new SQL(address.href, { max: 1 });
}

test('nodes receive what others let through, but not their own', async () => {
  const url = await postgres.freshStore();
  await using one = openNode(url);
  await using two = openNode(url);
  await acquaint(one, two);
  const usages = Array.from({ length: 300 }, (_, count) => ({
    key: newKey(),
    window,
    count: (count % 20) + 1,
  }));
  const [first = { key: '', window, count: 0 }] = usages;
  one.publish(usages);
  one.publish([
    { ...first, count: 2 },
    { key: newKey(), window: window - 1, count: 1 },
  ]);
  two.publish([{ ...first, count: 7 }]);
  two.publish([{ ...first, count: 1e9 }]);
  await settle(one, two);
  expect(two.received).toEqual([{ ...first, count: 3 }, ...usages.slice(1)]);
  expect(one.received).toEqual([{ ...first, count: 20 }]);
  expect([...one.errors, ...two.errors]).toEqual([]);
});

test('a client of the database can neither forge nor replay messages', async () => {
  const url = await postgres.freshStore();
  await using one = openNode(url);
  await using two = openNode(url);
  await acquaint(one, two);
  await using stranger = await openStranger(url);
  const said: string[] = [];
  await stranger.listen(channel, (text: string) => said.push(text));
  const say = (text: string) => stranger`SELECT pg_notify(${channel}, ${text})`;
  const usage = { key: newKey(), window, count: 5 };
  one.publish([usage]);
  await until('the message', () => two.received.length > 0 && said.length > 0);
  const forged = {
    sender: crypto.randomUUID(),
    sequence: 1,
    window,
    usages: [{ key: usage.key, count: 20 }],
  };
  for (const text of [
    ...said,
    JSON.stringify(forged),
    sealMessage(forged, ''),
    sealMessage(forged, 'guess'),
    'x',
  ])
    for (let times = 0; times < 3; times++) await say(text);
  for (const text of said.slice(0, 1)) await say(text.replace('"count":5', '"count":6'));
  await settle(one, two);
  await until('all messages of the stranger', () => said.length >= 1 + 3 + 4 * 3 + 1);
  expect(one.received).toEqual([]);
  expect(two.received).toEqual([usage]);
  await expect(stranger.unsafe('SELECT media_key FROM newsstand.about').execute()).rejects.toThrow(
    'permission',
  );
});

test('only messages sealed with the key are accepted, once, and for near windows', async () => {
  const url = await postgres.freshStore();
  await using one = openNode(url);
  await using two = openNode(url);
  await acquaint(one, two);
  await using sql = new SQL(url, { max: 1 });
  const store = await openPostgres(url);
  const secret = await store.read((reader) => reader.mediaKey());
  await store.close();
  const usages = [{ key: newKey(), count: 1 }];
  const senders = Array.from({ length: 2 }, () => crypto.randomUUID());
  for (const [sequence, offset] of [-2, -1, 0, 1, 2].entries())
    for (const sender of senders)
      for (let times = 0; times < 2; times++) {
        const message = { sender, sequence: sequence + 1, window: window + offset, usages };
        await sql`SELECT pg_notify(${channel}, ${sealMessage(message, secret)})`;
      }
  await settle(one, two);
  const expected = [-1, -1, 0, 0, 1, 1].map((offset) => window + offset);
  for (const { received } of [one, two]) expect(received.map((usage) => usage.window)).toEqual(expected);
});

test('an unavailable database is reported, waited for, and then sent the current window', async () => {
  const url = await postgres.freshStore();
  // A session that is there already stays, and hears the first words of the node.
  await using listener = new SQL(url, { max: 1 });
  const said: string[] = [];
  await listener.listen(channel, (text: string) => said.push(text));
  await using admin = new SQL(postgres.url, { max: 1 });
  const name = new URL(url).pathname.slice(1);
  await admin.unsafe(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await using one = openNode(url);
  await using gone = openNode(url);
  const key = newKey();
  one.publish([
    { key, window: window - 1, count: 4 },
    { key: newKey(), window: window - 1, count: 4 },
  ]);
  one.publish([{ key, window, count: 2 }]);
  one.publish([{ key, window: window - 1, count: 4 }]);
  await until('errors', () => one.errors.length > 1);
  await gone.close();
  await admin.unsafe(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  const [first] = await until(
    'the first message',
    () => said,
    ({ length }) => length > 0,
  );
  expect(/"window":.*"count":\d+\}\]/.exec(first ?? '')?.[0]).toBe(
    `"window":${window},"usages":[{"key":"${key}","count":2}]`,
  );
});

test('without a limit, or with a store on this machine, there is nothing to exchange', () => {
  const others = { absorb: () => {}, onError: () => {} };
  const databaseUrl = 'postgres://127.0.0.1/none';
  expect(openUsageExchange({ config: { databaseUrl, rateLimit: undefined }, ...others })).toBeUndefined();
  expect(
    openUsageExchange({ config: { databaseUrl: 'sqlite::memory:', rateLimit }, ...others }),
  ).toBeUndefined();
});
