import { describe, expect, test } from 'bun:test';
import { isItem, isKeys, isSession, readProblem } from './checks.ts';

const operator = {
  operatorId: 'ken',
  name: 'Ken',
  roles: [],
  createdAt: 1,
  hasPassword: true,
  hasSecondFactor: false,
};

describe('a response', () => {
  test('passes with all required members', () => {
    expect(isSession({ operator, service: {} })).toBe(true);
    expect(isKeys([])).toBe(true);
  });

  test.each([
    [undefined],
    ['text'],
    [null],
    [{ operator }],
    [{ operator, service: null }],
    [{ operator: { ...operator, roles: {} }, service: {} }],
    [{ operator: { ...operator, createdAt: '1' }, service: {} }],
  ])('is rejected otherwise: %j', (value) => {
    expect(isSession(value)).toBe(false);
  });

  test('contains an item of the requested kind', () => {
    const item = { kind: 'tag', item: {}, etag: '"1"', version: 1 };
    expect(isItem('tag')(item)).toBe(true);
    expect(isItem('news')(item)).toBe(false);
  });
});

test('members of a problem that have the wrong type are dropped', () => {
  const errors = [{ path: 'name', message: 'is missing' }];
  expect(readProblem({ status: '404', title: 1, detail: 'gone', errors, retry: 3 })).toEqual({
    ...{ detail: 'gone', errors, retry: 3 },
  });
  expect(readProblem({ errors: [{}] })).toEqual({});
  expect(readProblem('<html>')).toEqual({});
});
