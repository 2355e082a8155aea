import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { kinds } from './kinds.ts';
import { limits } from './limits.ts';
import { type Operation, operations } from './operations.ts';
import { parseQuery, type Query } from './parseQuery.ts';
import { countCharacters, isAlias, isId } from './text.ts';

const listNews = operations.find(({ name }) => name === 'listNews');
if (listNews === undefined) throw new Error('news can not be listed');

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
    { numRuns: 1000 },
  );
});

test('a right query comes back as it was meant, however it is written', () => {
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

test('what came before changes nothing', () => {
  const plain = (text: string) => !/[%+\uFFFD]/.test(text);
  const usual = [
    'tags=a,b',
    'tags=c',
    'sort=name:asc',
    'sort=alias:asc',
    'sort',
    'category=a',
    'search=x',
    'size=5',
  ];
  const pair = fc.oneof(
    fc.constantFrom(...usual, '', '=', '=a', 'search=a=b'),
    fc.tuple(names.filter(plain), values.filter(plain)).map(([name, value]) => `${name}=${value}`),
  );
  // A few pairs that come again and again: alone, together, more than once in one query, and in several operations.
  const asked = fc.array(pair, { minLength: 1, maxLength: 6 }).chain((some) => {
    const search = fc.array(fc.constantFrom(...some), { maxLength: 4 }).map((all) => all.join('&'));
    return fc.array(fc.tuple(fc.constantFrom(...operations), search), { minLength: 1, maxLength: 8 });
  });
  fc.assert(
    fc.property(asked, (all) => {
      for (let times = 0; times < 4; times++) {
        for (const [by, search] of all)
          expect(parseQuery(by, search)).toEqual(parseQuery(by, encodedNames(search)));
      }
    }),
    { numRuns: 300 },
  );
});

/** The same query with its names written in another way: what has to be decoded is read from the beginning each time. */
function encodedNames(search: string): string {
  return search.replace(/(?<=^|&)[!-%'-<>-~]/g, (first) => `%${first.charCodeAt(0).toString(16)}`);
}

test('however many pairs come again, each is taken for itself', () => {
  // Far more than are remembered, and all of one length.
  const ids = Array.from({ length: 5000 }, (_, number) => `${10_000 + number}`);
  for (let times = 0; times < 3; times++) {
    for (const id of ids) {
      const tags = [1, 2, 3].map(() => parseQuery(listNews, `tags=${id}`).query?.tags);
      expect(tags).toEqual([[id], [id], [id]]);
      expect(parseQuery(listNews, `contentIds=${id}`).query?.ids).toEqual([id]);
    }
  }
});

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
