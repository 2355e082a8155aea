import { expect, test } from 'bun:test';
import { isFull } from '../../../../../tests/testing/runs.ts';
import { runAtOnce } from '../../concurrency/timeSlices.ts';
import { setBit } from '../bitset/Bitset.ts';
import { ItemTable } from '../items/ItemTable.ts';
import { LiveTimes } from '../items/LiveTimes.ts';
import { renderItem } from '../items/renderItem.ts';
import { Shelf, type ShelfFilter } from '../Shelf.ts';
import type { ShelfChange } from '../ShelfChange.ts';
import { changeShelf } from '../testing/changeShelf.ts';
import { liveBetween } from '../testing/liveBetween.ts';
import { categoryFacet, tagFacet } from './FilterSets.ts';

const id = (number: number): string => `n${String(number).padStart(6, '0')}`;

function put(number: number, document: object = {}): ShelfChange {
  const place = { kind: 'news', projectId: 'p', spaceId: 's', instanceId: 'i', id: id(number) } as const;
  const values = { title: 't', body: {}, thumbnail: { mediaId: 'm' } };
  const whole = { name: 'n', status: 'published', values, createdAt: 0, updatedAt: 0, ...document };
  const rendered = renderItem(
    { ...place, document: JSON.stringify(whole), links: [] },
    { url: 'http://media.test', key: 'k' },
  );
  return { id: place.id, rendered };
}

const gone = (number: number): ShelfChange => ({ id: id(number), rendered: undefined });
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

function idsOf(shelf: Shelf, field: string, first = 0, size = 5) {
  const question = { filter: {}, sort: [{ field, descending: false }], liveAt: undefined, preview: true };
  const { slots, total } = shelf.page({ ...question, first, size });
  return { total, ids: slots.map((slot) => shelf.items.idOf(slot)) };
}

test('an item that goes while an order is made leaves the others in theirs', async () => {
  const shelf = new Shelf();
  changeShelf(
    shelf,
    numbers(0, 20_000).map((n) => put(20_000 - n)),
  );
  let pauses = 0;
  const pause = async () => {
    if (++pauses === 3) changeShelf(shelf, [gone(1)]);
  };
  await shelf.prepare([{ field: 'createdAt', descending: false }], undefined, pause);
  expect(pauses).toBeGreaterThan(3);
  expect(idsOf(shelf, 'createdAt')).toEqual({ total: 19_999, ids: numbers(2, 7).map(id) });
});

test('orders that a large change has thrown away are not made from what they knew', async () => {
  const size = isFull ? 40_000 : 15_000;
  const shelf = new Shelf();
  changeShelf(
    shelf,
    numbers(0, size).map((n) => put(n, { name: `name ${id(n)}` })),
  );
  for (const field of ['createdAt', 'updatedAt', 'name']) await shelf.prepare([{ field, descending: false }]);
  for (const n of numbers(0, 200)) changeShelf(shelf, [put(n, { name: `name ${id(n)}`, updatedAt: 1 })]);
  let pauses = 0;
  const pause = async () => {
    if (++pauses !== 2) return;
    changeShelf(
      shelf,
      numbers(1000, 3500).map((n) => put(n, { name: `a ${id(n)}` })),
    );
    changeShelf(shelf, numbers(5000, 8000).map(gone));
  };
  await shelf.tidyOrders([], pause);
  expect(pauses).toBeGreaterThan(2);
  expect(idsOf(shelf, 'name')).toEqual({ total: size - 3000, ids: numbers(1000, 1005).map(id) });
  expect(idsOf(shelf, 'updatedAt').total).toBe(size - 3000);
});

test('an order that a reader waits for is not sorted a second time, and takes in what changes', async () => {
  const shelf = new Shelf();
  changeShelf(
    shelf,
    numbers(0, 20_000).map((n) => put(n, { updatedAt: n })),
  );
  const sort = [{ field: 'updatedAt', descending: false }];
  let pauses = 0;
  const pause = async () => {
    if (++pauses === 5) changeShelf(shelf, [put(7, { updatedAt: 50_000 })]);
  };
  const waiting = shelf.prepare(sort, undefined, pause);
  expect(waiting).toBeInstanceOf(Promise);
  await Promise.all([waiting, shelf.tidyOrders([sort], pause)]);
  expect(pauses).toBeGreaterThan(5);
  expect(idsOf(shelf, 'updatedAt', 5).ids).toEqual([5, 6, 8, 9, 10].map(id));
  expect(idsOf(shelf, 'updatedAt', 19_999).ids).toEqual([id(7)]);
});

test('what comes in beside a gap is sorted in where it belongs', () => {
  const shelf = new Shelf();
  changeShelf(
    shelf,
    numbers(0, 5000).map((n) => put(n, { updatedAt: n * 10 })),
  );
  idsOf(shelf, 'updatedAt');
  changeShelf(shelf, [put(6000, { updatedAt: 10_245 })]);
  changeShelf(shelf, [gone(1023), gone(1024)]);
  changeShelf(shelf, [put(6001, { updatedAt: 10_247 })]);
  expect(idsOf(shelf, 'updatedAt', 1021).ids).toEqual([1021, 1022, 6000, 6001, 1025].map(id));
});

test('a filter by names that look like nothing is not taken for none', () => {
  const shelf = new Shelf(({ categoryId, tagIds }) => ({
    media: -1,
    category: Number(categoryId ?? -1),
    tags: tagIds.map(Number),
  }));
  changeShelf(shelf, [
    put(1, { category: { categoryId: '0' } }),
    put(2, { name: 'undefined', category: { categoryId: '1' } }),
    put(3, { tags: [{ tagId: '0' }], category: { categoryId: '1' } }),
  ]);
  const sort = [{ field: 'name', descending: false }];
  const total = (filter: ShelfFilter) =>
    shelf.page({ filter, sort, first: 0, size: 9, liveAt: 0, preview: false }).total;
  const filters = [
    [{ terms: ['undefined'] }, 1],
    [{ facets: [[categoryFacet(0)]] }, 1],
    [{ facets: [[tagFacet(0)]] }, 1],
    [{ facets: [[]] }, 0],
    [{ facets: [[categoryFacet(1)]] }, 2],
    [{ facets: [[categoryFacet(1)]], ids: [id(2)] }, 1],
    [{ ids: [id(1), id(9)] }, 1],
    [{ facets: [[categoryFacet(1)]], terms: ['undefined'] }, 1],
    [{}, 3],
  ] as const;
  for (let round = 0; round < 3; round++) {
    for (const [filter, expected] of filters) expect([filter, total(filter)]).toEqual([filter, expected]);
  }
});

test('the row of moments is right however it was changed', () => {
  const items = new ItemTable();
  const times = new LiveTimes(items);
  const model = new Map<number, readonly number[]>();
  const put = (slot: number, round: number): void => {
    const liveFrom = slot % 5 === 0 ? -Infinity : (slot * 7 + round) % 50;
    const liveUntil = slot % 4 === 0 ? Infinity : (slot * 11 + round * 3) % 90;
    items.clear(slot);
    items.put(slot, liveBetween(liveFrom, liveUntil), { media: -1, category: -1, tags: [] });
    model.set(slot, liveFrom < liveUntil ? [liveFrom, liveUntil].filter(Number.isFinite) : []);
  };
  for (let round = 0; round < 40; round++) {
    const isLarge = round % 4 === 0;
    const changed = isLarge ? numbers(0, 200) : [...new Set([round % 7, round, 100 + round])];
    const removed = changed.filter((slot) => model.delete(slot));
    const added = changed.filter((slot) => (slot + round) % 3 > 0);
    if (isLarge) {
      const isRemoved = new Int32Array(10);
      for (const slot of removed) setBit(isRemoved, slot);
      const left = runAtOnce(times.changed(isRemoved, new Uint32Array(0), 0));
      for (const slot of added) put(slot, round);
      times.show(left);
      times.show(runAtOnce(times.changed(new Int32Array(10), Uint32Array.from(added), 0)));
    } else {
      times.change(removed, []);
      for (const slot of added) put(slot, round);
      times.change([], added);
    }
    const expected = [...model.values()].flat().sort((a, b) => a - b);
    const first = times.firstAfter(-Infinity);
    expect(numbers(0, expected.length + 1).map((n) => times.timeOf(first + n))).toEqual([
      ...expected,
      Infinity,
    ]);
    for (const n of numbers(0, expected.length)) {
      expect(model.get(times.slotOf(n))).toContain(times.timeOf(n));
    }
  }
});

test('of a change readers may notice what has been live by now, or by the latest moment that was asked about', () => {
  const shelf = new Shelf();
  const noticed = (now: number, ...changes: readonly ShelfChange[]) => [...changeShelf(shelf, changes, now)];
  const never = { status: 'draft', openingAt: 1, closingAt: 9 };
  expect(noticed(5, put(1), put(2, { closingAt: 3 }), put(3, { openingAt: 5 }))).toEqual([
    id(1),
    id(2),
    id(3),
  ]);
  expect(noticed(5, put(4, never), put(5, { openingAt: 6 }), put(6, { openingAt: 4, closingAt: 2 }))).toEqual(
    [],
  );
  expect(noticed(5, put(4, { ...never, name: 'other' }), gone(6), put(5, { reservedAt: 6 }))).toEqual([]);
  expect(noticed(5, put(1, { status: 'draft' }), put(4))).toEqual([id(1), id(4)]);
  expect(noticed(6, gone(5))).toEqual([id(5)]);
  // The clock was set back; what was answered before may still be known.
  shelf.intervalAt(100);
  expect(noticed(5, put(7, { openingAt: 99 }), put(8, { openingAt: 101 }))).toEqual([id(7)]);
});

test('a moment that comes with a change is known at once', () => {
  const shelf = new Shelf();
  // More than a few, or the change would count as a large one.
  changeShelf(shelf, [...numbers(10, 50).map((n) => put(n)), put(2, { closingAt: 900 })]);
  const at = (liveAt: number) => {
    const question = { filter: {}, sort: [{ field: 'name', descending: false }], first: 0, size: 9 };
    const { total } = shelf.page({ ...question, liveAt, preview: false });
    return [total, shelf.intervalAt(liveAt).until];
  };
  expect(at(100)).toEqual([41, 900]);
  changeShelf(shelf, [put(3, { reservedAt: 150, closingAt: 160 })]);
  expect([at(149), at(150), at(160)]).toEqual([
    [41, 150],
    [42, 160],
    [41, 900],
  ]);
});
