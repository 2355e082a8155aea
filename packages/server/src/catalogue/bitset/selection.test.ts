import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import { Bitset } from './Bitset.ts';
import { IntSet } from './IntSet.ts';
import {
  among,
  ascendingRank,
  countOfSelection,
  intersect,
  isSelected,
  select,
  selectionOf,
} from './selection.ts';

const blocks = 3;
const range = blocks * 1024;

/** From a handful of numbers to all of them: sparse, dense, and both together. */
const numbers = fc
  .tuple(fc.constantFrom(0, 3, 20, 47, 60, 400, 2500, range), fc.integer())
  .map(
    ([count, seed]) =>
      new Set(
        Array.from({ length: count }, (_, n) =>
          count === range ? n : (Math.imul(n + 1, seed | 1) >>> 0) % range,
        ),
      ),
  );

function setOf(members: ReadonlySet<number>): IntSet {
  return IntSet.from(Uint32Array.from(members), range);
}

function bitsetOf(members: ReadonlySet<number>): Bitset {
  const bitset = Bitset.ofBlocks(blocks);
  for (const number of members) bitset.set(number);
  return bitset;
}

test('an intersection is what filtering plain sets gives', () => {
  const parts = fc.array(fc.array(numbers, { minLength: 1, maxLength: 4 }), { maxLength: 4 });
  fc.assert(
    fc.property(numbers, parts, fc.nat(60), fc.nat(12), (mask, all, first, size) => {
      const expected = [...mask]
        .filter((number) => all.every((part) => part.some((set) => set.has(number))))
        .sort((a, b) => a - b);
      const selection = intersect(
        bitsetOf(mask),
        all.map((part) => part.map(setOf)),
      );
      expect(countOfSelection(selection)).toBe(expected.length);
      expect(Array.from(select(selection, first, size))).toEqual(expected.slice(first, first + size));
      const rank = ascendingRank(selection);
      for (let number = 0; number <= range; number += 97) {
        expect(rank(number)).toBe(expected.filter((one) => one < number).length);
        expect(isSelected(selection, number)).toBe(expected.includes(number));
      }
    }),
    { numRuns: runs(300) },
  );
});

test('some numbers are selected in order, and those of a set that are in a mask', () => {
  fc.assert(
    fc.property(numbers, numbers, (members, mask) => {
      const expected = [...members].sort((a, b) => a - b);
      const selection = selectionOf(Uint32Array.of(...members, 5), members.size, range / 32);
      expect(countOfSelection(selection)).toBe(expected.length);
      expect(Array.from(select(selection, 0, range))).toEqual(expected);
      const found = among(setOf(members), bitsetOf(mask));
      expect(found.select(0, range)).toEqual(expected.filter((number) => mask.has(number)));
      expect(found.count).toBe(expected.filter((number) => mask.has(number)).length);
    }),
    { numRuns: runs(200) },
  );
});

test('a bitset is counted through every change', () => {
  const change = fc.tuple(fc.boolean(), fc.nat(range - 1));
  fc.assert(
    fc.property(fc.nat(range - 1), fc.array(change, { maxLength: 200, size: 'max' }), (below, changes) => {
      const bitset = Bitset.ofBlocks(blocks);
      for (let index = 0; index < below; index++) bitset.set(index);
      const model = new Set(Array.from({ length: below }, (_, index) => index));
      for (const [isSet, index] of changes) {
        if (isSet) bitset.set(index);
        else bitset.clear(index);
        if (isSet) model.add(index);
        else model.delete(index);
      }
      const expected = [...model].sort((a, b) => a - b);
      for (const counted of [bitset, bitset.clone()]) {
        expect(counted.count).toBe(expected.length);
        expect(counted.select(0, range)).toEqual(expected);
        expect(counted.select(below >> 1, 5)).toEqual(expected.slice(below >> 1, (below >> 1) + 5));
        expect(counted.next(below >> 1)).toBe(expected.find((index) => index >= below >> 1) ?? Infinity);
      }
    }),
    { numRuns: runs(100) },
  );
});
