import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runAtOnce } from '../../concurrency/timeSlices.ts';
import { saveWith } from '../testing/saveWith.ts';
import { PagedInts } from './NameTable.ts';

const index = fc.oneof(fc.nat(40), fc.constantFrom(16_383, 16_384, 16_385, 50_000, 70_000));
const setting = fc.record({
  index,
  value: fc.integer({ min: -1 }),
  next: fc.constantFrom('go on', 'copy', 'go on in a copy'),
});

test('a copy keeps its numbers, and so does what was saved, whatever is set afterwards', () => {
  fc.assert(
    fc.property(fc.array(setting, { maxLength: 40, size: 'max' }), (settings) => {
      let ints = new PagedInts();
      const expected = new Map<number, number>();
      const kept: [PagedInts, ReadonlyMap<number, number>][] = [];
      for (const { index, value, next } of settings) {
        ints.set(index, value);
        expected.set(index, value);
        if (next === 'go on') continue;
        const copy = ints.copy();
        kept.push([next === 'copy' ? copy : ints, new Map(expected)]);
        if (next !== 'copy') ints = copy;
      }
      const saved = saveWith(ints.save(), () => {
        for (const { index } of settings) ints.set(index, 7);
      });
      const loaded = new PagedInts();
      runAtOnce(loaded.load(saved));
      for (const [one, numbers] of [...kept, [loaded, expected] as const]) {
        for (const { index } of settings) expect(one.get(index)).toBe(numbers.get(index) ?? -1);
        const set = [...numbers.values()].filter((value) => value !== -1);
        expect([...runAtOnce(one.values())].sort()).toEqual(set.sort());
        expect(one.get(99_999)).toBe(-1);
        expect(one.get(-1)).toBe(-1);
      }
    }),
  );
});
