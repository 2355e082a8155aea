const places = 16_384;

/** Remembers which names came lately, by a digest each: now and then one is taken for another, or forgotten. */
export class RecentNames {
  #digests: Uint32Array | undefined;

  /** Whether a name came before; it is noted in passing. */
  note(name: string): boolean {
    return this.noteDigest(Bun.hash.xxHash32(name));
  }

  /** The same for something that is told by 32 bits. */
  noteDigest(digest: number): boolean {
    // There are many shelves that nobody asks anything.
    this.#digests ??= new Uint32Array(places);
    const isKnown = this.#digests[digest % places] === digest;
    this.#digests[digest % places] = digest;
    return isKnown;
  }
}
