import { type Steps, stepElements } from '../../concurrency/timeSlices.ts';
import { compareText } from './compareItems.ts';

/** How many slots are sorted, and how many merged, in one step: texts take long to compare. */
const runLength = 256;
const mergedAtOnce = 512;

type Compare = (a: number, b: number) => number;

/** A merge sort of slots by their texts, by code point. */
export function* sortTexts(slots: Uint32Array, texts: readonly (string | undefined)[]): Steps<Uint32Array> {
  const textOf = (slot: number): string => texts[slot] ?? '';
  let isPlain = true;
  for (let from = 0; from < slots.length; from += stepElements) {
    const end = Math.min(from + stepElements, slots.length);
    for (let at = from; at < end && isPlain; at++) isPlain = !surrogate.test(textOf(slots[at] ?? 0));
    yield;
  }
  // The engine's own comparison is several times as fast, but by UTF-16 units: the same if there are no surrogates.
  const compare: Compare = isPlain
    ? (a, b) => compareUnits(textOf(a), textOf(b))
    : (a, b) => compareText(textOf(a), textOf(b));
  let sorted: Uint32Array = slots.slice();
  for (let from = 0; from < sorted.length; from += runLength) {
    sorted.subarray(from, from + runLength).sort(compare);
    yield;
  }
  for (let length = runLength; length < sorted.length; length *= 2) {
    sorted = yield* mergeRuns(sorted, length, compare);
  }
  return sorted;
}

const surrogate = /[\ud800-\udfff]/;

function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Merges each two neighbouring runs of a length. */
function* mergeRuns(slots: Uint32Array, length: number, compare: Compare): Steps<Uint32Array> {
  const merged = new Uint32Array(slots.length);
  let to = 0;
  let since = 0;
  for (let from = 0; from < slots.length; from += length * 2) {
    const middle = Math.min(from + length, slots.length);
    const end = Math.min(from + length * 2, slots.length);
    let left = from;
    let right = middle;
    while (left < middle && right < end) {
      const a = slots[left] ?? 0;
      const b = slots[right] ?? 0;
      const isLeft = compare(a, b) <= 0;
      merged[to++] = isLeft ? a : b;
      if (isLeft) left++;
      else right++;
      if (++since < mergedAtOnce) continue;
      since = 0;
      yield;
    }
    const rest = left < middle ? slots.subarray(left, middle) : slots.subarray(right, end);
    merged.set(rest, to);
    to += rest.length;
  }
  return merged;
}
