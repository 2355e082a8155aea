import { expect, test } from 'bun:test';
import { ApiError } from '../api/request.ts';
import { ifMatch, refusalsOf } from './BulkProblem.tsx';

const changes = [{ id: 'a' }, { id: 'a' }, { id: 'b' }, { id: 'c' }];
const refusal = (code: 'version_conflict' | 'invalid_body', ...paths: readonly string[]) =>
  new ApiError({ status: 412, code, errors: paths.map((path) => ({ path, message: '' })) });

test('names the items that were refused, each once, with its fields', () => {
  const conflicts = refusal('version_conflict', 'changes.1', 'changes.0', 'changes.3');
  expect([...refusalsOf(conflicts, changes).keys()]).toEqual(['a', 'c']);
  const incomplete = refusal('invalid_body', 'changes.2.values.body', 'changes.2.values.thumbnail');
  expect([...refusalsOf(incomplete, changes)]).toEqual([
    ['b', ['values.body', 'values.thumbnail'].map((path) => ({ path, message: '' }))],
  ]);
  expect([...refusalsOf(new ApiError({ code: 'version_conflict' }), [{ id: 'b' }])]).toEqual([['b', []]]);
});

test('names none if leaving some out would not help', () => {
  for (const error of [
    refusal('invalid_body', 'changes.1', 'changes'),
    new ApiError({ code: 'four_eyes' }),
    new Error('offline'),
  ])
    expect(refusalsOf(error, changes).size).toBe(0);
});

test('an item that was not seen is never overwritten', () => {
  expect(ifMatch({ etag: '"x"' })).toEqual({ ifMatch: '"x"' });
  expect(ifMatch({})).toEqual({ ifMatch: '""' });
});
