import { expect, test } from 'bun:test';
import { forEachConcurrently } from './forEachConcurrently.ts';
import { retry } from './retry.ts';
import { withTimeout } from './withTimeout.ts';

const policy = { maxElapsed: 60_000, initialDelay: 1, isRetryable: (error: unknown) => error === 'busy' };

/** Fails with the given errors, then succeeds. */
function failing(...errors: unknown[]) {
  let attempts = 0;
  const work = async () => {
    attempts++;
    if (errors.length > 0) throw errors.shift();
    return 'done';
  };
  return { work, attempts: () => attempts };
}

test('retries until the work succeeds', async () => {
  const { work, attempts } = failing('busy', 'busy');
  expect(await retry(policy, work)).toBe('done');
  expect(attempts()).toBe(3);
});

test('does not retry other errors, and stops once the time is up', async () => {
  const broken = failing('broken');
  await expect(retry(policy, broken.work)).rejects.toBe('broken');
  expect(broken.attempts()).toBe(1);
  const late = failing('busy');
  await expect(retry({ ...policy, maxElapsed: 0 }, late.work)).rejects.toBe('busy');
  expect(late.attempts()).toBe(1);
});

test('withTimeout settles like the work, or rejects when it takes too long', async () => {
  const late = () => new Error('too slow');
  expect(await withTimeout(Promise.resolve(1), 60_000, late)).toBe(1);
  expect(await withTimeout(2, 60_000, late)).toBe(2);
  await expect(withTimeout(Promise.reject(new Error('failed')), 60_000, late)).rejects.toThrow('failed');
  await expect(withTimeout(new Promise(() => {}), 1, late)).rejects.toThrow('too slow');
});

test('forEachConcurrently limits concurrency, and starts nothing after a failure', async () => {
  let [running, most, started] = [0, 0, 0];
  const work = async (item: number) => {
    started++;
    most = Math.max(most, ++running);
    await Bun.sleep(1);
    running--;
    if (item === 5) throw new Error('five');
  };
  await forEachConcurrently([1, 2, 3, 4], work, 2);
  expect([started, most]).toEqual([4, 2]);
  started = 0;
  const many = Array.from({ length: 1000 }, (_, index) => index);
  await expect(forEachConcurrently(many, work, 2)).rejects.toThrow('five');
  expect(started).toBeLessThan(20);
});
