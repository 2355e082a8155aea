import { expect, test } from 'bun:test';
import { batchBody } from '@newsstand/contract/manage';
import { ApiError } from '../../../api/request.ts';
import { mostChanges, sendInBatches } from './sendInBatches.ts';

const numbers = Array.from({ length: 2300 }, (_, index) => index);

/** A service that takes some changes at once, and refuses one of them. */
function serviceOf({ most = mostChanges, refused = -1 }) {
  const sizes: number[] = [];
  const told: number[] = [];
  const send = async (changes: readonly number[]) => {
    if (changes.length > most) throw new ApiError({ status: 413, code: 'too_large' });
    if (changes.includes(refused)) throw new ApiError({ status: 412, code: 'version_conflict' });
    sizes.push(changes.length);
    return { changed: changes.length - 1, unchanged: 1 };
  };
  return { send, onProgress: (done: number) => told.push(done), sizes, told };
}

test('as many as the service takes are sent at once', async () => {
  const service = serviceOf({});
  expect(await sendInBatches(numbers, service)).toEqual({ changed: 2297, unchanged: 3, done: numbers });
  expect([service.sizes, service.told]).toEqual([
    [1000, 1000, 300],
    [1000, 2000, 2300],
  ]);
  const change = { kind: 'news', instanceId: 'press', id: 'n1', action: 'publish' };
  const batchOf = (length: number) => ({ changes: Array.from({ length }, () => change) });
  expect(batchBody.safeParse(batchOf(mostChanges)).success).toBe(true);
  expect(batchBody.safeParse(batchOf(mostChanges + 1)).success).toBe(false);
});

test('fewer are sent if their texts are too long for one transaction', async () => {
  const service = serviceOf({ most: 300 });
  expect((await sendInBatches(numbers, service)).done).toEqual(numbers);
  expect(service.sizes.every((size) => size <= 300)).toBe(true);
  const never = await sendInBatches([1], serviceOf({ most: 0 }));
  expect(never).toMatchObject({ done: [], stopped: { changes: [1] } });
});

test('what was done before it stopped is told', async () => {
  const { changed, done, stopped } = await sendInBatches(numbers, serviceOf({ refused: 1500 }));
  expect([changed, done, stopped?.changes]).toEqual([999, numbers.slice(0, 1000), numbers.slice(1000, 2000)]);
  expect(stopped?.error).toBeInstanceOf(ApiError);
});
