import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { Marks } from './Marks.ts';
import { PlaceSet } from './PlaceSet.ts';
import { counterOf, isSelected, keepSelected, selectPlaces, sliceOf, totalOf } from './selectPlaces.ts';

const blocks = 3;
const most = blocks * 1024;

/** From a handful of places to most of them: listed, marked, and both together. */
const places = fc
  .tuple(fc.constantFrom(0, 3, 20, 25, 400, 2500, most), fc.integer())
  .map(
    ([count, seed]) =>
      new Set(
        Array.from({ length: count }, (_, n) =>
          count === most ? n : (Math.imul(n + 1, seed | 1) >>> 0) % most,
        ),
      ),
  );

function setOf(members: ReadonlySet<number>): PlaceSet {
  return new PlaceSet(Uint32Array.from(members), most / 32, 0);
}

function marksOf(members: ReadonlySet<number>): Marks {
  const marks = new Marks(blocks);
  for (const place of members) marks.mark(place);
  return marks;
}

test('what is selected is what filtering plain sets gives', () => {
  const parts = fc.array(fc.array(places, { minLength: 1, maxLength: 4 }), { maxLength: 4 });
  fc.assert(
    fc.property(places, parts, fc.nat(60), fc.nat(12), (mask, all, first, size) => {
      const expected = [...mask]
        .filter((place) => all.every((part) => part.some((set) => set.has(place))))
        .sort((a, b) => a - b);
      const selected = keepSelected(
        selectPlaces(
          marksOf(mask),
          all.map((part) => part.map(setOf)),
        ),
      );
      expect(totalOf(selected)).toBe(expected.length);
      expect(Array.from(sliceOf(selected, first, size))).toEqual(expected.slice(first, first + size));
      const countBefore = counterOf(selected);
      for (let place = 0; place <= most; place += 97) {
        expect(countBefore(place)).toBe(expected.filter((one) => one < place).length);
        expect(isSelected(selected, place)).toBe(expected.includes(place));
      }
    }),
    { numRuns: 300 },
  );
});

test('marks are counted through every change', () => {
  const change = fc.tuple(fc.boolean(), fc.nat(most - 1));
  fc.assert(
    fc.property(fc.nat(most - 1), fc.array(change, { maxLength: 200, size: 'max' }), (below, changes) => {
      const marks = new Marks(blocks);
      marks.markAllBelow(below);
      const model = new Set(Array.from({ length: below }, (_, place) => place));
      for (const [isMarked, place] of changes) {
        if (isMarked) marks.mark(place);
        else marks.unmark(place);
        if (isMarked) model.add(place);
        else model.delete(place);
      }
      const expected = [...model].sort((a, b) => a - b);
      expect(marks.total).toBe(expected.length);
      expect(marks.slice(0, most)).toEqual(expected);
      expect(marks.slice(below >> 1, 5)).toEqual(expected.slice(below >> 1, (below >> 1) + 5));
    }),
    { numRuns: 100 },
  );
});

test('a set takes in places behind all others', () => {
  fc.assert(
    fc.property(places, fc.uniqueArray(fc.integer({ min: most, max: most + 300 })), (members, fresh) => {
      const set = new PlaceSet(Uint32Array.from(members), most / 32 + 10, 0);
      for (const place of fresh.sort((a, b) => a - b)) set.add(place);
      expect(set.count).toBe(members.size + fresh.length);
      for (let place = 0; place < most + 310; place++) {
        expect(set.has(place)).toBe(members.has(place) || fresh.includes(place));
      }
    }),
    { numRuns: 20 },
  );
});
