import { expect, test } from 'bun:test';
import { nameOrder } from './nameOrder.ts';

test('names are in the order of people, not of code points', () => {
  const names = ['Tag 10', 'tag 2', 'Zebra', 'Émile', 'Tag 1', 'eagle'];
  expect(names.toSorted(nameOrder('en'))).toEqual([
    ...['eagle', 'Émile', 'Tag 1', 'tag 2', 'Tag 10', 'Zebra'],
  ]);
  expect(['第10回', '第2回', 'イベント', 'あき'].toSorted(nameOrder('ja'))).toEqual([
    ...['あき', 'イベント', '第2回', '第10回'],
  ]);
});
