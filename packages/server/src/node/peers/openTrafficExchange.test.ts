import { expect, test } from 'bun:test';
import { SQL } from 'bun';
import { z } from 'zod';
import { sharedPostgres } from '../../../../../tests/startPostgres.ts';
import { until } from '../../../../../tests/testing/until.ts';
import type { Sample } from '../../management/metrics/trafficCounters.ts';
import { openPostgres } from '../../store/postgres/openPostgres.ts';
import { signedMessages } from './openChannel.ts';
import { openTrafficExchange } from './openTrafficExchange.ts';

const sample: Sample = {
  ...{ at: 5, seconds: 2, requests: 7, cacheHits: 1, cacheMisses: 2, lagSeconds: 0.5, p99Milliseconds: 1.5 },
  statuses: { '2xx': 7, '3xx': 0, '4xx': 0, '5xx': 0 },
};

/** A node, and what it has heard of others. */
function openNode(databaseUrl: string, node: string) {
  const received: unknown[] = [];
  const errors: unknown[] = [];
  const exchange = openTrafficExchange({
    ...{ databaseUrl, node },
    listener: {
      onWatcher: () => received.push('watcher'),
      onSample: (other, message) => received.push([other, message]),
    },
    onError: (error) => errors.push(error),
  });
  return { ...exchange, received, errors, [Symbol.asyncDispose]: () => exchange.close() };
}

test('nodes of a database receive from each other, and from nobody else', async () => {
  const url = await (await sharedPostgres()).freshStore();
  await using one = openNode(url, 'one');
  await using two = openNode(url, 'two');
  await until('a watcher', () => {
    one.announceWatcher();
    return two.received.length > 0;
  });
  await until('a sample', () => {
    two.publish(sample);
    return one.received.some((message) => message !== 'watcher');
  });
  expect(two.received.every((message) => message === 'watcher')).toBe(true);
  expect(one.received[0]).toEqual(['two', sample]);

  // What a stranger says who may connect, but does not have the key; and what is too old, or was said before.
  await using sql = new SQL(url);
  const store = await openPostgres(url);
  const key = await store.read((reader) => reader.mediaKey());
  await store.close();
  const say = (text: string) => sql`SELECT pg_notify('newsstand_newsstand_traffic', ${text})`;
  const { seal } = signedMessages('newsstand traffic', z.unknown());
  const sender = crypto.randomUUID();
  const message = { sender, sequence: 2, at: Date.now(), node: 'three', sample };
  one.received.length = 0;
  await say(JSON.stringify(message));
  await say(seal(message, 'another key, which is no key'));
  await say(signedMessages('newsstand usage', z.unknown()).seal(message, key));
  await say(seal({ ...message, at: Date.now() - 120_000 }, key));
  await say(seal({ ...message, sample: { ...sample, requests: 'many' } }, key));
  await say(seal(message, key));
  await say(seal(message, key));
  await say(seal({ ...message, sequence: 1 }, key));
  await say(seal({ ...message, sequence: 3, node: 'last' }, key));
  const isLast = (message: unknown) => Array.isArray(message) && message[0] === 'last';
  await until('the last message', () => one.received.some(isLast));
  const strangers = one.received.filter((message) => !(Array.isArray(message) && message[0] === 'two'));
  expect(strangers).toEqual([
    ['three', sample],
    ['last', sample],
  ]);
  expect([...one.errors, ...two.errors]).toEqual([]);
});
