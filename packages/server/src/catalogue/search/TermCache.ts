import { LruCache } from '../../concurrency/LruCache.ts';
import type { IntSet } from '../bitset/IntSet.ts';
import { termMatcher } from './textMatches.ts';

type Entry = {
  readonly matches: IntSet;
  /** How many changes it includes. */
  seen: number;
};

/** Checking more changed texts than this takes as long as searching again. */
const mostChanges = 256;

/**
 * Which slots match the terms of earlier searches, within a limit of bytes. A change of the index is only noted;
 * an entry is brought up to date when it is next requested.
 */
export class TermCache {
  readonly #entries: LruCache<Entry>;
  /** The latest changes, in a ring: the slot of an item that came, or the complement of the slot that one left. */
  readonly #changes = new Int32Array(mostChanges);
  #changed = 0;

  constructor(mostBytes: () => number) {
    this.#entries = new LruCache(mostBytes, ({ matches }) => matches.bytes);
  }

  /** Notes that an item came to a slot, or left it. */
  change(slot: number, isThere: boolean): void {
    this.#changes[this.#changed++ % mostChanges] = isThere ? slot : ~slot;
  }

  /** What matches a term, up to date. */
  get(term: string, textOf: (slot: number) => string): IntSet | undefined {
    const entry = this.#entries.get(term);
    if (entry === undefined) return undefined;
    if (entry.seen === this.#changed || this.#catchUp(term, entry, textOf)) return entry.matches;
    this.#entries.delete(term);
    return undefined;
  }

  /** Caches what matches a term now; the set is the cache's own from then on. */
  set(term: string, matches: IntSet): void {
    this.#entries.set(term, { matches, seen: this.#changed });
  }

  /** False if there were too many changes. */
  #catchUp(term: string, entry: Entry, textOf: (slot: number) => string): boolean {
    if (this.#changed - entry.seen > mostChanges) return false;
    const isMatch = termMatcher(term);
    for (; entry.seen < this.#changed; entry.seen++) {
      const change = this.#changes[entry.seen % mostChanges] ?? 0;
      const slot = change < 0 ? ~change : change;
      if (change >= 0 && isMatch(textOf(slot))) entry.matches.add(slot);
      else entry.matches.delete(slot);
    }
    return true;
  }
}
