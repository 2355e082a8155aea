import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { readRetryAfter, retryDelay } from './retryDelay.ts';

const overloaded = { code: 'overloaded', status: 503, retryAfter: undefined } as const;

test('waits twice as long each time, with a random part, up to 8 s', () => {
  const bounds = [0, 1, 2, 3, 4, 5, 6, 50].map((attempt) => [
    retryDelay(overloaded, attempt, () => 0),
    retryDelay(overloaded, attempt, () => 1),
  ]);
  expect(bounds).toEqual([
    [125, 250],
    [250, 500],
    [500, 1000],
    [1000, 2000],
    [2000, 4000],
    [4000, 8000],
    [4000, 8000],
    [4000, 8000],
  ]);
});

test('never retries sooner than it was told to, and not at all if that is too long', () => {
  fc.assert(
    fc.property(
      fc.nat(60_000),
      fc.nat(20),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (retryAfter, attempt, random) => {
        const delay = retryDelay({ ...overloaded, retryAfter }, attempt, () => random);
        if (retryAfter > 30_000) expect(delay).toBeUndefined();
        else expect(delay).toBeWithin(retryAfter, 30_001);
      },
    ),
  );
});

test('retries only failures that may pass', () => {
  const again = (code: 'connection' | 'timeout' | 'unexpected_answer', status?: number) =>
    retryDelay({ code, status, retryAfter: undefined }, 0, Math.random) !== undefined;
  expect([429, 502, 503, 504].every((status) => again('unexpected_answer', status))).toBe(true);
  expect([200, 304, 400, 401, 403, 404, 421, 500].some((status) => again('unexpected_answer', status))).toBe(
    false,
  );
  expect([again('connection'), again('timeout')]).toEqual([true, false]);
});

test('reads Retry-After as seconds or as a date', () => {
  const now = Date.UTC(2026, 0, 1);
  expect(readRetryAfter('7', now)).toBe(7000);
  expect(readRetryAfter('Thu, 01 Jan 2026 00:00:09 GMT', now)).toBe(9000);
  expect(readRetryAfter('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0);
  expect(readRetryAfter('soon', now)).toBeUndefined();
  expect(readRetryAfter(null, now)).toBeUndefined();
});
