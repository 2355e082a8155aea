import { expect, test } from 'bun:test';
import type { SortItem } from '@newsstand/contract';
import fc from 'fast-check';
import { isFull } from '../../../../../tests/testing/runs.ts';
import { renderItem } from '../items/renderItem.ts';
import { isLive } from '../items/visibility.ts';
import { Shelf } from '../Shelf.ts';
import type { ShelfChange } from '../ShelfChange.ts';
import { changeShelf } from '../testing/changeShelf.ts';
import { plainOrder } from '../testing/plainOrder.ts';
import { categoryFacet } from './FilterSets.ts';

/** Enough for orders not to be made at once, and for ties that are not simply sorted. */
const count = 12_000;
const fields = [
  'publishedAt',
  'name',
  'createdAt',
  'updatedAt',
  'reservedAt',
  'openingAt',
  'contentId',
  'alias',
];

function put(number: number, seed: number): ShelfChange {
  const mixed = Math.imul(number * 7919 + seed * 104729, 2654435761) >>> 0;
  const id = `n${String(mixed % 100_000).padStart(5, '0')}-${number}`;
  const some = <T>(value: T) => (mixed % 7 < 5 ? undefined : value);
  const document = {
    name: `name ${mixed % 3}`,
    status: 'published',
    values: { title: 't', body: {}, thumbnail: { mediaId: 'm' } },
    createdAt: mixed % 2,
    // Almost all the same, or all the same, or hardly any.
    updatedAt: mixed % 50 === 0 ? mixed % 9 : 5,
    openingAt: mixed % 6 === 0 ? undefined : 1,
    reservedAt: some(mixed % 4),
    closingAt: mixed % 11 === 0 ? 50 : undefined,
    category: { categoryId: mixed % 5 === 0 ? 'c0' : 'c1' },
  };
  const place = { kind: 'news', projectId: 'p', spaceId: 's', instanceId: 'i', id, links: [] } as const;
  const record = { ...place, document: JSON.stringify(document) };
  return { id, rendered: renderItem(record, { url: 'http://media.test', key: 'k' }) };
}

test('pages by several fields are what sorting everything gives, before and after their order is made', async () => {
  const shelf = new Shelf(({ categoryId }) => ({ media: -1, category: linkTo(categoryId), tags: [] }));
  const all = new Map<string, ShelfChange>();
  const change = (changes: readonly ShelfChange[]) => {
    changeShelf(shelf, changes);
    for (const one of changes) {
      if (one.rendered === undefined) all.delete(one.id);
      else all.set(one.id, one);
    }
  };
  change(Array.from({ length: count }, (_, number) => put(number, 0)));
  for (const field of fields) {
    for (const descending of [true, false]) await shelf.prepare([{ field, descending }]);
  }
  const sort = fc
    .uniqueArray(fc.constantFrom(...fields), { minLength: 2, maxLength: 3 })
    .chain((names) =>
      fc.tuple(...names.map((field) => fc.record({ field: fc.constant(field), descending: fc.boolean() }))),
    );
  const usual = fc.constantFrom(
    [
      { field: 'createdAt', descending: false },
      { field: 'name', descending: true },
    ],
    [
      { field: 'reservedAt', descending: true },
      { field: 'name', descending: false },
    ],
    [
      { field: 'updatedAt', descending: false },
      { field: 'createdAt', descending: true },
      { field: 'contentId', descending: true },
    ],
  );
  const asked = fc.record({
    sort: fc.oneof(sort, usual),
    first: fc.oneof(
      fc.nat(count),
      fc.constantFrom(0, 1, 4095, 4096, count - 3),
      fc.integer({ min: 4300, max: 4900 }),
    ),
    size: fc.integer({ min: 1, max: 99 }),
    liveAt: fc.constantFrom(undefined, 10, 60),
    categoryId: fc.constantFrom(undefined, 'c1', 'none'),
    changed: fc.nat(3),
  });
  let made = 0;
  await fc.assert(
    fc.asyncProperty(asked, async ({ sort: items, first, size, liveAt, categoryId, changed }) => {
      // Some come in beside what was sorted, and some go.
      change(Array.from({ length: changed }, () => put(count + made++, made)));
      const [gone] = all.keys();
      if (gone !== undefined && changed === 1) change([{ id: gone, rendered: undefined }]);
      const preparing = shelf.prepare(items);
      if (preparing !== undefined) await preparing;
      // Orders that nobody waits for are made meanwhile.
      await Bun.sleep(1);
      const expected = expectedPage([...all.values()], items, liveAt, categoryId);
      const filter = { facets: categoryId === undefined ? [] : [[categoryFacet(linkTo(categoryId))]] };
      const { slots, total } = shelf.page({
        filter,
        sort: items,
        first,
        size,
        liveAt,
        preview: liveAt === undefined,
      });
      expect(total).toBe(expected.length);
      expect(slots.map((slot) => shelf.items.idOf(slot))).toEqual(expected.slice(first, first + size));
    }),
    { numRuns: isFull ? 40 : 3 },
  );
});

test('a page that reaches from one large tie into the next', () => {
  const shelf = new Shelf(({ categoryId }) => ({ media: -1, category: linkTo(categoryId), tags: [] }));
  const all = Array.from({ length: count }, (_, number) => put(number, 0));
  changeShelf(shelf, all);
  const sort = [
    { field: 'createdAt', descending: false },
    { field: 'name', descending: true },
  ];
  const expected = expectedPage(all, sort, 10, 'c1');
  const earlier = all.filter(
    ({ rendered }) => rendered?.item.createdAt === 0 && rendered.linked.categoryId === 'c1',
  );
  const first = earlier.length - 50;
  expect(Math.min(earlier.length, expected.length - earlier.length)).toBeGreaterThan(4096);
  const { slots } = shelf.page({
    filter: { facets: [[categoryFacet(linkTo('c1'))]] },
    sort,
    first,
    size: 99,
    liveAt: 10,
    preview: false,
  });
  expect(slots.map((slot) => shelf.items.idOf(slot))).toEqual(expected.slice(first, first + 99));
});

/** The number in the ID of a category. */
function linkTo(categoryId: string | undefined): number {
  return Number(categoryId?.slice(1) ?? -1);
}

function expectedPage(
  changes: readonly ShelfChange[],
  sort: readonly SortItem[],
  liveAt: number | undefined,
  categoryId: string | undefined,
): readonly string[] {
  return changes
    .flatMap(({ rendered }) => rendered ?? [])
    .filter(({ linked }) => categoryId === undefined || linked.categoryId === categoryId)
    .map(({ item }) => item)
    .filter((item) => liveAt === undefined || isLive(item, liveAt))
    .sort(plainOrder(sort))
    .map(({ id }) => id);
}
