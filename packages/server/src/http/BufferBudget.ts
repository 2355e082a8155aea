/** Something that holds buffers: a connection whose client is slow, or whose requests wait. */
export type BufferHolder = {
  /** How many bytes its client has taken lately. */
  readonly recentlyTaken: number;
  /** Disconnects it; it holds nothing afterwards. */
  cutOff(): void;
};

/**
 * Limits the memory that clients make this process hold: responses not taken yet, and requests waiting behind them. A
 * buffer that many holders share, such as a cached response, counts once.
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

  /** Sets what a holder holds from now on. If the total exceeds the limit, some holders are disconnected, possibly this one. */
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

  /** A holder holds nothing any more. */
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
   * Disconnects those who have taken least lately, and of equals those that have held something for longest, until there
   * is some room: ranking everybody for each few bytes would cost too much. A holder of a large part of everything goes
   * first, or it would crowd out all others. The last one stays, since a limit below the size of a response must not make
   * that response undeliverable.
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

/** How full it stays after disconnecting, and which part of the limit is large for one holder. */
const shedTo = 7 / 8;
const largePart = 1 / 2;
