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
  // What is not found is often noted right after that.
  let hashed: Buffer | undefined;
  let hash = 0;
  const hashOf = (bytes: Buffer): number => {
    if (bytes !== hashed) hash = Bun.hash.xxHash32(bytes, seed);
    hashed = bytes;
    return hash;
  };
  return {
    find(bytes) {
      if (bytes.length > mostBytes) return undefined;
      const entry = known[hashOf(bytes) % places];
      if (entry === undefined || entry.bytes.length !== bytes.length) return undefined;
      return timingSafeEqual(entry.bytes, bytes) ? entry.meaning : undefined;
    },
    note(bytes, meaning) {
      if (bytes.length > mostBytes) return;
      const own = hashOf(bytes);
      const place = own % places;
      if (seen[place] === own) known[place] = { bytes: Buffer.from(bytes), meaning };
      seen[place] = own;
    },
  };
}
