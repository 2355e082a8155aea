const places = 65_536;

/** Remembers which names came lately, by a digest each: now and then one is taken for another, or forgotten. */
export class RecentNames {
  readonly #digests = new Uint32Array(places);

  /** Whether a name came before; it is noted in passing. */
  note(name: string): boolean {
    const digest = Bun.hash.xxHash32(name);
    const isKnown = this.#digests[digest % places] === digest;
    this.#digests[digest % places] = digest;
    return isKnown;
  }
}
