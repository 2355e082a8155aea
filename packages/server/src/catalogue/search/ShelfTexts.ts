import { forRanges, runAtOnce, type Steps } from '../../concurrency/timeSlices.ts';
import { IntSet } from '../bitset/IntSet.ts';
import { setBit, type Words, wordsFor } from '../bitset/words.ts';
import type { Item } from '../items/Item.ts';
import type { LiveTimes } from '../items/LiveTimes.ts';
import { SearchIndex } from './SearchIndex.ts';
import { textMatches } from './textMatches.ts';

/** So many texts are looked through before anybody notices. */
const fewTexts = 10_000;

/** Which index a slot is in: one, none, or both, while it moves. */
const nowhere = 0;
const live = 1;
const hidden = 2;

/**
 * Finds the slots of a shelf by their texts. What readers can't see has an index of its own, which their searches never
 * touch: otherwise the time that a search takes would tell what hidden texts hold. What comes, opens or closes is indexed
 * afterwards, in `tidy`: until then it is looked through item by item, which gives the same answer.
 */
export class ShelfTexts {
  readonly #items: readonly (Item | undefined)[];
  readonly #times: LiveTimes;
  readonly #live = new SearchIndex();
  readonly #hidden = new SearchIndex();
  /** The indexes that each slot is in, at least in part. */
  #homes = new Uint8Array(64);
  /** The moment for which that is right, but for what is to be indexed. */
  #at = -Infinity;
  /** What is in no index, or in the wrong one. */
  readonly #unindexed = new Set<number>();
  readonly #retired: { readonly slot: number; readonly text: string }[] = [];
  /** The slot whose text is being indexed. It may be a long one: until all of it is, it counts as not indexed. */
  #indexing: number | undefined;
  #tidying: Steps<void> | undefined;

  constructor(items: readonly (Item | undefined)[], times: LiveTimes) {
    this.#items = items;
    this.#times = times;
  }

  /** Whether any search is over before anybody notices. */
  get findsQuickly(): boolean {
    return this.#live.size < 2 && this.#hidden.size < 2 && this.#unindexed.size < fewTexts;
  }

  /** Whether everything is where it belongs at a moment. */
  isTidy(at: number): boolean {
    this.#turnTo(at);
    return this.#tidying === undefined && this.#unindexed.size === 0 && this.#retired.length === 0;
  }

  /** Takes in the text of a slot that has got an item. */
  put({ text }: Item, slot: number): void {
    if (text !== undefined) this.#unindexed.add(slot);
  }

  /** Follows a slot that has lost its item; whether it may be used again at once. */
  takeOff({ text }: Item, slot: number): boolean {
    if (this.#indexing === slot) this.#indexing = undefined;
    this.#unindexed.delete(slot);
    if (text === undefined || this.#homesOf(slot) === nowhere) return true;
    this.#retired.push({ slot, text });
    return false;
  }

  /** Brings the indexes up to a moment until told to pause; true when nothing is left to do. Told is which slots are free. */
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
        for (const home of [live, hidden]) yield* this.#takeOut(retired.slot, retired.text, home);
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
      // It has lost its item meanwhile, and will be removed from its index.
      if (this.#indexing !== slot) return;
    }
    this.#indexing = undefined;
    // The clock may have gone on meanwhile.
    if (this.#isAtHome(slot)) this.#unindexed.delete(slot);
  }

  /** It leaves one index when it is all in the other one: no search that is going on misses it. */
  *#move(slot: number, text: string): Steps<void> {
    const [home, other] = this.#times.isLive(slot, this.#at) ? [live, hidden] : [hidden, live];
    if ((this.#homesOf(slot) & home) === 0) {
      this.#setHomes(slot, this.#homesOf(slot) | home);
      yield* this.#indexAt(home).add(slot, text);
    }
    yield* this.#takeOut(slot, text, other);
  }

  /**
   * The slots of all items that match and are live at a moment, or of all in any state. There may be some among them that
   * are not live any more, or have left the shelf.
   */
  find(terms: readonly string[], at: number | undefined): IntSet {
    return runAtOnce(this.findInSteps(terms, at));
  }

  /** The same in short steps; what comes or goes meanwhile may be among them or not. */
  *findInSteps(terms: readonly string[], at: number | undefined): Steps<IntSet> {
    if (at !== undefined) this.#turnTo(at);
    // What is indexed while the search goes on would be missed otherwise.
    const unindexed = Uint32Array.from(this.#unindexed);
    const found: Words = new Int32Array(wordsFor(this.#items.length));
    const shards = Math.max(this.#live.size, at === undefined ? this.#hidden.size : 0);
    for (let shard = 0; shard < shards; shard++) {
      // Both in one step, so that an item that moves from one to the other is not missed by both.
      this.#live.findInShard(shard, terms, (slot) => this.#textIn(live, slot), found);
      if (at === undefined)
        this.#hidden.findInShard(shard, terms, (slot) => this.#textIn(hidden, slot), found);
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

  /** Notes what is in the wrong index at another moment. Time may go back as well. */
  #turnTo(at: number): void {
    const times = this.#times;
    const last = times.firstAfter(Math.max(at, this.#at));
    const first = times.firstAfter(Math.min(at, this.#at));
    this.#at = at;
    for (let moment = first; moment < last; moment++) {
      const slot = times.slotOf(moment);
      if (this.#homesOf(slot) === nowhere || slot === this.#indexing) continue;
      if (this.#isAtHome(slot)) this.#unindexed.delete(slot);
      else this.#unindexed.add(slot);
    }
  }

  #isAtHome(slot: number): boolean {
    return this.#homesOf(slot) === (this.#times.isLive(slot, this.#at) ? live : hidden);
  }

  *#takeOut(slot: number, text: string, home: number): Steps<void> {
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

  /** The text that an index knows of a slot. It may ask for a slot that it has known, and that another one has now. */
  #textIn(home: number, slot: number): string {
    return (this.#homesOf(slot) & home) === 0 ? '' : this.#textOf(slot);
  }

  #textOf(slot: number): string {
    return this.#items[slot]?.text ?? '';
  }
}
