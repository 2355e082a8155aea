import { expect, test } from 'bun:test';
import { manageProblem } from '@newsstand/contract/manage';
import { ApiError } from '../api/request.ts';
import { languageNames, loadWords } from '../words/languages.ts';
import { describeError } from './describeError.ts';

await Promise.all(languageNames.map(loadWords));

const errors = [{ path: 'alias', message: 'is taken' }];
const conflict = (detail: string) => new ApiError(manageProblem('conflict', detail, '1', { errors }));

test("a problem has a title in the current language, and the service's own message", () => {
  const detail = 'look at errors: they say what to change';
  expect(describeError(conflict(detail), 'en')).toEqual({
    ...{ title: 'This does not fit what is already there', message: detail, faults: errors },
  });
  expect(describeError(conflict(detail), 'ja').title).toBe('すでにある内容と矛盾するため、実行できません');
});

test('nothing is said twice', () => {
  for (const detail of ['is taken', 'alias: is taken'])
    expect(describeError(conflict(detail), 'en').faults).toEqual([]);
});

test('a missing response and unknown errors are described too', () => {
  expect(describeError(new ApiError({ detail: 'no response' }), 'en').message).toStartWith('No response');
  expect(describeError(new ApiError({ status: 502 }), 'ja').title).toBe('うまくいきませんでした');
  expect(describeError(new Error('out of memory'), 'en').message).toBe('out of memory');
});
