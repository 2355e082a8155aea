const slots = 16_384;

/**
 * Tells a cache what is worth keeping: a key is admitted when it comes for the second time. It keeps one 32-bit hash per
 * slot, so now and then a key is taken for another, or is forgotten.
 */
export class AdmissionFilter {
  #hashes: Uint32Array | undefined;

  /** Whether the key came before; notes it either way. */
  admits(key: string): boolean {
    return this.admitsHash(Bun.hash.xxHash32(key));
  }

  /** The same for a key that is a 32-bit hash already. */
  admitsHash(hash: number): boolean {
    // Allocated when first used: most shelves are never queried.
    this.#hashes ??= new Uint32Array(slots);
    const isKnown = this.#hashes[hash % slots] === hash;
    this.#hashes[hash % slots] = hash;
    return isKnown;
  }
}
