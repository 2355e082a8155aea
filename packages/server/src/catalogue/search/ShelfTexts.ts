import { forRanges, runAtOnce, type Steps } from '../../concurrency/timeSlices.ts';
import { setBit, type Words, wordsFor } from '../bitset/Bitset.ts';
import { IntSet } from '../bitset/IntSet.ts';
import type { Item } from '../items/Item.ts';
import type { LiveTimes } from '../items/LiveTimes.ts';
import { SearchIndex, shardSlots } from './SearchIndex.ts';
import { textMatches } from './textMatches.ts';

/** So many texts are quickly scanned. */
const fewTexts = 10_000;

/** The indexes that a slot is in, as flags: one, none, or both while it moves. */
const nowhere = 0;
const live = 1;
const hidden = 2;

/**
 * Full-text search of a shelf. Hidden items have an index of their own, which searches of readers never touch: otherwise
 * the time that a search takes would reveal what hidden texts contain. What comes, opens or closes is indexed later, in
 * `tidy`; until then it is scanned, which gives the same result.
 */
export class ShelfTexts {
  readonly #items: readonly (Item | undefined)[];
  readonly #times: LiveTimes;
  readonly #live = new SearchIndex();
  readonly #hidden = new SearchIndex();
  /** The indexes that each slot is in, at least in part, as flags. */
  #homes = new Uint8Array(64);
  /** The time for which they are right, except for `#unindexed`. */
  #at = -Infinity;
  /** Slots that are in no index, or in the wrong one. */
  readonly #unindexed = new Set<number>();
  readonly #retired: { readonly slot: number; readonly text: string }[] = [];
  /** The slot that is being indexed. Its text may be long; until all of it is indexed, it is among `#unindexed`. */
  #indexing: number | undefined;
  #tidying: Steps<void> | undefined;

  constructor(items: readonly (Item | undefined)[], times: LiveTimes) {
    this.#items = items;
    this.#times = times;
  }

  /** Whether every search is short enough to be done within a request. */
  get findsQuickly(): boolean {
    return this.#live.size < 2 && this.#hidden.size < 2 && this.#unindexed.size < fewTexts;
  }

  /** Whether every slot is in the right index at a given time. */
  isTidy(at: number): boolean {
    this.#turnTo(at);
    return this.#tidying === undefined && this.#unindexed.size === 0 && this.#retired.length === 0;
  }

  /** Adds the text of a slot that has got an item. */
  put({ text }: Item, slot: number): void {
    if (text !== undefined) this.#unindexed.add(slot);
  }

  /** Removes the text of a slot that has lost its item; returns whether the slot may be reused at once. */
  remove({ text }: Item, slot: number): boolean {
    if (this.#indexing === slot) this.#indexing = undefined;
    this.#unindexed.delete(slot);
    if (text === undefined || this.#homesOf(slot) === nowhere) return true;
    this.#retired.push({ slot, text });
    return false;
  }

  /** Updates the indexes until told to stop; true when nothing is left to do. `free` is called for slots that may be reused. */
  tidy(at: number, isTimeUp: () => boolean, free: (slot: number) => void): boolean {
    this.#turnTo(at);
    while (!isTimeUp()) {
      this.#tidying ??= this.#tidyInSteps(free);
      if (!this.#tidying.next().done) continue;
      this.#tidying = undefined;
      return true;
    }
    return false;
  }

  *#tidyInSteps(free: (slot: number) => void): Steps<void> {
    for (;;) {
      const retired = this.#retired.pop();
      const [slot] = this.#unindexed;
      if (retired !== undefined) {
        for (const home of [live, hidden]) yield* this.#removeFrom(retired.slot, retired.text, home);
        free(retired.slot);
      } else if (slot !== undefined) yield* this.#index(slot);
      else return;
      yield;
    }
  }

  *#index(slot: number): Steps<void> {
    this.#indexing = slot;
    for (const _ of this.#move(slot, this.#textOf(slot))) {
      yield;
      // It has lost its item since, and is to be removed from the index.
      if (this.#indexing !== slot) return;
    }
    this.#indexing = undefined;
    // Time may have passed.
    if (this.#isInRightIndex(slot)) this.#unindexed.delete(slot);
  }

  /** It leaves one index only when all of it is in the other, so that no search misses it. */
  *#move(slot: number, text: string): Steps<void> {
    const [home, other] = this.#times.isLive(slot, this.#at) ? [live, hidden] : [hidden, live];
    if ((this.#homesOf(slot) & home) === 0) {
      this.#setHomes(slot, this.#homesOf(slot) | home);
      yield* this.#indexAt(home).add(slot, text);
    }
    yield* this.#removeFrom(slot, text, other);
  }

  /**
   * The slots of all items that match and are live at a given time, or of all in any state. There may be some among them that
   * are not live any more, or have left the shelf. The set is only to be read, before the shelf changes.
   */
  find(terms: readonly string[], at: number | undefined): IntSet {
    return runAtOnce(this.findInSteps(terms, at));
  }

  /** The same in short steps; items that come or go in between may be included or not. */
  *findInSteps(terms: readonly string[], at: number | undefined): Steps<IntSet> {
    if (at !== undefined) this.#turnTo(at);
    // What is indexed while the search goes on would be missed otherwise.
    const unindexed = Uint32Array.from(this.#unindexed);
    const shards = Math.max(this.#live.size, at === undefined ? this.#hidden.size : 0);
    const inLive = (shard: number) =>
      this.#live.findInShard(shard, terms, (slot) => this.#textIn(live, slot));
    // Usually that is all.
    if (shards === 1 && at !== undefined && unindexed.length === 0) return inLive(0);
    const found: Words = new Int32Array(wordsFor(this.#items.length));
    for (let shard = 0; shard < shards; shard++) {
      const words = found.subarray(wordsFor(shard * shardSlots));
      // Both in one step, so that an item that moves from one to the other is not missed by both.
      inLive(shard).orInto(words);
      if (at === undefined)
        this.#hidden.findInShard(shard, terms, (slot) => this.#textIn(hidden, slot)).orInto(words);
      yield;
    }
    yield* forRanges(unindexed.length, (from, to) => {
      for (const slot of unindexed.subarray(from, to)) {
        if (this.#matches(slot, terms, at)) setBit(found, slot);
      }
    });
    return IntSet.ofWords(found);
  }

  #matches(slot: number, terms: readonly string[], at: number | undefined): boolean {
    return (at === undefined || this.#times.isLive(slot, at)) && textMatches(this.#textOf(slot), terms);
  }

  /** Notes what is in the wrong index at another time. The clock may also go back. */
  #turnTo(at: number): void {
    const times = this.#times;
    const last = times.firstAfter(Math.max(at, this.#at));
    const first = times.firstAfter(Math.min(at, this.#at));
    this.#at = at;
    for (let moment = first; moment < last; moment++) {
      const slot = times.slotOf(moment);
      if (this.#homesOf(slot) === nowhere || slot === this.#indexing) continue;
      if (this.#isInRightIndex(slot)) this.#unindexed.delete(slot);
      else this.#unindexed.add(slot);
    }
  }

  #isInRightIndex(slot: number): boolean {
    return this.#homesOf(slot) === (this.#times.isLive(slot, this.#at) ? live : hidden);
  }

  *#removeFrom(slot: number, text: string, home: number): Steps<void> {
    if ((this.#homesOf(slot) & home) === 0) return;
    yield* this.#indexAt(home).remove(slot, text);
    this.#setHomes(slot, this.#homesOf(slot) & ~home);
  }

  #indexAt(home: number): SearchIndex {
    return home === live ? this.#live : this.#hidden;
  }

  #homesOf(slot: number): number {
    return this.#homes[slot] ?? nowhere;
  }

  #setHomes(slot: number, homes: number): void {
    if (slot >= this.#homes.length) {
      const larger = new Uint8Array(Math.max(slot + 1, this.#homes.length * 2));
      larger.set(this.#homes);
      this.#homes = larger;
    }
    this.#homes[slot] = homes;
  }

  /** The text of a slot in an index; empty if another index has the slot now. */
  #textIn(home: number, slot: number): string {
    return (this.#homesOf(slot) & home) === 0 ? '' : this.#textOf(slot);
  }

  #textOf(slot: number): string {
    return this.#items[slot]?.text ?? '';
  }
}
