/** Brings what is known of a term up to one change: the text now in a slot, undefined when there is none any more. */
export type Patch<Known> = (known: Known, slot: number, text: string | undefined) => boolean;

/** What a cache must be told of what it keeps. */
export interface TermCacheOptions<Known> {
  /** How many bytes may be kept; asked whenever something is. */
  readonly mostBytes: () => number;
  readonly bytesOf: (known: Known) => number;
  /** Makes the patch for a term. It returns false where what is known cannot take the change: it is forgotten then. */
  readonly patchOf: (term: string) => Patch<Known>;
}

interface Entry<Known> {
  readonly known: Known;
  /** How many turns it may stay without being asked for. */
  readonly turns: number;
  turnsLeft: number;
  /** How many changes it knows of. */
  seen: number;
  bytes: number;
}

// To look at more changed texts than these takes as long as to search anew.
const MOST_CHANGES = 256;
// What an entry takes besides what is known, roughly.
const ENTRY_BYTES = 160;

/**
 * What searches have found out about terms, within a limit of bytes; what was used last stays longest. A change is
 * only written down here: what is known of a term takes notice of it when it is asked for again.
 */
export class TermCache<Known> {
  private readonly options: TermCacheOptions<Known>;
  private readonly entries = new Map<string, Entry<Known>>();
  private bytes = 0;
  /** The latest changes, in a ring: the slot of an item that came, or the complement of the slot that one left. */
  private readonly changes = new Int32Array(MOST_CHANGES);
  private changed = 0;

  constructor(options: TermCacheOptions<Known>) {
    this.options = options;
  }

  /** Hears of an item that came to a slot, or left it. */
  change(slot: number, isThere: boolean): void {
    if (this.entries.size > 0) this.changes[this.changed++ % MOST_CHANGES] = isThere ? slot : ~slot;
  }

  /** What is known of a term, up to date. */
  get(term: string, textOf: (slot: number) => string): Known | undefined {
    const entry = this.entries.get(term);
    if (entry === undefined) return undefined;
    this.forget(term, entry);
    if (entry.seen < this.changed && !this.catchUp(term, entry, textOf)) return undefined;
    entry.turnsLeft = entry.turns;
    // A Map keeps its order: what was used last is now at its end.
    this.keep(term, entry);
    return entry.known;
  }

  /** Keeps what is known of a term now. Each turn lets it stay once more when it would have to go. */
  set(term: string, known: Known, turns: number): void {
    const old = this.entries.get(term);
    if (old !== undefined) this.forget(term, old);
    this.keep(term, { known, turns, turnsLeft: turns, seen: this.changed, bytes: 0 });
    const most = this.options.mostBytes();
    for (const [oldest, entry] of this.entries) {
      if (this.bytes <= most) return;
      this.forget(oldest, entry);
      if (entry.turnsLeft-- > 0) this.keep(oldest, entry);
    }
  }

  private keep(term: string, entry: Entry<Known>): void {
    entry.bytes = ENTRY_BYTES + this.options.bytesOf(entry.known);
    this.entries.set(term, entry);
    this.bytes += entry.bytes;
  }

  private forget(term: string, entry: Entry<Known>): void {
    this.entries.delete(term);
    this.bytes -= entry.bytes;
  }

  private catchUp(term: string, entry: Entry<Known>, textOf: (slot: number) => string): boolean {
    if (this.changed - entry.seen > MOST_CHANGES) return false;
    const patch = this.options.patchOf(term);
    for (; entry.seen < this.changed; entry.seen++) {
      const change = this.changes[entry.seen % MOST_CHANGES] ?? 0;
      const isDone =
        change < 0 ? patch(entry.known, ~change, undefined) : patch(entry.known, change, textOf(change));
      if (!isDone) return false;
    }
    return true;
  }
}
