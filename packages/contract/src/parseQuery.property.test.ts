import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../tests/testing/runs.ts';
import { kinds } from './content.ts';
import { limits } from './limits.ts';
import { type Operation, operations } from './operations.ts';
import type { Query } from './parameters.ts';
import { parseQuery } from './parseQuery.ts';
import { countCharacters, isAlias, isId } from './text.ts';

const listNews = operations.find(({ name }) => name === 'listNews');
if (listNews === undefined) throw new Error('news cannot be listed');

const values = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.integer().map(String),
  fc.constantFrom('true', 'false', 'a,b', 'name:asc', '%', '%ff', '+', ',', '', '__proto__'),
);
const names = fc.oneof(
  fc.constantFrom(...operations.flatMap(({ parameters }) => parameters)),
  fc.string(),
  fc.constant('__proto__'),
);
const pairs = fc
  .array(fc.tuple(names, values, fc.boolean()), { maxLength: 6 })
  .map((all) =>
    all.map(([name, value, encode]) => `${name}=${encode ? encodeURIComponent(value) : value}`).join('&'),
  );
const searches = fc.oneof(pairs, fc.string({ unit: 'binary' }), fc.string());

test('no text makes it throw, and what it accepts obeys the rules', () => {
  fc.assert(
    fc.property(fc.constantFrom(...operations), searches, (by, search) => {
      const { query, faults } = parseQuery(by, search);
      if (query !== undefined) expectRules(by, query);
      else expect(faults.length).toBeWithin(1, limits.queryFaults + 1);
    }),
    { numRuns: runs(1000) },
  );
});

test('a valid query is parsed to the same result, however it is written', () => {
  const ids = fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,19}$/), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(ids, fc.boolean(), fc.integer({ min: 1, max: 99 }), (given, repeat, size) => {
      const list = repeat ? given.map((id) => `contentIds=${id}`).join('&') : `contentIds=${given.join(',')}`;
      const { query } = parseQuery(listNews, `${list}&size=${size}`);
      expect([query?.ids, query?.size]).toEqual([given, size]);
    }),
  );
});

function expectRules(by: Operation, query: Query): void {
  expect(Number.isSafeInteger(query.page) && query.page >= 1).toBe(true);
  expect(Number.isInteger(query.size) && query.size >= 1 && query.size <= 99).toBe(true);
  expect(query.sort.length > 0).toBe(!by.single);
  const fields: readonly string[] = kinds[by.kind].sortFields;
  expect(query.sort.every(({ field }) => fields.includes(field))).toBe(true);
  expect(new Set(query.sort.map(({ field }) => field)).size).toBe(query.sort.length);
  expect((query.ids ?? ['x']).every(isId)).toBe(true);
  expect((query.tags ?? ['x']).every(isAlias)).toBe(true);
  expect(isAlias(query.category ?? 'x')).toBe(true);
  const length = countCharacters(query.search ?? 'x');
  expect(length >= 1 && length <= 100).toBe(true);
}

test('an operation that is not of the public interface is read by its own parameters', () => {
  const own: Operation = { ...listNews, parameters: ['size', 'search'] };
  for (let times = 0; times < 3; times++) {
    expect(parseQuery(own, 'size=5&search=x').query).toMatchObject({ size: 5, search: 'x' });
    expect(parseQuery(own, 's%69ze=5').query).toMatchObject({ size: 5 });
    expect(parseQuery(own, 'size=100').faults).toEqual([
      { parameter: 'size', message: 'must be an integer from 1 to 99' },
    ]);
    expect(parseQuery(own, 'page=2').faults?.map(({ parameter }) => parameter)).toEqual(['page']);
    expect(parseQuery(listNews, 'page=2&search=x').query).toMatchObject({ page: 2, search: 'x' });
  }
});
