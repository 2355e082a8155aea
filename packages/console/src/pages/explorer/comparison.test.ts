import { expect, test } from 'bun:test';
import { operations } from '@newsstand/contract';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import { canCompare, compareWithNow, readItems } from './comparison.ts';
import { type ExplorerRequest, requestPath } from './ExplorerRequest.ts';

const now = 1000;
type Item = { readonly id: string; readonly from: number; readonly until: number };

function requestOf(name: string, values: ExplorerRequest['values'], id = ''): ExplorerRequest {
  const operation = operations.find((each) => each.name === name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  return { operation, projectId: 'p', spaceId: 's', instanceId: 'i', id, values };
}

/** A service with some items that responds like the public listener. */
function serving(items: readonly Item[]) {
  return async (path: string): Promise<string> => {
    const url = new URL(path, 'http://reader.test');
    const { page = '1', size = '20', previewAt, contentIds } = Object.fromEntries(url.searchParams);
    const at = Number(previewAt);
    const live = items.filter(({ from, until }) => from <= at && at < until);
    const body = ({ id }: Item) => ({ contentId: id, name: `name of ${id}`, values: {} });
    const single = /\/news\/([^/]+)$/.exec(url.pathname)?.[1];
    if (single !== undefined) {
      const found = live.find(({ id }) => id === single);
      return JSON.stringify(found ? body(found) : { status: 404, code: 'not_found' });
    }
    const wanted = live.filter(({ id }) => contentIds === undefined || contentIds.split(',').includes(id));
    const list = wanted.slice((Number(page) - 1) * Number(size), Number(page) * Number(size)).map(body);
    return JSON.stringify({ totalCount: wanted.length, currentPage: Number(page), list });
  };
}

const someItems = fc
  .uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 120, size: 'max' })
  .chain((numbers) =>
    fc.tuple(
      ...numbers.map((number) =>
        fc.record({
          id: fc.constant(`n${number}`),
          from: fc.constantFrom(0, now, now + 1, 2000),
          until: fc.constantFrom(now, now + 1, 2000, 2001, 9999),
        }),
      ),
    ),
  );

test('items appear and disappear because of their times, not because they moved to another page', async () => {
  const requests = fc.record({
    size: fc.integer({ min: 1, max: 99 }).map(String),
    page: fc.integer({ min: 1, max: 3 }).map(String),
  });
  await fc.assert(
    fc.asyncProperty(someItems, requests, async (items, values) => {
      const requested = requestOf('listNews', { ...values, previewAt: '2000' });
      const fetchBody = serving(items);
      const then = await fetchBody(requestPath(requested));
      const { items: compared, ...totals } = await compareWithNow(requested, then, now, fetchBody);
      const isLive = (id: string, at: number) =>
        items.some((each) => each.id === id && each.from <= at && at < each.until);
      for (const { id, change } of compared) {
        const is = isLive(id, 2000) ? (isLive(id, now) ? 'stays' : 'appears') : 'disappears';
        expect([id, change]).toEqual([id, is]);
      }
      expect(compared.filter(({ change }) => change !== 'disappears').map(({ id }) => id)).toEqual(
        readItems(then).items.map(({ id }) => id),
      );
      const live = (at: number) => items.filter(({ id }) => isLive(id, at)).length;
      expect(totals).toEqual({ nowTotal: live(now), thenTotal: live(2000) });
    }),
    { numRuns: runs(50) },
  );
});

test('a whole page of items that moves to the next page stays', async () => {
  const page = (name: string, from: number) =>
    Array.from({ length: 99 }, (_, at) => ({ id: `${name}${at}`, from, until: 9999 }));
  const fetchBody = serving([...page('new', 1500), ...page('old', 0)]);
  const requested = requestOf('listNews', { size: '99', previewAt: '2000' });
  const { items } = await compareWithNow(requested, await fetchBody(requestPath(requested)), now, fetchBody);
  expect(items).toHaveLength(99);
  expect(items.every(({ id, change }) => id.startsWith('new') && change === 'appears')).toBe(true);
});

test('a single item appears or disappears as well', async () => {
  const fetchBody = serving([
    { id: 'later', from: 1500, until: 9999 },
    { id: 'soon-over', from: 0, until: 1500 },
  ]);
  const changes = ['later', 'soon-over', 'never'].map(async (id) => {
    const requested = requestOf('getNews', { previewAt: '2000' }, id);
    const { items } = await compareWithNow(
      requested,
      await fetchBody(requestPath(requested)),
      now,
      fetchBody,
    );
    return items.map(({ name, change }) => `${name} ${change}`);
  });
  expect(await Promise.all(changes)).toEqual([
    ['name of later appears'],
    ['name of soon-over disappears'],
    [],
  ]);
});

test('only items with times are compared, and only if a time is requested', () => {
  expect(canCompare(requestOf('listNews', { previewAt: '1' }))).toBe(true);
  expect(canCompare(requestOf('listNews', {}))).toBe(false);
  expect(canCompare(requestOf('listMedia', { previewAt: '1' }))).toBe(false);
});

test('a response without items has none; titles come before names', () => {
  expect(readItems('<html>')).toEqual({ total: 0, items: [] });
  expect(
    readItems('{"list":[{"contentId":"n1","name":"a","values":{"title":"T"}},7],"totalCount":9}'),
  ).toEqual({
    total: 9,
    items: [{ id: 'n1', name: 'T' }],
  });
});
