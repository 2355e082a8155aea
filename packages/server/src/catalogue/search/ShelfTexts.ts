import { forRanges, runAtOnce, type Steps } from '../../concurrency/timeSlices.ts';
import { forBits, setBit, type Words, wordsFor } from '../bitset/Bitset.ts';
import { IntSet } from '../bitset/IntSet.ts';
import type { LiveTimes } from '../items/LiveTimes.ts';
import { type SavedArrays, type Saving, saveLong } from '../snapshot/SavedArrays.ts';
import { type IndexedTexts, joinShards, SearchIndex, shardSlots } from './SearchIndex.ts';
import { prepareTerms, type Term } from './SearchShard.ts';
import { textMatches } from './textMatches.ts';

/** So many texts are quickly scanned, and so many shards quickly searched. */
const fewTexts = 1000;
const fewShards = 2;

/** How many texts are added to an index together. */
const addedAtOnce = 1024;

/** What does not belong in an index is removed from it when it is more than one in this many of its slots. */
const sweptShare = 8;
const fewStrays = 1000;

/** How long before they open a crowd is indexed, in milliseconds. */
const soon = 600_000;

/** How many of the slots that open or close at the same moment are looked at, to see whether they are a crowd. */
const mostLookedAt = 4096;

/** The texts of the slots of a shelf; those without one are not searched. */
export type Texts = {
  readonly length: number;
  hasText(slot: number): boolean;
  textOf(slot: number): string | undefined;
};

/** An index, the slots that are in it, and those of them that do not belong there. */
type Home = {
  readonly index: SearchIndex;
  readonly slots: IntSet;
  readonly strays: IntSet;
  /** How often texts were about to be added, and how often that has ended. */
  begun: number;
  ended: number;
};

/**
 * Full-text search of a shelf. Hidden items have an index of their own, which searches of readers never touch: otherwise
 * the time that a search takes would reveal what hidden texts contain. What comes, opens or closes is indexed later, in
 * `tidy`; until then it is scanned, which gives the same result. What leaves stays in the index until there is much of it:
 * it is found, but has no place in any order. If many items are to open at the same moment, they are indexed before, apart
 * from all others, and searched from that moment on.
 */
export class ShelfTexts {
  readonly #texts: Texts;
  readonly #times: LiveTimes;
  readonly #crowdSize: number;
  #live = createHome();
  #hidden = createHome();
  /** Many items that open at the same moment. */
  #crowd: { readonly opensAt: number; readonly home: Home } | undefined;
  /** No crowd opens before this time, unless transitions have changed since. */
  #noCrowd = { before: -Infinity, changes: 0 };
  /** The time for which they are right, except for `#unindexed`; and the earliest and the latest since `prepare`. */
  #at = -Infinity;
  #earliest = -Infinity;
  #latest = -Infinity;
  /** Slots that are in no index, or in the wrong one. */
  readonly #unindexed = new IntSet();
  /** Slots that may be used again as soon as they are in no index. */
  readonly #retired = new Set<number>();

  /** `crowdSize` items that open at the same moment are indexed before. */
  constructor(texts: Texts, times: LiveTimes, crowdSize = 256) {
    this.#texts = texts;
    this.#times = times;
    this.#crowdSize = crowdSize;
  }

  /** Whether every search is short enough to be done within a request. */
  get findsQuickly(): boolean {
    const shards = Math.max(this.#live.index.size, this.#hidden.index.size);
    return shards <= fewShards && this.#unindexed.count < fewTexts;
  }

  /** Whether every slot is in the right index at a given time. */
  isTidy(at: number): boolean {
    this.#turnTo(at);
    if (this.#unindexed.count > 0) return false;
    if (isToBeSwept(this.#live) || isToBeSwept(this.#hidden)) return false;
    return this.#crowd === undefined ? this.#nextCrowd(at) === undefined : this.#crowd.opensAt > at;
  }

  /** Takes in the text of a slot whose item is shown; it is scanned until it is in the right index. */
  put(slot: number): void {
    if (this.#isInRightIndex(slot)) this.#unindexed.delete(slot);
    else if (this.#texts.hasText(slot)) this.#unindexed.add(slot);
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

  /** Takes in texts of shown items that were indexed elsewhere; they are indexed here if others were added to their shard. */
  *adopt({ shard, areLive, slots }: IndexedTexts, saved: SavedArrays, now: number): Steps<void> {
    this.#turnTo(now);
    const home = areLive ? this.#live : this.#hidden;
    const own: Words = new Int32Array(wordsFor(shardSlots));
    for (const slot of slots) setBit(own, slot - shard * shardSlots);
    if (!(yield* home.index.adopt(shard, saved, own))) return;
    yield* forRanges(slots.length, (from, to) => {
      for (const slot of slots.slice(from, to)) {
        home.slots.add(slot);
        this.put(slot);
      }
    });
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
    for (this.#turnTo(now()); this.#unindexed.count > 0; this.#turnTo(now())) {
      const slots = this.#unindexed.first(addedAtOnce);
      yield* this.#add(slots);
      // Time may have passed, forwards or backwards.
      for (const slot of slots) this.put(slot);
    }
    const crowd = this.#openCrowd(this.#at);
    if (crowd !== undefined) yield* this.#disperse(crowd, free);
    if (this.#crowd === undefined) yield* this.#gather(now());
    for (const home of [this.#live, this.#hidden]) {
      if (isToBeSwept(home)) yield* this.#sweep(home, free);
    }
  }

  /** Indexes the items of the next moment at which many open. */
  *#gather(now: number): Steps<void> {
    const next = this.#nextCrowd(now);
    if (next === undefined) return;
    const { opensAt, first } = next;
    const all = new Uint32Array(next.next - first).map((_, index) => this.#times.slotOf(first + index));
    const home = createHome();
    for (let from = 0; from < all.length; from += addedAtOnce) {
      const some = all.slice(from, from + addedAtOnce).sort();
      const slots = some.filter((slot) => this.#times.isLive(slot, opensAt));
      yield* home.index.add(slots, (slot) => this.#textOf(slot));
      for (const slot of slots) home.slots.add(slot);
    }
    this.#crowd = { opensAt, home };
    // It may have opened meanwhile.
    if (opensAt <= this.#at) this.#recheck(opensAt - 1, opensAt);
  }

  /** Moves the items of a crowd that has opened to where all live items are. */
  *#disperse({ slots }: Home, free: (slot: number) => void): Steps<void> {
    yield* this.#add(slots.toArray());
    this.#crowd = undefined;
    // The clock may have been set back meanwhile.
    for (const slot of slots.toArray()) this.put(slot);
    yield* this.#release(this.#wordsOf(slots), free);
  }

  /** The crowd, if it has opened by a given time. */
  #openCrowd(at: number): Home | undefined {
    return this.#crowd !== undefined && this.#crowd.opensAt <= at ? this.#crowd.home : undefined;
  }

  /** The next moment within some minutes at which very many slots open, or many of those that are looked at. */
  #nextCrowd(
    now: number,
  ): { readonly opensAt: number; readonly first: number; readonly next: number } | undefined {
    const times = this.#times;
    if (times.changes === this.#noCrowd.changes && now + soon < this.#noCrowd.before) return undefined;
    const last = times.firstAfter(now + 2 * soon);
    // So many at the same moment are not between two of these.
    for (let some = times.firstAfter(now); some < last; some += this.#crowdSize) {
      const opensAt = times.timeOf(some);
      const first = times.firstAfter(opensAt - 1);
      const next = times.firstAfter(opensAt);
      const isOpening = (transition: number) => times.isLive(times.slotOf(transition), opensAt);
      let opening = 0;
      for (let at = first; at < Math.min(next, first + mostLookedAt); at++) if (isOpening(at)) opening++;
      if (opening >= this.#crowdSize) return { opensAt, first, next };
      // The next moment begins behind it.
      some = Math.max(some, next - this.#crowdSize);
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
      const searched = some.filter((slot) => this.#texts.hasText(slot));
      const hidden = searched.filter((slot) => !isLive(slot));
      yield* this.#addTo(this.#live, this.#hidden, searched.filter(isLive));
      yield* this.#addTo(this.#hidden, this.#live, hidden);
    }
  }

  *#addTo(home: Home, other: Home, slots: Uint32Array): Steps<void> {
    let isDone = false;
    home.begun++;
    try {
      yield* home.index.add(slots, (slot) => this.#textOf(slot));
      isDone = true;
    } finally {
      home.ended++;
      for (const slot of slots) {
        home.slots.add(slot);
        if (!isDone) home.strays.add(slot);
        else home.strays.delete(slot);
        if (isDone && other.slots.has(slot)) other.strays.add(slot);
      }
    }
  }

  *#sweep({ index, slots, strays }: Home, free: (slot: number) => void): Steps<void> {
    const isSwept = this.#wordsOf(strays);
    yield* index.removeAll(isSwept);
    slots.deleteAll(isSwept);
    strays.deleteAll(isSwept);
    yield* this.#release(isSwept, free);
  }

  /** Frees those of some slots that are in no index any more. */
  *#release(isReleased: Words, free: (slot: number) => void): Steps<void> {
    yield* forBits(isReleased, (slot) => {
      if (!this.#retired.has(slot) || this.#homesOf(slot).length > 0) return;
      this.#retired.delete(slot);
      free(slot);
    });
  }

  /**
   * Saves the texts of some slots, in short steps. Meanwhile texts may be prepared, but nothing tidied, and no slot may be
   * used again.
   */
  *save(isSaved: Words): Saving {
    const homes = [this.#live, this.#hidden].map((home) => {
      const own = this.#wordsOf(home.slots);
      const strays = this.#wordsOf(home.strays);
      for (let at = 0; at < own.length; at++)
        own[at] = (own[at] ?? 0) & ~(strays[at] ?? 0) & (isSaved[at] ?? 0);
      return { home, own, begun: home.ended };
    });
    yield Float64Array.of(this.#at);
    for (const { home, own, begun } of homes) {
      yield* saveLong(own);
      yield* home.index.save();
      // Only then there is nothing else in the index.
      const isAll = home.begun === begun && home.slots.count === IntSet.ofWords(own).count;
      yield Uint8Array.of(isAll ? 1 : 0);
    }
  }

  /** Loads what was saved, the times and texts of all these slots being there. The others are free. */
  *load(saved: SavedArrays, isSaved: Words): Steps<void> {
    const [at = -Infinity] = saved.next(Float64Array);
    const load = function* (): Steps<Home> {
      const own = yield* saved.long(Int32Array);
      const index = yield* SearchIndex.load(saved, own);
      const [isAll] = saved.next(Uint8Array);
      if (isAll !== 1) {
        const isOther = new Int32Array(wordsFor(index.size * shardSlots)).fill(-1);
        for (let at = 0; at < own.length; at++) isOther[at] = ~(own[at] ?? 0);
        yield* index.removeAll(isOther);
      }
      return { ...createHome(), index, slots: IntSet.ofWords(own) };
    };
    this.#live = yield* load();
    this.#hidden = yield* load();
    this.#at = at;
    this.#earliest = at;
    this.#latest = at;
    yield* forBits(isSaved, (slot) => this.put(slot));
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
    const unindexed = this.#unindexed.count === 0 ? undefined : this.#wordsOf(this.#unindexed);
    const other = at === undefined ? this.#hidden : this.#openCrowd(at);
    const homes = other === undefined ? [this.#live] : [this.#live, other];
    const shards = Math.max(...homes.map(({ index }) => index.size));
    const prepared = prepareTerms(terms);
    const parts: IntSet[] = [];
    for (let shard = 0; shard < shards; shard++) {
      // All in one step, so that an item that moves from one to another is not missed by both.
      const found = homes.map((home) => this.#findIn(home, shard, prepared));
      parts.push(IntSet.union(found, shardSlots));
      yield;
    }
    if (unindexed === undefined) return joinShards(parts);
    const found = new Int32Array(Math.max(unindexed.length, wordsFor(shards * shardSlots)));
    joinShards(parts).orInto(found);
    yield* forBits(unindexed, (slot) => {
      if (this.#matches(slot, terms, at)) setBit(found, slot);
    });
    return IntSet.ofWords(found);
  }

  #findIn({ index, strays }: Home, shard: number, terms: readonly Term[]): IntSet {
    const isStray = strays.count === 0 ? () => false : (slot: number) => strays.has(slot);
    // What does not belong there is not even looked at.
    return index.findInShard(shard, terms, (slot) => (isStray(slot) ? '' : this.#textOf(slot)));
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
    // Before the first time nothing is in an index.
    if (before > -Infinity) this.#recheck(Math.min(before, at), Math.max(before, at));
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
    return this.#texts.textOf(slot) ?? '';
  }

  /** A copy of a set of slots. */
  #wordsOf(slots: IntSet): Int32Array<ArrayBuffer> {
    const words = new Int32Array(wordsFor(this.#texts.length));
    slots.orInto(words);
    return words;
  }
}

function createHome(): Home {
  return { index: new SearchIndex(), slots: new IntSet(), strays: new IntSet(), begun: 0, ended: 0 };
}

function belongsTo({ slots, strays }: Home, slot: number): boolean {
  return slots.has(slot) && !strays.has(slot);
}

function isToBeSwept({ slots, strays }: Home): boolean {
  return strays.count > fewStrays && strays.count * sweptShare > slots.count;
}
