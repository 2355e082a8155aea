const digitBits = 11;
const digits = 1 << digitBits;

/**
 * Sorts slots by a whole number for each slot; equal ones stay in the order they are in.
 * Digit by digit, from the last: no comparisons, so the time grows with the number of slots and nothing else.
 */
export function sortByKeys(slots: Uint32Array, keys: Float64Array): Uint32Array {
  let most = 0;
  for (let place = 0; place < slots.length; place++) most = Math.max(most, keys[slots[place] ?? 0] ?? 0);
  let sorted = slots;
  for (let unit = 1; unit <= most; unit *= digits) sorted = sortByDigit(sorted, keys, unit);
  return sorted;
}

function sortByDigit(slots: Uint32Array, keys: Float64Array, unit: number): Uint32Array {
  const places = new Uint32Array(digits + 1);
  const digitOf = new Uint16Array(slots.length);
  for (let place = 0; place < slots.length; place++) {
    const digit = Math.floor((keys[slots[place] ?? 0] ?? 0) / unit) % digits;
    digitOf[place] = digit;
    places[digit + 1] = (places[digit + 1] ?? 0) + 1;
  }
  for (let digit = 0; digit < digits; digit++)
    places[digit + 1] = (places[digit + 1] ?? 0) + (places[digit] ?? 0);
  const sorted = new Uint32Array(slots.length);
  for (let place = 0; place < slots.length; place++) {
    const digit = digitOf[place] ?? 0;
    const to = places[digit] ?? 0;
    sorted[to] = slots[place] ?? 0;
    places[digit] = to + 1;
  }
  return sorted;
}
