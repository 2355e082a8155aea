import { expect, test } from 'bun:test';
import { operations, parseQuery } from '@newsstand/contract';
import { newsPath } from './service.ts';
import { warmPages, workloads } from './workloads.ts';

const { lists, searches } = workloads(10_000);
const different = [lists, searches, warmPages(10_000)];

test('paths that are all different never repeat, not even in another round', () => {
  for (const { name, paths } of different) {
    const all = [...paths(0.05), ...paths(0.05), ...paths(0.05)];
    expect([name, new Set(all).size]).toEqual([name, all.length]);
    expect(all.length).toBeGreaterThan(1000);
  }
});

test('every path is a valid request', () => {
  const listNews = operations.find(({ name }) => name === 'listNews');
  if (listNews === undefined) throw new Error('there is no such operation');
  for (const { paths } of different) {
    for (const path of paths(0.05)) {
      expect(path.startsWith(`${newsPath}?`)).toBe(true);
      const { faults = [] } = parseQuery(listNews, path.slice(newsPath.length + 1));
      expect([path, faults]).toEqual([path, []]);
    }
  }
});

test('if there are few different responses, there are fewer paths', () => {
  const { paths } = warmPages(3);
  const all = [...paths(1), ...paths(1)];
  expect(new Set(all).size).toBe(all.length);
});
