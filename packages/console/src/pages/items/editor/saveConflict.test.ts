import { expect, test } from 'bun:test';
import { ApiError } from '../../../api/request.ts';
import { conflictWith, saveConflictIn } from './saveConflict.ts';

const item = { contentId: 'a' };
const ofItem = { changedBy: 'ann', changedAt: 1000 };
const ofChanges = { changedBy: 'ken', changedAt: 2000 };

test('a conflict says who has saved what is edited: the item, or its changes', () => {
  const plain = { item, etag: '"1"', ...ofItem };
  const changed = { ...plain, next: { item, ...ofChanges } };
  const refusal = (current: object) =>
    saveConflictIn(new ApiError({ status: 412, code: 'version_conflict', ...ofItem, current }));
  for (const conflict of [conflictWith(plain), refusal(plain)])
    expect(conflict).toMatchObject({ by: 'ann', at: 1000 });
  for (const conflict of [conflictWith(changed), refusal(changed)])
    expect(conflict).toMatchObject({ by: 'ken', at: 2000 });
});

test('other errors are no conflicts, and a deleted item has no version', () => {
  expect(saveConflictIn(new Error('offline'))).toBeUndefined();
  const gone = new ApiError({ status: 412, code: 'version_conflict', ...ofChanges });
  expect(saveConflictIn(gone)).toEqual({ theirs: undefined, by: 'ken', at: 2000 });
});
