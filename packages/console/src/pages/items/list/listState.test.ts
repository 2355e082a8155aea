import { expect, test } from 'bun:test';
import { appKinds, kinds } from '@newsstand/contract';
import { listQuery, dateFields as serviceDates } from '@newsstand/contract/manage';
import fc from 'fast-check';
import {
  dateFields,
  readListState,
  sizes,
  sortNames,
  sorts,
  toItemsQuery,
  writeListState,
} from './listState.ts';

const id = fc.stringMatching(/^[a-z0-9.-]{1,8}$/);
const list = fc.record({
  search: fc
    .string({ unit: 'binary', maxLength: 120 })
    .map((text) => [...text.trim()].slice(0, 100).join('').trim()),
  state: fc.constantFrom(undefined, 'live', 'scheduled', 'closed', 'draft'),
  category: fc.option(id, { nil: undefined }),
  tags: fc.array(id, { maxLength: 3 }),
  sort: fc.constantFrom(...sortNames),
  isReversed: fc.boolean(),
  changedBy: fc.option(id, { nil: undefined }),
  dates: fc.constantFrom(...dateFields),
  from: fc.constantFrom(undefined, '2027-05-03'),
  until: fc.constantFrom(undefined, '2027-12-31'),
  page: fc.integer({ min: 1 }),
  size: fc.constantFrom(...sizes),
});

test('what is written to an address is read back', () => {
  fc.assert(
    fc.property(list, (state) => {
      const address = `${writeListState(state)}`;
      const search = state.search.isWellFormed()
        ? state.search
        : readListState(new URLSearchParams(address)).search;
      expect(readListState(new URLSearchParams(address))).toEqual({ ...state, search });
    }),
  );
});

test('the default list has a plain address, and invalid parts are ignored', () => {
  const usual = readListState(new URLSearchParams());
  expect(`${writeListState(usual)}`).toBe('');
  const odd = 'state=dead&sort=__proto__&page=-1&size=1000&tags=,,&category=';
  expect(readListState(new URLSearchParams(odd))).toEqual(usual);
  expect(readListState(new URLSearchParams('page=1e99')).page).toBe(1);
});

test('the service accepts the query', () => {
  fc.assert(
    fc.property(list, (state) => {
      expect(listQuery.safeParse(sent(toItemsQuery(state, 'Asia/Tokyo'))).success).toBe(true);
    }),
  );
  const fields = Object.values(sorts).map((sort) => sort.split(':')[0]);
  for (const kind of appKinds) {
    const taken = fields.filter((field) => kind === 'banner' || field !== 'position');
    expect([...kinds[kind].sortFields]).toEqual(expect.arrayContaining(taken));
  }
  expect([...dateFields]).toEqual([...serviceDates]);
});

/** A query as an address carries it. */
function sent(query: object): object {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]])),
  );
}
