import { randomBytes, timingSafeEqual } from 'node:crypto';

/** What is known of heads that came before, found by their very bytes. */
export type HeadMemory<T> = {
  find(bytes: Buffer): T | undefined;
  /** Notes what a head means; what came only once is not worth a place. */
  note(bytes: Buffer, meaning: T): void;
};

const mostBytes = 2048;

/**
 * Readers send the same head again and again, and the same bytes mean the same. Heads hold secrets: they are compared
 * as a whole, whatever differs, and their places are told by a hash that nobody outside can work out.
 */
export function createHeadMemory<T>(places = 4096): HeadMemory<T> {
  const seed = randomBytes(4).readUInt32LE();
  const seen = new Uint32Array(places);
  const known = new Array<{ readonly bytes: Buffer; readonly meaning: T } | undefined>(places).fill(
    undefined,
  );
  return {
    find(bytes) {
      if (bytes.length > mostBytes) return undefined;
      const entry = known[Bun.hash.xxHash32(bytes, seed) % places];
      if (entry === undefined || entry.bytes.length !== bytes.length) return undefined;
      return timingSafeEqual(entry.bytes, bytes) ? entry.meaning : undefined;
    },
    note(bytes, meaning) {
      if (bytes.length > mostBytes) return;
      const hash = Bun.hash.xxHash32(bytes, seed);
      const place = hash % places;
      if (seen[place] === hash) known[place] = { bytes: Buffer.from(bytes), meaning };
      seen[place] = hash;
    },
  };
}
