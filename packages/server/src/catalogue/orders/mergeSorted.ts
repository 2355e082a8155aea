import { forRanges, type Steps } from '../../concurrency/timeSlices.ts';

/** How many items are compared with others in one step, and how many numbers are copied. */
const comparedAtOnce = 128;
export const copiedAtOnce = 65_536;

/** Two sorted arrays of slots in one. */
export function* mergeSorted(
  slots: Uint32Array,
  others: Uint32Array,
  isBefore: (slot: number, other: number) => boolean,
): Steps<Uint32Array> {
  if (others.length === 0) return slots;
  const all = new Uint32Array(slots.length + others.length);
  let passed = 0;
  for (const [at, other] of others.entries()) {
    const next = firstNotBefore(slots, passed, other, isBefore);
    if (next - passed > comparedAtOnce) yield* copyTo(all, at + passed, slots.subarray(passed, next));
    else for (let slot = passed; slot < next; slot++) all[at + slot] = slots[slot] ?? 0;
    passed = next;
    all[at + next] = other;
    if (at % comparedAtOnce === 0) yield;
  }
  yield* copyTo(all, others.length + passed, slots.subarray(passed));
  return all;
}

/** Copies numbers to an index of a larger array. */
export function* copyTo(target: Uint32Array, start: number, source: Uint32Array): Steps<void> {
  const copy = (from: number, to: number) => target.set(source.subarray(from, to), start + from);
  yield* forRanges(source.length, copy, copiedAtOnce);
}

/** The first index from `start` on whose slot does not come before another: by exponential search, since it is mostly near. */
function firstNotBefore(
  slots: Uint32Array,
  start: number,
  other: number,
  isBefore: (slot: number, other: number) => boolean,
): number {
  let low = start;
  let step = 1;
  while (low + step <= slots.length && isBefore(slots[low + step - 1] ?? 0, other)) {
    low += step;
    step *= 2;
  }
  const end = Math.min(low + step, slots.length);
  return low + partitionPoint(end - low, (at) => isBefore(slots[low + at] ?? 0, other));
}

/** The first number below `count` for which a condition does not hold, by binary search. */
export function partitionPoint(count: number, holds: (number: number, end: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle, high)) low = middle + 1;
    else high = middle;
  }
  return low;
}
