import { expect, test } from 'bun:test';
import { firstMedia, readMediaQuery, writeMediaQuery } from './MediaQuery.ts';

test('what is looked at is in the address, and what is not right in it counts as not said', () => {
  const query = { search: 'a&b 日本', type: 'video', sort: 'fileSize:desc', page: 3 };
  expect(readMediaQuery(writeMediaQuery(query))).toEqual(query);
  expect(writeMediaQuery(firstMedia).toString()).toBe('');
  const wrong = new URLSearchParams('type=x&sort=;drop&page=-1');
  expect(readMediaQuery(wrong)).toEqual(firstMedia);
});
