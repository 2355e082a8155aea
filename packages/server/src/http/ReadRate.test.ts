import { expect, test } from 'bun:test';
import { graceSeconds, minimumRate, ReadRate } from './ReadRate.ts';

const { bytesPerSecond } = minimumRate;
const seconds = minimumRate.seconds + graceSeconds;

/** The second in which a reader is found to be too slow, if it takes so many bytes in each. */
function secondOfEnd(takenIn: (second: number) => number): number | undefined {
  let taken = 5_000_000;
  const pace = new ReadRate(taken);
  for (let second = 1; second <= 10 * seconds; second++) {
    taken += takenIn(second);
    if (pace.tick(taken)) return second;
  }
  return undefined;
}

test('a client that reads less than the minimum is too slow, but only after a minute', () => {
  expect(secondOfEnd(() => 0)).toBe(seconds);
  expect(secondOfEnd(() => bytesPerSecond - 1)).toBe(seconds);
  expect(secondOfEnd(() => bytesPerSecond)).toBeUndefined();
});

test('a client that stops reading is found a minute later, however much it took before', () => {
  for (const stop of [1, 5, 60, 200]) {
    const end = secondOfEnd((second) => (second <= stop ? 1_000_000 : 0)) ?? 0;
    expect(end).toBeGreaterThanOrEqual(stop + minimumRate.seconds);
    expect(end).toBeLessThanOrEqual(stop + seconds + 10);
  }
});

test('a slow connection is not too slow: 50 KB a second, however the system groups the bytes', () => {
  for (const lump of [1, 5, 27, 60]) {
    expect(secondOfEnd((second) => (second % lump === 0 ? 50_000 * lump : 0))).toBeUndefined();
  }
});

test('reports the bytes taken lately, without those of the first seconds and of long ago', () => {
  const pace = new ReadRate(0);
  for (let second = 0; second < graceSeconds; second++) {
    expect(pace.recentlyTaken).toBe(0);
    pace.tick(1000);
  }
  expect(pace.recentlyTaken).toBe(0);
  pace.tick(1500);
  expect(pace.recentlyTaken).toBe(500);
  for (let second = 0; second < 10; second++) pace.tick(1500);
  expect(pace.recentlyTaken).toBe(500);
  for (let second = 0; second < 10; second++) pace.tick(1500);
  expect(pace.recentlyTaken).toBe(0);
});
