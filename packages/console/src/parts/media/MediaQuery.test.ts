import { expect, test } from 'bun:test';
import { firstMedia, readMediaQuery, writeMediaQuery } from './MediaQuery.ts';

test('the query is in the address, and invalid parts are ignored', () => {
  const query = {
    ...{ search: 'a&b 日本', type: 'video', label: 'Press, 報道', alt: 'missing' },
    ...{ sort: 'fileSize:desc', page: 3 },
  };
  expect(readMediaQuery(writeMediaQuery(query))).toEqual(query);
  expect(writeMediaQuery(firstMedia).toString()).toBe('');
  const wrong = new URLSearchParams('type=x&sort=;drop&page=-1&alt=x');
  expect(readMediaQuery(wrong)).toEqual(firstMedia);
});
