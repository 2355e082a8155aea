import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../tests/testing/runs.ts';
import { RateLimiter, type Usage } from './RateLimiter.ts';

const limit = { requests: 10, seconds: 1 };
const now = 1_000_000_500;
const window = 1_000_000;

function letThrough(limiter: RateLimiter, key: string, moment: number, tries = 100): number {
  return Array.from({ length: tries }, () => limiter.take(key, moment)).filter(({ allowed }) => allowed)
    .length;
}

test('what others allow counts if their clocks are less than a window off, and never begins a window', () => {
  const cases: [number, number][] = [
    [-2, 10],
    [-1, 7],
    [0, 7],
    [1, 7],
    [2, 10],
    [1e9, 10],
  ];
  for (const [offset, expected] of cases) {
    const limiter = new RateLimiter(limit);
    limiter.absorb([{ key: 'k', window: window + offset, count: 3 }], now);
    expect([offset, letThrough(limiter, 'k', now)]).toEqual([offset, expected]);
    limiter.absorb([{ key: 'k', window: window + offset, count: 1 }], now);
    expect([offset, letThrough(limiter, 'k', now)]).toEqual([offset, 0]);
  }
});

test('a count is never more than the limit, and is forgotten with its window', () => {
  const limiter = new RateLimiter(limit);
  const huge = { key: 'k', window, count: Number.MAX_SAFE_INTEGER };
  limiter.absorb([huge, huge], now);
  expect(limiter.take('k', now)).toEqual({ allowed: false, remaining: 0, resetSeconds: 1 });
  expect(limiter.take('k', now + 500)).toEqual({ allowed: true, remaining: 9, resetSeconds: 1 });
});

test('what is reported is the usage since the last time, in the current window', () => {
  const limiter = new RateLimiter(limit);
  limiter.absorb([{ key: 'other', window, count: 1 }], now);
  letThrough(limiter, 'a', now, 2);
  letThrough(limiter, 'b', now, 11);
  expect(limiter.drain(now)).toEqual([
    { key: 'a', window, count: 2 },
    { key: 'b', window, count: 10 },
  ]);
  letThrough(limiter, 'b', now);
  letThrough(limiter, 'a', now, 1);
  expect(limiter.drain(now)).toEqual([{ key: 'a', window, count: 1 }]);
  letThrough(limiter, 'a', now, 1);
  expect(limiter.drain(now + 500)).toEqual([]);
});

test('unknown keys of others are counted up to a limit, and known ones always', () => {
  const limiter = new RateLimiter(limit);
  letThrough(limiter, 'known', now, 1);
  const invented = Array.from({ length: 100_001 }, (_, number) => ({ key: `x${number}`, window, count: 10 }));
  limiter.absorb(invented, now);
  limiter.absorb([{ key: 'known', window, count: 4 }], now);
  expect(letThrough(limiter, 'known', now)).toBe(5);
  expect(letThrough(limiter, 'x99998', now)).toBe(0);
  expect(letThrough(limiter, 'x99999', now)).toBe(10);
  expect(letThrough(limiter, 'new', now)).toBe(10);
  limiter.absorb([{ key: 'x100000', window: window + 1, count: 10 }], now + 500);
  expect(letThrough(limiter, 'x100000', now + 500)).toBe(0);
});

type Step =
  | { readonly type: 'take'; readonly node: number }
  | { readonly type: 'drain'; readonly node: number }
  | { readonly type: 'deliver'; readonly place: number }
  | { readonly type: 'wait'; readonly milliseconds: number };

/** A request that was let through: by whom, when, and when others heard of it. */
type Passed = { readonly node: number; readonly at: number; readonly heardAt: Map<number, number> };

const length = 1000;
const small = fc.integer({ min: 0, max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('take' as const), node: small }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('drain' as const), node: small }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('deliver' as const), place: fc.nat(50) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      milliseconds: fc.integer({ min: 0, max: 700 }),
    }),
  },
);
const offsets = fc.array(fc.integer({ min: 0, max: length - 1 }), { minLength: 4, maxLength: 4 });

/** Several limiters, each with a clock of its own, that hear of each other late and in any order. */
function createSite(requests: number, clocks: readonly number[]) {
  const nodes = clocks.map((offset) => ({ offset, limiter: new RateLimiter({ requests, seconds: 1 }) }));
  const passed: Passed[] = [];
  const untold = nodes.map((): Passed[] => []);
  const underWay: {
    readonly to: number;
    readonly usages: readonly Usage[];
    readonly told: readonly Passed[];
  }[] = [];
  let time = 1e12;

  function take(index: number): void {
    const node = nodes[index];
    if (node === undefined) return;
    const began = Math.floor((time + node.offset) / length) * length - node.offset;
    const knows = (one: Passed) => one.node === index || one.heardAt.has(index);
    if (node.limiter.take('k', time + node.offset).allowed) {
      const one = { node: index, at: time, heardAt: new Map() };
      passed.push(one);
      untold[index]?.push(one);
      const all = passed.filter(({ at }) => at >= began);
      const unheard = all.filter((each) => !knows(each));
      expect(all.length).toBeLessThanOrEqual(requests + unheard.length);
    } else {
      const learnt = ({ node: by, at, heardAt }: Passed) => (by === index ? at : (heardAt.get(index) ?? -1));
      const reasons = passed.filter((one) => learnt(one) >= began && one.at > time - 3 * length);
      expect(reasons.length).toBeGreaterThanOrEqual(requests);
    }
  }

  /** What a window that is over had left to tell stays untold. */
  function drain(index: number): void {
    const node = nodes[index];
    if (node === undefined) return;
    const clock = time + node.offset;
    const usages = node.limiter.drain(clock);
    const isOfNow = ({ at }: Passed) =>
      Math.floor((at + node.offset) / length) === Math.floor(clock / length);
    const told = untold[index]?.splice(0).filter(isOfNow) ?? [];
    expect(usages.reduce((sum, { count }) => sum + count, 0)).toBe(told.length);
    for (const to of nodes.keys()) if (to !== index) underWay.push({ to, usages, told });
  }

  function deliver(place: number): void {
    const [message] = underWay.splice(place % Math.max(1, underWay.length), 1);
    const node = nodes[message?.to ?? -1];
    if (message === undefined || node === undefined) return;
    node.limiter.absorb(message.usages, time + node.offset);
    for (const one of message.told) one.heardAt.set(message.to, time);
  }

  return (todo: Step): void => {
    if (todo.type === 'take') take(todo.node);
    else if (todo.type === 'drain') drain(todo.node);
    else if (todo.type === 'deliver') deliver(todo.place);
    else time += todo.milliseconds;
  };
}

test('however late and in whatever order counts arrive, no more passes than the limit and what is not yet exchanged, and nothing is refused without reason', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      offsets,
      fc.array(step, { maxLength: 150, size: 'max' }),
      (requests, clocks, steps) => {
        const go = createSite(requests, clocks);
        for (const each of steps) go(each);
      },
    ),
    { numRuns: runs(300) },
  );
});
