import { forRanges, runAtOnce, type Steps } from '../../concurrency/timeSlices.ts';
import { setBit, type Words, wordsFor } from '../bitset/Bitset.ts';
import { IntSet } from '../bitset/IntSet.ts';
import type { LiveTimes } from '../items/LiveTimes.ts';
import { SearchIndex, shardSlots } from './SearchIndex.ts';
import { textMatches } from './textMatches.ts';

/** So many texts are quickly scanned. */
const fewTexts = 1000;

/** How many texts are added to an index together. */
const addedAtOnce = 1024;

/** What does not belong in an index is removed from it when it is more than one in this many of its slots. */
const sweptShare = 8;
const fewStrays = 1000;
const releasedAtOnce = 1000;

/** How long before they open a crowd is indexed, in milliseconds. */
const soon = 600_000;

/** The texts by slot; a slot without a text is not searched. */
export type SearchedItems = {
  readonly length: number;
  hasText(slot: number): boolean;
  textOf(slot: number): string | undefined;
};

/** An index, the slots that are in it, and those of them that do not belong there. */
type Home = { readonly index: SearchIndex; readonly slots: IntSet; readonly strays: Set<number> };

/**
 * Full-text search of a shelf. Hidden items have an index of their own, which searches of readers never touch: otherwise
 * the time that a search takes would reveal what hidden texts contain. What comes, opens or closes is indexed later, in
 * `tidy`; until then it is scanned, which gives the same result. What leaves stays in the index until there is much of it:
 * it is found, but has no place in any order. If many items are to open at the same moment, they are indexed before, apart
 * from all others, and searched from that moment on.
 */
export class ShelfTexts {
  readonly #items: SearchedItems;
  readonly #times: LiveTimes;
  readonly #crowdSize: number;
  readonly #live = createHome();
  readonly #hidden = createHome();
  /** Many items that open at the same moment. */
  #crowd: { readonly opensAt: number; readonly home: Home } | undefined;
  /** No crowd opens before this time, unless transitions have changed since. */
  #noCrowd = { before: -Infinity, changes: 0 };
  /** The time for which they are right, except for `#unindexed`; and the earliest and the latest since `prepare`. */
  #at = -Infinity;
  #earliest = -Infinity;
  #latest = -Infinity;
  /** Slots that are in no index, or in the wrong one. */
  readonly #unindexed = new Set<number>();
  /** Slots that may be used again as soon as they are in no index. */
  readonly #retired = new Set<number>();

  /** `crowdSize` items that open at the same moment are indexed before. */
  constructor(items: SearchedItems, times: LiveTimes, crowdSize = 256) {
    this.#items = items;
    this.#times = times;
    this.#crowdSize = crowdSize;
  }

  /** Whether every search is short enough to be done within a request. */
  get findsQuickly(): boolean {
    return this.#live.index.size < 2 && this.#hidden.index.size < 2 && this.#unindexed.size < fewTexts;
  }

  /** Whether every slot is in the right index at a given time. */
  isTidy(at: number): boolean {
    this.#turnTo(at);
    if (this.#unindexed.size > 0 || isToBeSwept(this.#live) || isToBeSwept(this.#hidden)) return false;
    return this.#crowd === undefined ? this.#nextCrowd(at) === undefined : this.#crowd.opensAt > at;
  }

  /** Takes in the text of a slot whose item is shown; it is scanned until it is in the right index. */
  put(slot: number): void {
    if (this.#isInRightIndex(slot)) this.#unindexed.delete(slot);
    else if (this.#items.hasText(slot)) this.#unindexed.add(slot);
  }

  /** Indexes the texts of slots whose items are not shown yet. */
  *prepare(slots: Uint32Array, now: number): Steps<void> {
    this.#turnTo(now);
    this.#earliest = now;
    this.#latest = now;
    yield* this.#add(slots);
  }

  /** Takes in all that was prepared: only what has opened or closed meanwhile may be in the wrong index. */
  showPrepared(): void {
    this.#recheck(this.#earliest, this.#latest);
  }

  /**
   * Removes the text of a slot that has lost its item; false if it is used again only when `tidy` says so. Not to be called
   * while `tidy` is under way.
   */
  remove(slot: number): boolean {
    this.#unindexed.delete(slot);
    const homes = this.#homesOf(slot);
    for (const { strays } of homes) strays.add(slot);
    if (homes.length > 0) this.#retired.add(slot);
    return homes.length === 0;
  }

  /** Updates the indexes. `free` is called for slots that may be used again. */
  *tidy(now: () => number, free: (slot: number) => void): Steps<void> {
    for (this.#turnTo(now()); this.#unindexed.size > 0; this.#turnTo(now())) {
      const slots = firstOf(this.#unindexed, addedAtOnce);
      yield* this.#add(slots);
      // Time may have passed, forwards or backwards.
      for (const slot of slots) this.put(slot);
    }
    const crowd = this.#openCrowd(this.#at);
    if (crowd !== undefined) yield* this.#disperse(crowd, free);
    if (this.#crowd === undefined) yield* this.#gather(now());
    for (const home of [this.#live, this.#hidden]) if (isToBeSwept(home)) yield* this.#sweep(home, free);
  }

  /** Indexes the items of the next moment at which many open. */
  *#gather(now: number): Steps<void> {
    const next = this.#nextCrowd(now);
    if (next === undefined) return;
    const home = createHome();
    for (let from = 0; from < next.slots.length; from += addedAtOnce) {
      const slots = next.slots.slice(from, from + addedAtOnce).sort();
      yield* home.index.add(slots, (slot) => this.#textOf(slot));
      for (const slot of slots) home.slots.add(slot);
    }
    this.#crowd = { opensAt: next.opensAt, home };
    // It may have opened meanwhile.
    if (next.opensAt <= this.#at) this.#recheck(next.opensAt - 1, next.opensAt);
  }

  /** Moves the items of a crowd that has opened to where all live items are. */
  *#disperse({ slots: all }: Home, free: (slot: number) => void): Steps<void> {
    const slots = all.toArray();
    yield* this.#add(slots);
    this.#crowd = undefined;
    yield* this.#release(slots, free);
  }

  /** The crowd, if it has opened by a given time. */
  #openCrowd(at: number): Home | undefined {
    return this.#crowd !== undefined && this.#crowd.opensAt <= at ? this.#crowd.home : undefined;
  }

  /** The next moment within some minutes at which very many slots open. */
  #nextCrowd(now: number): { readonly opensAt: number; readonly slots: Uint32Array } | undefined {
    const times = this.#times;
    if (times.changes === this.#noCrowd.changes && now + soon < this.#noCrowd.before) return undefined;
    const last = times.firstAfter(now + 2 * soon);
    for (let first = times.firstAfter(now), next = first; first < last; first = next) {
      const opensAt = times.timeOf(first);
      next = times.firstAfter(opensAt);
      if (next - first < this.#crowdSize) continue;
      const slots = new Uint32Array(next - first).map((_, index) => times.slotOf(first + index));
      const opening = slots.filter((slot) => times.isLive(slot, opensAt));
      if (opening.length >= this.#crowdSize) return { opensAt, slots: opening };
    }
    this.#noCrowd = { before: now + 2 * soon, changes: times.changes };
    return undefined;
  }

  /** Adds texts to the index where each belongs now; it leaves the other one when all of it is there. */
  *#add(slots: Uint32Array): Steps<void> {
    for (let from = 0; from < slots.length; from += addedAtOnce) {
      const at = this.#at;
      const isLive = (slot: number) => this.#times.isLive(slot, at);
      const some = slots.slice(from, from + addedAtOnce).sort();
      const searched = some.filter((slot) => this.#items.hasText(slot));
      const hidden = searched.filter((slot) => !isLive(slot));
      yield* this.#addTo(this.#live, this.#hidden, searched.filter(isLive));
      yield* this.#addTo(this.#hidden, this.#live, hidden);
    }
  }

  *#addTo(home: Home, other: Home, slots: Uint32Array): Steps<void> {
    let isDone = false;
    try {
      yield* home.index.add(slots, (slot) => this.#textOf(slot));
      isDone = true;
    } finally {
      for (const slot of slots) {
        home.slots.add(slot);
        if (!isDone) home.strays.add(slot);
        else home.strays.delete(slot);
        if (isDone && other.slots.has(slot)) other.strays.add(slot);
      }
    }
  }

  *#sweep({ index, slots, strays }: Home, free: (slot: number) => void): Steps<void> {
    const swept = Uint32Array.from(strays);
    const isSwept: Words = new Int32Array(wordsFor(this.#items.length));
    for (const slot of swept) setBit(isSwept, slot);
    yield* index.removeAll(isSwept);
    slots.deleteAll(isSwept);
    for (const slot of swept) strays.delete(slot);
    yield* this.#release(swept, free);
  }

  /** Frees those of some slots that are in no index any more. */
  *#release(slots: Uint32Array, free: (slot: number) => void): Steps<void> {
    yield* forRanges(
      slots.length,
      (from, to) => {
        for (const slot of slots.subarray(from, to)) {
          if (!this.#retired.has(slot) || this.#homesOf(slot).length > 0) continue;
          this.#retired.delete(slot);
          free(slot);
        }
      },
      releasedAtOnce,
    );
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
    const other = at === undefined ? this.#hidden : this.#openCrowd(at);
    const homes = other === undefined ? [this.#live] : [this.#live, other];
    const shards = Math.max(...homes.map(({ index }) => index.size));
    // Usually, one index holds everything.
    if (shards === 1 && homes.length === 1 && unindexed.length === 0)
      return this.#findIn(this.#live, 0, terms);
    const found: Words = new Int32Array(wordsFor(Math.max(this.#items.length, shards * shardSlots)));
    for (let shard = 0; shard < shards; shard++) {
      const words = found.subarray(wordsFor(shard * shardSlots));
      // All in one step, so that an item that moves from one to another is not missed by both.
      for (const home of homes) this.#findIn(home, shard, terms).orInto(words);
      yield;
    }
    yield* forRanges(
      unindexed.length,
      (from, to) => {
        for (const slot of unindexed.subarray(from, to)) {
          if (this.#matches(slot, terms, at)) setBit(found, slot);
        }
      },
      fewTexts,
    );
    return IntSet.ofWords(found);
  }

  #findIn({ index, strays }: Home, shard: number, terms: readonly string[]): IntSet {
    // What does not belong there is not even looked at.
    return index.findInShard(shard, terms, (slot) => (strays.has(slot) ? '' : this.#textOf(slot)));
  }

  #matches(slot: number, terms: readonly string[], at: number | undefined): boolean {
    return (at === undefined || this.#times.isLive(slot, at)) && textMatches(this.#textOf(slot), terms);
  }

  /** Notes what is in the wrong index at another time. The clock may also go back. */
  #turnTo(at: number): void {
    const before = this.#at;
    this.#at = at;
    this.#earliest = Math.min(this.#earliest, at);
    this.#latest = Math.max(this.#latest, at);
    this.#recheck(Math.min(before, at), Math.max(before, at));
  }

  /** Checks what opens or closes within some time. */
  #recheck(after: number, upTo: number): void {
    const last = this.#times.firstAfter(upTo);
    for (let transition = this.#times.firstAfter(after); transition < last; transition++) {
      this.put(this.#times.slotOf(transition));
    }
  }

  #isInRightIndex(slot: number): boolean {
    const isLive = this.#times.isLive(slot, this.#at);
    if (belongsTo(isLive ? this.#live : this.#hidden, slot)) return true;
    const crowd = isLive ? this.#openCrowd(this.#at) : undefined;
    return crowd !== undefined && belongsTo(crowd, slot);
  }

  #homesOf(slot: number): readonly Home[] {
    const homes = this.#crowd === undefined ? [] : [this.#crowd.home];
    return [this.#live, this.#hidden, ...homes].filter(({ slots }) => slots.has(slot));
  }

  #textOf(slot: number): string {
    return this.#items.textOf(slot) ?? '';
  }
}

function createHome(): Home {
  return { index: new SearchIndex(), slots: new IntSet(), strays: new Set() };
}

function belongsTo({ slots, strays }: Home, slot: number): boolean {
  return slots.has(slot) && !strays.has(slot);
}

function isToBeSwept({ slots, strays }: Home): boolean {
  return strays.size > fewStrays && strays.size * sweptShare > slots.count;
}

/** The first members of a set. */
function firstOf(set: ReadonlySet<number>, most: number): Uint32Array {
  const first: number[] = [];
  for (const member of set) {
    if (first.push(member) === most) break;
  }
  return Uint32Array.from(first);
}
