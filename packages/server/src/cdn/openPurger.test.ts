import { afterEach, expect, test } from 'bun:test';
import { createServer } from 'node:net';
import fc from 'fast-check';
import { isFull, runs } from '../../../../tests/testing/runs.ts';
import { until } from '../../../../tests/testing/until.ts';
import { openPurger, type Purger, type PurgerOptions } from './openPurger.ts';
import { PendingKeys } from './PendingKeys.ts';

/** Fast enough for a test; but a busy machine may take long to respond. */
const patience = { call: 10_000, firstPause: 10, lastPause: 80, repeat: 60, stop: 400 };

type Call = { readonly keys: readonly string[]; readonly token: string | null; readonly at: number };
type Mood = 'fine' | 'broken' | 'hanging' | 'moved';

const opened: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop();
});

/** A cache on a real port, in a mood. */
function openCache(port = 0) {
  const calls: Call[] = [];
  const state: { mood: Mood } = { mood: 'fine' };
  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    async fetch(request) {
      if (state.mood === 'hanging') await Bun.sleep(1000);
      if (state.mood === 'broken') return new Response('no', { status: 503 });
      if (state.mood === 'moved') return Response.redirect('/elsewhere', 302);
      const keys = (request.headers.get('surrogate-key') ?? '').split(' ');
      calls.push({ keys, token: request.headers.get('x-token'), at: performance.now() });
      return new Response('done');
    },
  });
  const cache = {
    calls,
    state,
    port: server.port ?? 0,
    url: `http://127.0.0.1:${server.port}/purge?secret=hunter2`,
    times: (key: string) => calls.filter(({ keys }) => keys.includes(key)).length,
    stop: () => server.stop(true),
  };
  opened.push(cache);
  return cache;
}

function open(targets: readonly string[], more: Partial<PurgerOptions> = {}) {
  const errors: string[] = [];
  const purger: Purger = openPurger({
    targets,
    header: { name: 'X-Token', value: 'hunter2' },
    onError: (error) => errors.push(String(error)),
    patience,
    ...more,
  });
  opened.push(purger);
  return { ...purger, errors };
}

test('keys are sent immediately, with the header, and once more a little later', async () => {
  const cache = openCache();
  const { purge, pending, counts } = open([cache.url]);
  purge(['a/b/tag', 'a/b/tag/t1']);
  expect(pending()).toBe(2);
  await until('the end of all keys', () => pending() === 0);
  const [first, second, ...more] = cache.calls;
  expect([first?.keys, second?.keys, more]).toEqual([
    ['a/b/tag', 'a/b/tag/t1'],
    ['a/b/tag', 'a/b/tag/t1'],
    [],
  ]);
  expect(first?.token).toBe('hunter2');
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(patience.repeat - 2);
  expect(counts()).toEqual([
    { target: `127.0.0.1:${cache.port}`, calls: 2, failures: 0, keys: 4, pending: 0 },
  ]);
});

test('keys that arrive during a call go into the next one', async () => {
  const cache = openCache();
  const { purge, pending } = open([cache.url]);
  purge(['a/b/1']);
  await Bun.sleep(0);
  for (let number = 2; number <= 9; number++) purge([`a/b/${number}`, 'a/b/1']);
  await until('the last key', () => cache.times('a/b/9') > 0);
  expect(cache.calls.slice(0, 2).map(({ keys }) => keys.length)).toEqual([1, 9]);
  await until('the end of all keys', () => pending() === 0);
});

test('a call is bounded by keys and by bytes', async () => {
  const cache = openCache();
  const { purge, pending } = open([cache.url]);
  const short = Array.from({ length: 120 }, (_, number) => `a/b/${number}`);
  const long = Array.from({ length: 20 }, (_, number) => `a/b/${'x'.repeat(500)}${number}`);
  purge([...short, ...long]);
  await until('the end of all keys', () => pending() === 0);
  for (const key of [...short, ...long]) expect(cache.times(key)).toBe(2);
  for (const { keys } of cache.calls) {
    expect(keys.length).toBeLessThanOrEqual(50);
    expect(keys.join(' ').length).toBeLessThanOrEqual(4096);
  }
});

for (const mood of ['broken', 'hanging', 'moved'] as const) {
  test(`a cache that is ${mood} is purged once it recovers, and delays no other`, async () => {
    const [sick, well] = [openCache(), openCache()];
    sick.state.mood = mood;
    const { purge, pending, errors, counts } = open([sick.url, well.url], {
      patience: mood === 'hanging' ? { ...patience, call: 150 } : patience,
    });
    purge(['a/b']);
    await until(
      'both calls to the other cache, and three failures',
      () => well.times('a/b') >= 2 && errors.length >= 3,
    );
    expect(sick.calls).toEqual([]);
    purge(['a/c']);
    sick.state.mood = 'fine';
    await until('the end of all keys', () => pending() === 0);
    // A response that comes late counts as none.
    for (const key of ['a/b', 'a/c']) expect(sick.times(key)).toBeGreaterThanOrEqual(2);
    // On a busy machine the other one may be late too.
    expect(counts().reduce((sum, { failures }) => sum + failures, 0)).toBe(errors.length);
    expect(errors.join()).not.toContain('hunter2');
  });
}

test('a cache that refuses or drops connections is purged when it is back', async () => {
  const first = openCache();
  await first.stop();
  const { purge, pending, errors } = open([first.url]);
  purge(['a/b']);
  await until('two failures', () => errors.length >= 2);
  const dropper = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => dropper.listen(first.port, '127.0.0.1', resolve));
  const told = errors.length;
  await until('two more failures', () => errors.length >= told + 2);
  await new Promise((resolve) => dropper.close(resolve));
  const back = openCache(first.port);
  await until('the end of all keys', () => pending() === 0);
  // On a busy machine, an answer that comes late counts as none.
  expect(back.times('a/b')).toBeGreaterThanOrEqual(2);
  expect(errors.join()).not.toContain('hunter2');
});

test('pauses after failures grow to a bound, by chance up to half of them shorter', async () => {
  const cache = openCache();
  cache.state.mood = 'broken';
  const pauses = async (random: number) => {
    const at: number[] = [];
    const purger = open([cache.url], {
      random: () => random,
      onError: () => at.push(performance.now()),
      patience: { ...patience, firstPause: 20, lastPause: 100, stop: 0 },
    });
    purger.purge(['a/b']);
    await until('six failures', () => at.length >= 6);
    return at.slice(1, 6).map((moment, place) => moment - (at[place] ?? 0));
  };
  const [longest, shortest] = [await pauses(1), await pauses(0)];
  for (const [place, expected] of [20, 40, 80, 100, 100].entries()) {
    expect(longest[place]).toBeGreaterThanOrEqual(expected - 2);
    expect(shortest[place]).toBeGreaterThanOrEqual(expected / 2 - 2);
  }
});

if (isFull)
  test('a success resets the backoff', async () => {
    const cache = openCache();
    const at: number[] = [];
    const onError = () => at.push(performance.now());
    const { purge, pending } = open([cache.url], { onError, patience: { ...patience, lastPause: 60_000 } });
    cache.state.mood = 'broken';
    purge(['a/b']);
    await until('eight failures', () => at.length === 8);
    const pauseAfter = (place: number) => (at[place + 1] ?? 0) - (at[place] ?? 0);
    const long = pauseAfter(6);
    const short: number[] = [];
    // Several times, because a busy machine makes some pauses longer.
    while (short.length < 5) {
      cache.state.mood = 'fine';
      await until('the end of all keys', () => pending() === 0);
      cache.state.mood = 'broken';
      at.length = 0;
      purge(['a/b']);
      await until('two failures', () => at.length >= 2);
      short.push(pauseAfter(0));
    }
    expect(Math.min(...short)).toBeLessThan(long);
  });

test('stopping sends what is left, or reports what was not sent, and ends soon', async () => {
  const [well, sick] = [openCache(), openCache()];
  sick.state.mood = 'broken';
  const { purge, stop, errors } = open([well.url, sick.url], {
    patience: { ...patience, firstPause: 50, lastPause: 60_000 },
  });
  purge(['a/b', 'a/c']);
  await until('a failure', () => errors.length > 0);
  await stop();
  expect([well.times('a/b'), well.times('a/c')]).toEqual([2, 2]);
  expect(errors.at(-1)).toContain(`2 keys were not purged at 127.0.0.1:${sick.port}`);
  expect(errors.length).toBeLessThan(40);
});

test('a cache that comes back during the stop is still purged', async () => {
  const cache = openCache();
  cache.state.mood = 'broken';
  const { purge, stop, errors } = open([cache.url], {
    patience: { ...patience, firstPause: 30_000, lastPause: 30_000 },
  });
  purge(['a/b']);
  await until('a failure', () => errors.length === 1);
  cache.state.mood = 'fine';
  await stop();
  expect(cache.times('a/b')).toBe(2);
  expect(errors).toHaveLength(1);
});

test('without targets nothing is held', async () => {
  const { purge, pending, stop } = open([]);
  purge(['a/b']);
  expect(pending()).toBe(0);
  await stop();
});

test('beyond a limit, keys collapse into those of their spaces', () => {
  const pending = new PendingKeys(100);
  pending.add(Array.from({ length: 5000 }, (_, number) => `p/s${number % 3}/tag/t${number}`));
  pending.add(['key/k1']);
  expect(pending.size).toBeLessThanOrEqual(101);
  const keys = new Set<string>();
  for (let batch = pending.take(0); batch !== undefined; batch = pending.take(0))
    for (const key of batch.keys) keys.add(key);
  for (const key of ['p/s0', 'p/s1', 'p/s2', 'key/k1']) expect(keys).toContain(key);
});

test('if there are more spaces than the limit, each is held once', () => {
  const pending = new PendingKeys(10);
  for (let round = 0; round < 3; round++) {
    pending.add(Array.from({ length: 20_000 }, (_, number) => `p/s${number}/tag/t${round}`));
  }
  const seen = new Set<string>();
  for (let batch = pending.take(0); batch !== undefined; batch = pending.take(0)) {
    for (const key of batch.keys) seen.add(key.split('/').slice(0, 2).join('/'));
  }
  expect(seen.size).toBe(20_000);
});

/** What covers a key: itself or its space. */
const covers = (sent: string, key: string) => sent === key || sent === key.split('/').slice(0, 2).join('/');

test('whatever fails, every key is sent after it was added, and once more', () => {
  const key = fc.constantFrom('p/s', 'p/s/tag', 'p/s/tag/1', 'p/s/tag/2', 'p/t/tag/1', 'q/s/tag/1', 'key/k');
  const keys = fc.array(key, { maxLength: 4 });
  // A call, what comes before it and while it is on its way, and how long after the one before.
  const step = fc.record({
    before: keys,
    during: keys,
    fails: fc.boolean(),
    wait: fc.integer({ min: 0, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 8 }), (steps, most) => {
      const pending = new PendingKeys(most);
      const owed = new Map<string, number>();
      let now = 0;
      const add = (added: readonly string[]) => {
        for (const one of added) owed.set(one, 2);
        pending.add(added);
      };
      const send = (fails: boolean, during: readonly string[]) => {
        const batch = pending.take(now);
        if (batch !== undefined && !fails) {
          for (const [one, times] of owed)
            if (batch.keys.some((sent) => covers(sent, one))) owed.set(one, times - 1);
        }
        add(during);
        if (batch === undefined) now++;
        else if (fails) pending.add(batch.keys);
        else if (!batch.isRepeat) pending.repeat(batch.keys, now + 2);
      };
      for (const { before, during, fails, wait } of steps) {
        add(before);
        now += wait;
        send(fails, during);
      }
      while (pending.size > 0) send(false, []);
      expect([...owed].filter(([, times]) => times > 0)).toEqual([]);
    }),
    { numRuns: runs(500) },
  );
});
