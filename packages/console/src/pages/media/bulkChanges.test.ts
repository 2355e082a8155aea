import { expect, test } from 'bun:test';
import { bulkChanges, noBulkChange } from './bulkChanges.ts';

test('every item gets every change, and an empty text removes what there was', () => {
  expect(bulkChanges(['a', 'b'], noBulkChange)).toEqual([]);
  const change = { add: ['Press'], remove: ['Old'], credit: ' Ann ', rights: '' };
  expect(bulkChanges(['a'], change)).toEqual([
    { kind: 'media', id: 'a', action: 'addLabel', value: 'Press' },
    { kind: 'media', id: 'a', action: 'removeLabel', value: 'Old' },
    { kind: 'media', id: 'a', action: 'setCredit', value: 'Ann' },
    { kind: 'media', id: 'a', action: 'setRights' },
  ]);
  expect(bulkChanges(['a', 'b'], { ...noBulkChange, add: ['x'] })).toHaveLength(2);
});
