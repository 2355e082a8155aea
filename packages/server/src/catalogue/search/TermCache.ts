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
  /** The latest slots that got a text, in a ring. */
  readonly #changes = new Uint32Array(mostChanges);
  #changed = 0;

  constructor(mostBytes: () => number) {
    this.#entries = new LruCache(mostBytes, ({ matches }) => matches.bytes);
  }

  /** Notes that a slot got a text. */
  add(slot: number): void {
    this.#changes[this.#changed++ % mostChanges] = slot;
  }

  clear(): void {
    this.#entries.clear();
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
      const slot = this.#changes[entry.seen % mostChanges] ?? 0;
      if (isMatch(textOf(slot))) entry.matches.add(slot);
    }
    return true;
  }
}
