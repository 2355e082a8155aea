import type { SortItem } from '@newsstand/contract';
import { forRanges, type Steps } from '../../concurrency/timeSlices.ts';
import { Bitset, blockBits, hasBit, lowestBit, popcount, type Words } from '../bitset/Bitset.ts';
import type { IntSet } from '../bitset/IntSet.ts';
import { ascendingRank, isSelected, type Selection, select, selectionOf } from '../bitset/selection.ts';
import type { ItemTable } from '../items/ItemTable.ts';
import type { LiveTimes } from '../items/LiveTimes.ts';
import { compareItems } from './compareItems.ts';
import { copiedAtOnce, copyTo, mergeSorted, partitionPoint } from './mergeSorted.ts';

/** What an order is about. */
export type OrderSource = {
  readonly items: ItemTable;
  readonly times: LiveTimes;
  readonly sort: readonly SortItem[];
};

/** The places of an order that a filter lets through. */
export type PlaceSet = {
  readonly places: IntSet;
  /** The first fresh place of the order that has not been looked at yet. */
  upTo: number;
  /** The time it is about, if it holds live items only. */
  at: number | undefined;
};

/** Room for changed items beside the sorted ones; when half of it is used, the order should be rebuilt. */
const freshRoom = 256;
const nowhere = 0xffff_ffff;
let lastNumber = 0;

/** A slot that came after the others were sorted, and the sorted place that it comes before. */
type Fresh = { readonly slot: number; readonly before: number };

/** A page, and how many places may be looked at for it. */
type Walk = { readonly first: number; readonly size: number; readonly most: number };

/** Where a walk is: how many more selected slots come before the page, and how many places may still be looked at. */
type Walking = {
  readonly live: Words;
  readonly isSelected: Words;
  place: number;
  skip: number;
  left: number;
};

/** A fresh place, and its rank in a selection. */
type RankedPlace = { readonly rank: number; readonly place: number };

/** What an order is made of: the slot at each place, the place of each slot, and what is live at a time. */
type Sorted = {
  readonly count: number;
  readonly slots: Uint32Array;
  readonly places: Uint32Array<ArrayBuffer>;
  readonly present: Bitset;
  readonly live: Bitset;
  readonly liveAt: number;
};

/**
 * All items of a shelf in one sort order. Each has a place; filters are sets of places, so any page of them is found by
 * rank and select on a bitset. Places never move: a changed item loses its place, gets a fresh one behind all others,
 * and is merged in when a page is cut. So a small change costs little, and every set of places stays valid.
 */
export class Order {
  /** Unique among all orders of the process. */
  readonly number = ++lastNumber;
  readonly #source: OrderSource;
  readonly #compare: (slot: number, other: number) => number;
  readonly #slots: Uint32Array;
  #places: Uint32Array<ArrayBuffer>;
  readonly #sortedEnd: number;
  readonly #freshStart: number;
  #freshEnd: number;
  /** Sorted. */
  readonly #fresh: Fresh[] = [];
  readonly #present: Bitset;
  readonly #live: Bitset;
  #liveAt: number;
  #liveUntil = -Infinity;

  private constructor(source: OrderSource, sorted: Sorted) {
    this.#source = source;
    this.#compare = compareItems(source.items, source.sort);
    this.#sortedEnd = sorted.count;
    this.#freshStart = sorted.slots.length - freshRoom;
    this.#freshEnd = this.#freshStart;
    this.#slots = sorted.slots;
    this.#places = sorted.places;
    this.#present = sorted.present;
    this.#live = sorted.live;
    this.#liveAt = sorted.liveAt;
  }

  /** The order of sorted slots. What changes meanwhile must be told to it afterwards. */
  static *of(source: OrderSource, sorted: Uint32Array, now: number): Steps<Order> {
    const { items, times } = source;
    const { length: count } = sorted;
    const blocks = Math.ceil(count / blockBits);
    const slots = new Uint32Array(blocks * blockBits + freshRoom);
    yield* copyTo(slots, 0, sorted);
    // With room for slots to come: otherwise the first of them would make every order copy its places.
    const places = new Uint32Array(items.length + freshRoom);
    yield* forRanges(places.length, (from, to) => places.fill(nowhere, from, to), copiedAtOnce);
    const live = Bitset.ofBlocks(blocks + 1, count);
    yield;
    yield* forRanges(count, (from, to) => {
      for (let place = from; place < to; place++) {
        const slot = sorted[place] ?? 0;
        places[slot] = place;
        if (!times.isLive(slot, now)) live.clear(place);
      }
    });
    const present = Bitset.ofBlocks(blocks + 1, count);
    return new Order(source, { count, slots, places, present, live, liveAt: now });
  }

  get sort(): readonly SortItem[] {
    return this.#source.sort;
  }

  /** Its size in bytes. */
  get bytes(): number {
    return (this.#slots.length + this.#places.length) * 4;
  }

  /** Whether it should be rebuilt soon. */
  get isCrowded(): boolean {
    const gaps = this.#sortedEnd + this.#fresh.length - this.#present.count;
    return this.#freshEnd > this.#freshStart + freshRoom / 2 || gaps > this.#sortedEnd / 8;
  }

  /** Whether it has room for so many items more. */
  hasRoomFor(count: number): boolean {
    return this.#freshEnd + count <= this.#slots.length;
  }

  /** Takes in a small change of the shelf: some slots have lost their item, some have got one. */
  change(removed: readonly number[], added: readonly number[]): void {
    for (const slot of removed) this.#remove(slot);
    for (const slot of added) this.#insert(slot);
    // There may be new transitions; the next reader looks them up.
    this.#liveUntil = -Infinity;
  }

  /**
   * All slots that it has now but some, with others that are sorted already, in order. It may be changed meanwhile, but no
   * slot may get another item.
   */
  sortedSlots(isRemoved: Words = noWords, added: Uint32Array = noSlots): Steps<Uint32Array> {
    const words = new Int32Array(this.#present.words);
    const fresh = this.#fresh.map(({ slot }) => slot);
    return this.#sorted(words, fresh, isRemoved, added);
  }

  *#sorted(words: Words, fresh: readonly number[], isRemoved: Words, added: Uint32Array): Steps<Uint32Array> {
    const kept = new Uint32Array(this.#sortedEnd);
    let count = 0;
    yield* forRanges(this.#sortedEnd, (from, to) => {
      for (let place = from; place < to; place++) {
        const slot = this.#slots[place] ?? 0;
        if (hasBit(words, place) && !hasBit(isRemoved, slot)) kept[count++] = slot;
      }
    });
    const left = fresh.filter((slot) => !hasBit(isRemoved, slot));
    const isBefore = (slot: number, other: number) => this.#isBefore(slot, other);
    const others = yield* mergeSorted(Uint32Array.from(left), added, isBefore);
    return yield* mergeSorted(kept.subarray(0, count), others, isBefore);
  }

  /** Everything that is on the shelf. */
  get present(): Bitset {
    return this.#present;
  }

  /** What is live at a given time. */
  liveAt(at: number): Bitset {
    if (this.#liveAt <= at && at < this.#liveUntil) return this.#live;
    const { times } = this.#source;
    this.#flip(this.#live, at);
    this.#liveAt = at;
    this.#liveUntil = times.timeOf(times.firstAfter(at));
    return this.#live;
  }

  /** The same for a preview, whose result is not cached. */
  computeLiveAt(at: number): Bitset {
    const live = this.#live.clone();
    this.#flip(live, at);
    return live;
  }

  /** Turns what is live at the time of the order into what is live at another. */
  #flip(live: Bitset, at: number): void {
    const { times } = this.#source;
    // The clock may also go back: the transitions between two times are the same either way.
    const last = times.firstAfter(Math.max(at, this.#liveAt));
    for (let next = times.firstAfter(Math.min(at, this.#liveAt)); next < last; next++) {
      this.#updateLive(live, times.slotOf(next), at);
    }
  }

  /** The end of all places. */
  get end(): number {
    return this.#freshEnd;
  }

  /** Brings a set up to date: looks at what has come since it was made. */
  catchUp(set: PlaceSet, belongs: (slot: number) => boolean): void {
    for (; set.upTo < this.#freshEnd; set.upTo++) {
      if (this.#present.has(set.upTo) && belongs(this.#slots[set.upTo] ?? 0)) set.places.add(set.upTo);
    }
  }

  placeOf(slot: number): number {
    return this.#places[slot] ?? nowhere;
  }

  /** The places of those of some slots that are live at a given time. */
  livePlaces(slots: IntSet, at: number): Selection {
    // By slots, which ascend: what is live in the order would be looked up all over the memory.
    const { words } = this.#source.times.liveSlots(at);
    const places = slots.toArray();
    let count = 0;
    for (let index = 0; index < places.length; index++) {
      const slot = places[index] ?? 0;
      if (hasBit(words, slot)) places[count++] = this.placeOf(slot);
    }
    return selectionOf(places, count, this.#present.words.length);
  }

  /** The slots of one page of a selection, in order. */
  page(selection: Selection, first: number, size: number): readonly number[] {
    const fresh = this.#freshIn(selection, first + size);
    if (fresh.length === 0) return select(selection, first, size).map((place) => this.slotAt(place));
    const passed = fresh.findIndex(({ rank }) => rank >= first);
    let next = passed < 0 ? fresh.length : passed;
    const sorted = select(selection, first - next, size);
    let taken = 0;
    const places: number[] = [];
    for (let rank = first; rank < first + size; rank++) {
      const isFresh = fresh[next]?.rank === rank;
      const place = isFresh ? fresh[next++]?.place : sorted[taken++];
      if (place === undefined || (!isFresh && place >= this.#freshStart)) break;
      places.push(place);
    }
    return places.map((place) => this.slotAt(place));
  }

  /**
   * The same for slots that were selected in no order, of what is live at a given time, by walking the order until the page
   * is full: if they are many, few places have to be looked at, while finding the places of all of them would take long.
   * Undefined if it is not full after `most` places.
   */
  walk(isSelected: Words, at: number, { first, size, most }: Walk): readonly number[] | undefined {
    const live = this.liveAt(at);
    // What is not live yet may be the beginning of the order.
    const walk = { live: live.words, isSelected, place: live.next(0), skip: first, left: most };
    const page: number[] = [];
    for (const { slot, before } of this.#fresh) {
      this.#walkTo(before, walk, page, size);
      if (page.length >= size || walk.left <= 0) break;
      if (hasBit(isSelected, slot) && walk.skip-- <= 0) page.push(slot);
    }
    this.#walkTo(this.#sortedEnd, walk, page, size);
    return walk.left > 0 ? page : undefined;
  }

  /** Walks up to a place, or until the page is full. With local variables only, this is 2.5 times as fast as with closures. */
  #walkTo(end: number, walk: Walking, page: number[], size: number): void {
    const { live, isSelected } = walk;
    const slots = this.#slots;
    let { place, skip, left } = walk;
    while (place < end && page.length < size && left > 0) {
      const next = (place | 31) + 1;
      let bits = (live[place >>> 5] ?? 0) & (-1 << (place & 31));
      if (next > end) bits &= (1 << (end & 31)) - 1;
      left -= popcount(bits);
      for (; bits !== 0 && page.length < size; bits &= bits - 1) {
        const slot = slots[(place & ~31) + lowestBit(bits)] ?? 0;
        if (hasBit(isSelected, slot) && skip-- <= 0) page.push(slot);
      }
      place = Math.min(next, end);
    }
    Object.assign(walk, { place, skip, left });
  }

  /** The slot at a place. */
  slotAt(place: number): number {
    return this.#slots[place] ?? 0;
  }

  /** The fresh places of a selection with their ranks in it, up to a rank. */
  #freshIn(selection: Selection, end: number): readonly RankedPlace[] {
    const ranked: RankedPlace[] = [];
    if (this.#fresh.length === 0) return ranked;
    const rankOf = ascendingRank(selection);
    let reached = 0;
    for (const { slot, before } of this.#fresh) {
      const place = this.placeOf(slot);
      if (!isSelected(selection, place)) continue;
      // It may come before the previous one's; then everything between the two has lost its item.
      reached = Math.max(reached, before);
      const rank = rankOf(reached) + ranked.length;
      if (rank >= end) break;
      ranked.push({ rank, place });
    }
    return ranked;
  }

  #remove(slot: number): void {
    const place = this.placeOf(slot);
    if (place === nowhere) return;
    this.#places[slot] = nowhere;
    this.#present.clear(place);
    this.#live.clear(place);
    if (place < this.#freshStart) return;
    this.#fresh.splice(
      this.#fresh.findIndex((fresh) => fresh.slot === slot),
      1,
    );
  }

  #insert(slot: number): void {
    const place = this.#freshEnd++;
    if (slot >= this.#places.length) this.#growPlaces(slot);
    this.#slots[place] = slot;
    this.#places[slot] = place;
    this.#present.set(place);
    this.#updateLive(this.#live, slot, this.#liveAt);
    const index = partitionPoint(this.#fresh.length, (at) =>
      this.#isBefore(this.#fresh[at]?.slot ?? 0, slot),
    );
    this.#fresh.splice(index, 0, { slot, before: this.#sortedPlaceFor(slot) });
  }

  /** The sorted place that a slot comes before; places without an item are passed over. */
  #sortedPlaceFor(slot: number): number {
    return partitionPoint(this.#sortedEnd, (place, end) => {
      const there = this.#present.next(place);
      return there < end && this.#isBefore(this.#slots[there] ?? 0, slot);
    });
  }

  #isBefore(slot: number, other: number): boolean {
    return this.#compare(slot, other) < 0;
  }

  #growPlaces(slot: number): void {
    const larger = new Uint32Array(Math.max(slot + 1, this.#places.length + freshRoom)).fill(nowhere);
    larger.set(this.#places);
    this.#places = larger;
  }

  #updateLive(live: Bitset, slot: number, at: number): void {
    const place = this.placeOf(slot);
    if (place === nowhere) return;
    if (this.#source.times.isLive(slot, at)) live.set(place);
    else live.clear(place);
  }
}

const noWords: Words = new Int32Array(0);
const noSlots = new Uint32Array(0);
