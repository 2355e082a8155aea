import { randomBytes, timingSafeEqual } from 'node:crypto';

/** What is longer is not cached. */
const maxBytes = 2048;

type Entry<T> = { readonly bytes: Buffer; readonly parsed: T };

/**
 * Caches what request heads, or their header lines, mean, by their very bytes. They hold secrets, so they are compared in
 * constant time, and found by a hash that nobody outside can work out. They get their slot when they come for the second
 * time.
 */
export class HeadCache<T> {
  readonly #seed = randomBytes(4).readUInt32LE();
  readonly #seen: Uint32Array;
  readonly #entries: (Entry<T> | undefined)[];

  constructor(slots = 4096) {
    this.#seen = new Uint32Array(slots);
    this.#entries = new Array<Entry<T> | undefined>(slots).fill(undefined);
  }

  /** What some bytes mean: from the cache, or else parsed. */
  get(bytes: Buffer, parse: (bytes: Buffer) => T): T {
    if (bytes.length > maxBytes) return parse(bytes);
    const hash = Bun.hash.xxHash32(bytes, this.#seed);
    const slot = hash % this.#seen.length;
    const entry = this.#entries[slot];
    if (entry?.bytes.length === bytes.length && timingSafeEqual(entry.bytes, bytes)) return entry.parsed;
    const parsed = parse(bytes);
    if (this.#seen[slot] === hash) this.#entries[slot] = { bytes: Buffer.from(bytes), parsed };
    this.#seen[slot] = hash;
    return parsed;
  }
}
