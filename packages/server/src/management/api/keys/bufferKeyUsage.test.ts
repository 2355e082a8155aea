import { expect, test } from 'bun:test';
import { until } from '../../../../../../tests/testing/until.ts';
import type { Store } from '../../../store/Store.ts';
import { openTemporary } from '../../../store/sqlite/openSqlite.ts';
import { bufferKeyUsage } from './bufferKeyUsage.ts';

const use = (key: string, requests: number, lastUsedAt = 5, day = 0) => ({ key, day, requests, lastUsedAt });

/** What is written, by key. */
async function written(store: Store) {
  const usages = await store.read((reader) => reader.keyUsage(0));
  return usages.map(({ key, requests, lastUsedAt }) => [key, requests, lastUsedAt]).sort();
}

test('uses are added up, written now and then and at the end, and known all the time', async () => {
  const store = await openTemporary();
  const errors: unknown[] = [];
  const options = { store: async () => store, onError: (error: unknown) => errors.push(error) };
  const keeper = bufferKeyUsage({ ...options, pauseMilliseconds: 10 });
  keeper.add([use('k', 2, 7), use('l', 1)]);
  keeper.add([use('k', 3, 6)]);
  expect(keeper.pending()).toEqual([use('k', 5, 7), use('l', 1)]);
  await until('the end of what is pending', () => keeper.pending().length === 0);
  expect(await written(store)).toEqual([
    ['k', 5, 7],
    ['l', 1, 5],
  ]);
  await keeper.close();
  const next = bufferKeyUsage(options);
  next.add([use('l', 1, 9)]);
  await next.close();
  expect(await written(store)).toEqual([
    ['k', 5, 7],
    ['l', 2, 9],
  ]);
  expect(errors).toEqual([]);
  await store.close();
});

test('a store that is away loses nothing', async () => {
  const store = await openTemporary();
  let isAway = true;
  const errors: unknown[] = [];
  const keeper = bufferKeyUsage({
    store: async () => {
      if (isAway) throw new Error('away');
      return store;
    },
    onError: (error) => errors.push(error),
    pauseMilliseconds: 5,
  });
  keeper.add([use('k', 2)]);
  await until('errors', () => errors.length >= 2);
  keeper.add([use('k', 1, 8)]);
  expect(keeper.pending()).toEqual([use('k', 3, 8)]);
  isAway = false;
  await until('the end of what is pending', () => keeper.pending().length === 0);
  expect(await written(store)).toEqual([['k', 3, 8]]);
  await keeper.close();
  await store.close();
});
