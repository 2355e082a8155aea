import { expect, test } from 'bun:test';
import { bulkChanges, noBulkChange } from './bulkChanges.ts';

const one = { id: 'a', name: 'A', etag: '"1"' };
const two = { id: 'b', name: 'B', etag: undefined };

test('every item gets every change, and an empty text removes what there was', () => {
  expect(bulkChanges([one, two], noBulkChange)).toEqual([]);
  const change = { add: ['Press'], remove: ['Old'], credit: ' Ann ', rights: '' };
  expect(bulkChanges([one], change)).toEqual([
    { kind: 'media', id: 'a', ifMatch: '"1"', action: 'addLabel', value: 'Press' },
    { kind: 'media', id: 'a', ifMatch: '"1"', action: 'removeLabel', value: 'Old' },
    { kind: 'media', id: 'a', ifMatch: '"1"', action: 'setCredit', value: 'Ann' },
    { kind: 'media', id: 'a', ifMatch: '"1"', action: 'setRights' },
  ]);
  expect(bulkChanges([one, two], { ...noBulkChange, add: ['x'] })).toHaveLength(2);
});
