import { forRanges, type Steps } from '../../concurrency/timeSlices.ts';

const digitBits = 11;
const digits = 1 << digitBits;

/** A stable sort of slots by a whole number for each slot, in linear time: by one digit after the other, the last first. */
export function* radixSort(slots: Uint32Array, keys: Float64Array): Steps<Uint32Array> {
  let most = 0;
  yield* forRanges(slots.length, (from, to) => {
    for (let place = from; place < to; place++) most = Math.max(most, keys[slots[place] ?? 0] ?? 0);
  });
  let sorted = slots;
  for (let unit = 1; unit <= most; unit *= digits) sorted = yield* sortByDigit(sorted, keys, unit);
  return sorted;
}

function* sortByDigit(slots: Uint32Array, keys: Float64Array, unit: number): Steps<Uint32Array> {
  const places = new Uint32Array(digits + 1);
  const digitOf = new Uint16Array(slots.length);
  yield* forRanges(slots.length, (from, to) => {
    for (let place = from; place < to; place++) {
      const digit = Math.floor((keys[slots[place] ?? 0] ?? 0) / unit) % digits;
      digitOf[place] = digit;
      places[digit + 1] = (places[digit + 1] ?? 0) + 1;
    }
  });
  for (let digit = 0; digit < digits; digit++)
    places[digit + 1] = (places[digit + 1] ?? 0) + (places[digit] ?? 0);
  const sorted = new Uint32Array(slots.length);
  yield* forRanges(slots.length, (from, to) => {
    for (let place = from; place < to; place++) {
      const digit = digitOf[place] ?? 0;
      const at = places[digit] ?? 0;
      sorted[at] = slots[place] ?? 0;
      places[digit] = at + 1;
    }
  });
  return sorted;
}

/** The whole numbers from 0 to below an end. */
export function upTo(end: number): Uint32Array {
  const numbers = new Uint32Array(end);
  for (let at = 0; at < end; at++) numbers[at] = at;
  return numbers;
}
