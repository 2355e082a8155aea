import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { labelQuery, labelSortNames, readLabelList, writeLabelList } from './labelList.ts';

test('the state of a list is read back from its address', () => {
  const state = fc.record({
    search: fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.trim()),
    sort: fc.constantFrom(...labelSortNames),
    page: fc.integer({ min: 1 }),
  });
  fc.assert(
    fc.property(state, (list) => {
      expect(readLabelList(new URLSearchParams(`${writeLabelList(list)}`))).toEqual(list);
    }),
  );
});

test('an invalid address shows the default list', () => {
  const list = readLabelList(new URLSearchParams('page=-3&sort=nonsense&search=%20%20'));
  expect(list).toEqual({ search: '', sort: 'name', page: 1 });
  expect(labelQuery(list)).toEqual({ search: undefined, sort: 'name:asc', page: 1, size: 20, etags: 'true' });
  expect(`${writeLabelList(list)}`).toBe('');
});
