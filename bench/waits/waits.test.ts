import { expect, test } from 'bun:test';
import { newsPath } from '../service.ts';
import { isPlausible } from './readerPaths.ts';

test('a response must belong to its request', () => {
  const item = `${newsPath}/n0000001`;
  expect(isPlausible(item, '{"contentId":"n0000001","name":')).toBe(true);
  expect(isPlausible(item, '{"contentId":"n0000003","name":')).toBe(false);
  expect(isPlausible(`${newsPath}?size=10`, '{"totalCount":12,"currentPage":1')).toBe(true);
  expect(isPlausible(`${newsPath}?size=10`, '{"totalCount":0,"currentPage":1')).toBe(false);
  expect(isPlausible(`${newsPath}?size=10&search=a`, '{"totalCount":0,"currentPage":1')).toBe(true);
  expect(isPlausible(`${newsPath}?size=10&search=a`, '')).toBe(false);
});
