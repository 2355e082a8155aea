import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import { runAtOnce } from '../../concurrency/timeSlices.ts';
import { hasBit, setBit, wordsFor } from '../bitset/Bitset.ts';
import { saveWith } from '../testing/saveWith.ts';
import { Postings, postingSlots } from './Postings.ts';

/** Adds or removes a stretch of slots, from one to so many that a list becomes a bitset. */
type Change = { token: number; first: number; size: number; step: number; isAdded: boolean };

const change: fc.Arbitrary<Change> = fc.record({
  token: fc.nat(3),
  first: fc.oneof(fc.nat(300), fc.nat(postingSlots - 1)),
  size: fc.constantFrom(1, 1, 2, 9, 60, 3000, 9000),
  step: fc.constantFrom(1, 2, 7),
  isAdded: fc.boolean(),
});

function apply(
  postings: Postings,
  model: readonly Set<number>[],
  { token, first, size, step, isAdded }: Change,
): void {
  const slots = Array.from({ length: size }, (_, n) => first + n * step).filter((n) => n < postingSlots);
  if (isAdded) {
    postings.add(token, Uint32Array.from([...slots, 0]), slots.length);
    for (const slot of slots) model[token]?.add(slot);
  } else {
    const bits = new Int32Array(wordsFor(postingSlots));
    for (const slot of slots) setBit(bits, slot);
    postings.deleteAll(token, bits);
    for (const slot of slots) model[token]?.delete(slot);
  }
}

function expectSame(postings: Postings, model: readonly ReadonlySet<number>[]): void {
  for (const [token, slots] of model.entries()) {
    const sorted = [...slots].sort((a, b) => a - b);
    expect(postings.count(token)).toBe(slots.size);
    expect(Array.from(postings.slotsOf(token).toArray())).toEqual(sorted);
    const words = new Int32Array(wordsFor(postingSlots));
    postings.orInto(token, words);
    expect(sorted.every((slot) => hasBit(words, slot))).toBe(true);
  }
}

function create(): { postings: Postings; model: Set<number>[] } {
  const postings = new Postings();
  const model = Array.from({ length: 4 }, () => {
    postings.addToken();
    return new Set<number>();
  });
  return { postings, model };
}

test('posting lists are sets, through changes of any size', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30, size: 'max' }), (changes) => {
      const { postings, model } = create();
      for (const one of changes) {
        apply(postings, model, one);
        expect(postings.count(one.token)).toBe(model[one.token]?.size ?? 0);
      }
      expectSame(postings, model);
    }),
    { numRuns: runs(150) },
  );
});

test('posting lists are loaded as they were saved, and can be changed again', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), fc.array(change, { maxLength: 8 }), (before, after) => {
      const { postings, model } = create();
      for (const one of before) apply(postings, model, one);
      const loaded = runAtOnce(Postings.load(saveWith(postings.save())));
      expectSame(loaded, model);
      for (const one of after) apply(loaded, model, one);
      expectSame(loaded, model);
    }),
    { numRuns: runs(80) },
  );
});
