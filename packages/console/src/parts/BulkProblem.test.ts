import { expect, test } from 'bun:test';
import { ApiError } from '../api/request.ts';
import { conflictsOf, ifMatch } from './BulkProblem.tsx';

const changes = [{ id: 'a' }, { id: 'a' }, { id: 'b' }, { id: 'c' }];
const refusal = (code: 'version_conflict' | 'invalid_body', ...paths: readonly string[]) =>
  new ApiError({ status: 412, code, errors: paths.map((path) => ({ path, message: '' })) });

test('names the items that somebody else has changed, each once', () => {
  expect([
    ...conflictsOf(refusal('version_conflict', 'changes.1', 'changes.0', 'changes.3'), changes),
  ]).toEqual(['a', 'c']);
  expect(conflictsOf(refusal('invalid_body', 'changes.1'), changes).size).toBe(0);
  expect(conflictsOf(new Error('offline'), changes).size).toBe(0);
  expect([...conflictsOf(new ApiError({ code: 'version_conflict' }), [{ id: 'b' }])]).toEqual(['b']);
});

test('an item that was not seen is never overwritten', () => {
  expect(ifMatch({ etag: '"x"' })).toEqual({ ifMatch: '"x"' });
  expect(ifMatch({})).toEqual({ ifMatch: '""' });
});
