/** How many bytes a number below 2^21 takes: seven bits in each, the highest bit says that more follow. */
export function varintSize(value: number): number {
  return value < 0x80 ? 1 : value < 0x4000 ? 2 : 3;
}

/** Writes a number below 2^21; returns the position after it. */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let to = at;
  let rest = value;
  while (rest >= 0x80) {
    bytes[to++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  bytes[to++] = rest;
  return to;
}

/** Reads the number at a position; `varintSize` of it says how far to go on. */
export function readVarint(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return first;
  const second = bytes[at + 1] ?? 0;
  if (second < 0x80) return (first & 0x7f) | (second << 7);
  return (first & 0x7f) | ((second & 0x7f) << 7) | ((bytes[at + 2] ?? 0) << 14);
}
