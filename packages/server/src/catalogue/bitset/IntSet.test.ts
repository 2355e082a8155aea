import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import { setBit, wordsFor } from './Bitset.ts';
import { IntSet } from './IntSet.ts';

const range = 4000;

/** From a handful of numbers to most of them, low and high: sparse, dense, and from one to the other. */
const change = fc.record({
  number: fc.oneof(fc.nat(60), fc.nat(range - 1)),
  times: fc.constantFrom(1, 1, 1, 30, 200),
  isAdded: fc.boolean(),
  isAtOnce: fc.boolean(),
});

test('an integer set is a set, through changes of any size', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 120, size: 'max' }), (changes) => {
      const set = new IntSet();
      const model = new Set<number>();
      for (const { number, times, isAdded, isAtOnce } of changes) {
        const numbers = Array.from({ length: times }, (_, n) => number + n).filter((n) => n < range);
        const bits = new Int32Array(wordsFor(range));
        for (const n of numbers) {
          if (isAtOnce) setBit(bits, n);
          else if (isAdded) set.add(n);
          else set.delete(n);
          if (isAdded) model.add(n);
          else model.delete(n);
        }
        if (isAtOnce && isAdded) set.addAscending(Uint32Array.from([...numbers, 0]), numbers.length);
        else if (isAtOnce) set.deleteAll(bits);
        expect(set.count).toBe(model.size);
      }
      const expected = [...model].sort((a, b) => a - b);
      expect(membersOf(set)).toEqual(expected);
      for (const most of [0, 1, 50, range]) expect([...set.first(most)]).toEqual(expected.slice(0, most));
      for (let number = 0; number < range + 40; number++) expect(set.has(number)).toBe(model.has(number));
      const words = new Int32Array(range);
      set.orInto(words);
      expect(membersOf(IntSet.ofWords(words))).toEqual(expected);
    }),
    { numRuns: runs(60) },
  );
});

test('a set is made of numbers in any order, with doubles', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(range - 1), { maxLength: 500, size: 'max' }), (numbers) => {
      const set = IntSet.from(Uint32Array.from([...numbers, ...numbers]), range);
      expect(membersOf(set)).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      expect(set.count).toBe(new Set(numbers).size);
    }),
  );
});

/** From a few numbers to most of them. */
const someNumbers = fc
  .tuple(fc.constantFrom(0, 3, 40, 130, 600, range), fc.integer())
  .map(([count, seed]) =>
    Array.from({ length: count }, (_, n) => (Math.imul(n + 1, seed | 1) >>> 0) % range),
  );

test('a union and an intersection are what plain sets give, whatever the highest number of each is', () => {
  const ascending = (numbers: Iterable<number>) => [...new Set(numbers)].sort((x, y) => x - y);
  fc.assert(
    fc.property(
      someNumbers,
      fc.tuple(someNumbers, fc.constantFrom(range, 3000, 1500)),
      fc.array(fc.nat(range - 1), { maxLength: 3 }),
      (left, [others, end], more) => {
        const right = ascending(others).filter((number) => number < end);
        const a = IntSet.from(Uint32Array.from(left), range);
        const b = IntSet.ofSorted(Uint32Array.from(right));
        expect(membersOf(IntSet.union([a, IntSet.from(Uint32Array.from(more), range), b], range))).toEqual(
          ascending([...left, ...more, ...right]),
        );
        for (const shared of [a.intersection(b), b.intersection(a)]) {
          expect(membersOf(shared)).toEqual(ascending(left.filter((number) => right.includes(number))));
          expect(shared.count).toBe(membersOf(shared).length);
        }
        expect(membersOf(a)).toEqual(ascending(left));
        expect(membersOf(b)).toEqual(right);
      },
    ),
    { numRuns: runs(300) },
  );
});

test('a sparse set takes little memory, however high its numbers', () => {
  const set = new IntSet();
  for (let n = 0; n < 40; n++) set.add(n);
  expect(set.words).toBeDefined();
  set.add(1_000_000);
  expect(set.words).toBeUndefined();
  expect(set.bytes).toBeLessThan(300);
});

function membersOf(set: IntSet): number[] {
  return Array.from(set.toArray());
}
