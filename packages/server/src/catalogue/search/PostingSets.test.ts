import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { bitmapLength, readBits } from './bitmap.ts';
import { SLOTS } from './PagedSet.ts';
import { PostingSets } from './PostingSets.ts';

const HALF = SLOTS / 2;
const out = new Uint32Array(SLOTS + 4);

// Stretches of slots, so that sets become large and small again; at all the borders there are.
const changeArb = fc.record({
  set: fc.nat(2),
  isInsert: fc.boolean(),
  from: fc.oneof(fc.nat(40), fc.integer({ min: HALF - 300, max: HALF + 300 }), fc.nat(SLOTS - 1)),
  step: fc.constantFrom(1, 3, 7, 50, 300),
  count: fc.oneof(fc.nat(4), fc.nat(1200)),
});

test('sets hold what was put in and not taken out, in every form', () => {
  fc.assert(
    fc.property(fc.array(changeArb, { maxLength: 12 }), (changes) => {
      const sets = new PostingSets();
      const rows = [0, 1, 2].map(() => ({ id: sets.create(), slots: new Set<number>() }));
      for (const { set, isInsert, from, step, count } of changes) {
        const row = rows[set];
        if (row === undefined) continue;
        for (let i = 0; i < count; i++) {
          // Not in order.
          const slot = (from + ((i * 7) % count) * step) % SLOTS;
          if (isInsert) {
            row.slots.add(slot);
            sets.insert(row.id, slot);
          } else {
            row.slots.delete(slot);
            sets.delete(row.id, slot);
          }
        }
        for (const { id, slots } of rows) expectSet(sets, id, slots);
      }
    }),
    { numRuns: 150 },
  );
});

test('many sets that grow side by side stay apart', () => {
  const sets = new PostingSets();
  const ids = Array.from({ length: 200 }, () => sets.create());
  for (let slot = 0; slot < 3000; slot++) {
    for (let i = 0; i < ids.length; i++) if (slot % (i + 2) === 0) sets.insert(ids[i] ?? 0, slot);
  }
  ids.forEach((id, i) => {
    const count = sets.read(id, out);
    expect([...out.subarray(0, count)]).toEqual(
      Array.from({ length: Math.ceil(3000 / (i + 2)) }, (_, n) => n * (i + 2)),
    );
  });
});

function expectSet(sets: PostingSets, id: number, slots: ReadonlySet<number>): void {
  const expected = Uint32Array.from(slots).sort();
  expect(sets.count(id)).toBe(expected.length);
  expect(out.slice(0, sets.read(id, out))).toEqual(expected);
  const bits = new Int32Array(bitmapLength(SLOTS));
  sets.addTo(id, bits);
  expect(out.slice(0, readBits(bits, bits.length, out))).toEqual(expected);
  const asked = Uint32Array.from({ length: 500 }, (_, i) => HALF - 600 + i * 3);
  const kept = sets.keep(id, asked, asked.length);
  expect(asked.slice(0, kept)).toEqual(
    expected.filter((slot) => (slot - HALF) % 3 === 0 && slot >= HALF - 600 && slot < HALF + 900),
  );
}
