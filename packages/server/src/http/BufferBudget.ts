/** Whoever holds buffers: a connection whose reader is slow, or whose requests wait. */
export type BufferHolder = {
  /** The bytes that its reader has taken lately. */
  readonly recentlyTaken: number;
  /** Gives it up; it holds nothing afterwards. */
  cutOff(): void;
};

/**
 * The memory that readers make this process hold, within a limit: answers not taken yet, and requests waiting behind
 * them. A buffer that many holders share, such as an answer kept in the cache, takes its memory once and counts once.
 */
export class BufferBudget {
  readonly #limit: number;
  readonly #held = new Map<BufferHolder, readonly ArrayBufferLike[]>();
  /** How many holders share a buffer. Its size is noted, since a buffer that was freed has none. */
  readonly #shares = new Map<ArrayBufferLike, { readonly bytes: number; holders: number }>();
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The bytes held now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Notes what a holder holds from now on. Where that is too much in all, some are cut off, maybe this one too. */
  hold(holder: BufferHolder, buffers: readonly ArrayBufferLike[]): void {
    const before = this.#held.get(holder);
    this.#held.set(holder, buffers);
    for (const buffer of buffers) {
      const shared = this.#shares.get(buffer);
      if (shared !== undefined) shared.holders++;
      else {
        this.#shares.set(buffer, { bytes: buffer.byteLength, holders: 1 });
        this.#bytes += buffer.byteLength;
      }
    }
    this.#letGo(before ?? []);
    if (this.#bytes > this.#limit) this.#shed();
  }

  /** Notes that a holder holds nothing any more. */
  release(holder: BufferHolder): void {
    const buffers = this.#held.get(holder) ?? [];
    this.#held.delete(holder);
    this.#letGo(buffers);
  }

  #letGo(buffers: readonly ArrayBufferLike[]): void {
    for (const buffer of buffers) {
      const shared = this.#shares.get(buffer);
      if (shared === undefined || --shared.holders > 0) continue;
      this.#shares.delete(buffer);
      this.#bytes -= shared.bytes;
    }
  }

  /**
   * Cuts off those who have taken least lately, of equals those that have held something for longest, until there is some
   * room: to look at everybody for each few bytes would cost more than the bytes. Before them goes whoever holds a large
   * part of everything by itself, or it would cost all others their place. The last one stays, since a limit below the
   * size of an answer must not make that answer undeliverable.
   */
  #shed(): void {
    const ranked = Array.from(this.#held, ([holder, buffers]) => {
      const isLarge = this.#shareOf(buffers) > this.#limit * largePart;
      return { holder, taken: isLarge ? -1 : holder.recentlyTaken };
    }).sort((one, other) => one.taken - other.taken);
    for (const { holder } of ranked) {
      if (this.#bytes <= this.#limit * shedTo || this.#held.size === 1) return;
      holder.cutOff();
    }
  }

  /** The bytes of some buffers, shared ones in part. */
  #shareOf(buffers: readonly ArrayBufferLike[]): number {
    return buffers.reduce((sum, buffer) => {
      const { bytes = 0, holders = 1 } = this.#shares.get(buffer) ?? {};
      return sum + bytes / holders;
    }, 0);
  }
}

/** The part of the limit that stays full when somebody has to be cut off, and the part that is large for one holder. */
const shedTo = 7 / 8;
const largePart = 1 / 2;
