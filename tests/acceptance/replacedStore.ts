import { expect } from 'bun:test';
import { problemOf, type StoreOnDisk } from '../storeOnDisk.ts';
import { until } from '../testing/until.ts';

/** Checks that writers, monitors and the log report a replaced store. */
export async function expectTold(store: StoreOnDisk, what: string): Promise<void> {
  const refused = await store.createTag('refused');
  expect(refused.status).toBe(503);
  expect(await problemOf(refused)).toEqual({
    code: 'store_replaced',
    detail: expect.stringContaining('restart the service. Nothing was changed'),
  });
  expect(await store.readiness()).toEqual({
    ...{ code: 503, status: 'unavailable' },
    reasons: [expect.stringContaining('files of the store were replaced or removed')],
  });
  expect(await store.metric('newsstand_store_replaced')).toBe(1);
  // Readers still get the last known content.
  expect((await fetch(`${store.running().url}/readyz`)).status).toBe(200);
  expect(await store.deliveredTags()).toEqual(['before', 'first']);
  await until(`a log that says ${what}`, () => store.running().stderr().includes(what));
}

/** The lines of the log about it. */
export const logged = ({ running }: StoreOnDisk) =>
  running()
    .stderr()
    .split('\n')
    .filter((line) => line.includes('replaced'));
