import type { SortItem } from '@newsstand/contract';
import { forRanges, type Steps } from '../../concurrency/timeSlices.ts';
import { Bitset, blockBits, hasBit } from '../bitset/Bitset.ts';
import { ascendingRank, IntSet, isSelected, type Selection, select } from '../bitset/IntSet.ts';
import type { Item } from '../items/Item.ts';
import type { LiveTimes } from '../items/LiveTimes.ts';
import { compareItems } from './compareItems.ts';

type Items = readonly (Item | undefined)[];

/** What an order is about. */
export type OrderSource = {
  readonly items: Items;
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

/** Used within one call only: a search may find most of a shelf, and memory for that is not free. */
let scratch = new Uint32Array(0);

/** A slot that came after the others were sorted, and the sorted place that it comes before. */
type Fresh = { readonly slot: number; readonly before: number };

/** A fresh place, and its rank in a selection. */
type RankedPlace = { readonly rank: number; readonly place: number };

/**
 * All items of a shelf in one sort order. Each has a place; filters are sets of places, so any page of them is found by
 * rank and select on a bitset. Places never move: a changed item loses its place, gets a fresh one behind all others,
 * and is merged in when a page is cut. So a change costs little, and every set of places stays valid.
 */
export class Order {
  /** Unique among all orders of the process. */
  readonly number = ++lastNumber;
  readonly #source: OrderSource;
  readonly #compare: (a: Item, b: Item) => number;
  readonly #slots: Uint32Array;
  #places: Uint32Array;
  readonly #sortedEnd: number;
  readonly #freshStart: number;
  #freshEnd: number;
  /** Sorted. */
  readonly #fresh: Fresh[] = [];
  /** Slots that found no room. */
  readonly #late = new Set<number>();
  readonly #present: Bitset;
  #live: Bitset;
  #liveAt = -Infinity;
  #liveUntil = -Infinity;

  constructor(source: OrderSource, sorted: Uint32Array) {
    this.#source = source;
    this.#compare = compareItems(source.sort);
    const blocks = Math.ceil(sorted.length / blockBits);
    this.#sortedEnd = sorted.length;
    this.#freshStart = blocks * blockBits;
    this.#freshEnd = this.#freshStart;
    this.#slots = new Uint32Array(this.#freshStart + freshRoom);
    this.#slots.set(sorted);
    this.#places = new Uint32Array(source.items.length).fill(nowhere);
    this.#present = Bitset.ofBlocks(blocks + 1, sorted.length);
    this.#live = Bitset.ofBlocks(blocks + 1);
    for (let place = 0; place < sorted.length; place++) this.#places[sorted[place] ?? 0] = place;
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

  /** Whether it must be rebuilt before it is used again. */
  get isOverdue(): boolean {
    return this.late > 0;
  }

  /** How many slots found no room. */
  get late(): number {
    return this.#late.size;
  }

  /** Takes in a change of the shelf: some slots have lost their item, some have got one. */
  change(removed: readonly number[], added: readonly number[]): void {
    for (const slot of removed) this.#remove(slot);
    for (const slot of added) this.#insert(slot);
    // There may be new transitions; the next reader looks them up.
    this.#liveUntil = -Infinity;
  }

  /** All slots, sorted, as of now; the order made from them must be given later changes. */
  *sortedSlots(): Steps<Uint32Array> {
    const words = new Int32Array(this.#present.words);
    const fresh = this.#allFresh();
    const sorted = new Uint32Array(this.#sortedEnd + fresh.length);
    let count = 0;
    let next = 0;
    const putFresh = (end: number): void => {
      for (let one = fresh[next]; one !== undefined && one.before <= end; one = fresh[++next])
        sorted[count++] = one.slot;
    };
    yield* forRanges(this.#sortedEnd, (from, to) => {
      for (let place = from; place < to; place++) {
        putFresh(place);
        if (hasBit(words, place)) sorted[count++] = this.#slots[place] ?? 0;
      }
    });
    putFresh(Infinity);
    return sorted.subarray(0, count);
  }

  /** Everything that is on the shelf. */
  get present(): Bitset {
    return this.#present;
  }

  /** What is live at a given time. */
  liveAt(at: number): Bitset {
    if (this.#liveAt <= at && at < this.#liveUntil) return this.#live;
    const { times } = this.#source;
    if (this.#liveAt === -Infinity) {
      this.#live = this.computeLiveAt(at);
      this.#liveAt = at;
    }
    // The clock may also go back: the transitions between two times are the same either way.
    const last = times.firstAfter(Math.max(at, this.#liveAt));
    for (let next = times.firstAfter(Math.min(at, this.#liveAt)); next < last; next++) {
      this.#updateLive(times.slotOf(next), at);
    }
    this.#liveAt = at;
    this.#liveUntil = times.timeOf(times.firstAfter(at));
    return this.#live;
  }

  /** The same for a preview, whose result is not cached. */
  computeLiveAt(at: number): Bitset {
    const { items, times } = this.#source;
    const live = this.#present.clone();
    // Most are live, so only the others are looked up.
    for (let slot = 0; slot < items.length; slot++) {
      const place = times.isLive(slot, at) ? nowhere : this.placeOf(slot);
      if (place !== nowhere) live.clear(place);
    }
    return live;
  }

  /** The end of all places. */
  get end(): number {
    return this.#freshEnd;
  }

  /**
   * The places of some slots, or of those of them that are seen. Slots that were found some time ago count only if their
   * places are below the end that the order had then: other items may have them now.
   */
  setOf(slots: IntSet, isSeen?: (slot: number) => boolean, end = this.#freshEnd): PlaceSet {
    if (scratch.length < slots.count) scratch = new Uint32Array(slots.count);
    const size = slots.writeTo(scratch);
    let count = 0;
    for (let at = 0; at < size; at++) {
      const slot = scratch[at] ?? 0;
      const place = this.#places[slot] ?? nowhere;
      if (place < end && (isSeen === undefined || isSeen(slot))) scratch[count++] = place;
    }
    const range = this.#present.words.length * 32;
    return { places: IntSet.from(scratch.subarray(0, count), range), upTo: end, at: undefined };
  }

  /** Brings a set up to date: looks at what has come since it was made. */
  catchUp(set: PlaceSet, belongs: (item: Item) => boolean): void {
    for (; set.upTo < this.#freshEnd; set.upTo++) {
      const item = this.#present.has(set.upTo) ? this.#source.items[this.#slots[set.upTo] ?? 0] : undefined;
      if (item !== undefined && belongs(item)) set.places.add(set.upTo);
    }
  }

  placeOf(slot: number): number {
    return this.#places[slot] ?? nowhere;
  }

  /** The slots of one page of a selection, in order. */
  page(selection: Selection, first: number, size: number): readonly number[] {
    const fresh = this.#freshIn(selection, first + size);
    if (fresh.length === 0) return this.#slotsAt(select(selection, first, size));
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
    return this.#slotsAt(places);
  }

  #slotsAt(places: readonly number[]): readonly number[] {
    return places.map((place) => this.#slots[place] ?? 0);
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
    this.#late.delete(slot);
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
    if (this.#freshEnd === this.#slots.length) {
      this.#late.add(slot);
      return;
    }
    const place = this.#freshEnd++;
    if (slot >= this.#places.length) this.#growPlaces(slot);
    this.#slots[place] = slot;
    this.#places[slot] = place;
    this.#present.set(place);
    this.#updateLive(slot, this.#liveAt);
    const index = partitionPoint(this.#fresh.length, (at) =>
      this.#isBefore(this.#fresh[at]?.slot ?? 0, slot),
    );
    this.#fresh.splice(index, 0, { slot, before: this.#sortedPlaceFor(slot) });
  }

  /** All that came after the others were sorted, sorted too. */
  #allFresh(): readonly Fresh[] {
    const late = Array.from(this.#late, (slot) => ({ slot, before: this.#sortedPlaceFor(slot) }));
    if (late.length === 0) return this.#fresh.slice();
    return [...this.#fresh, ...late].sort((a, b) => (this.#isBefore(a.slot, b.slot) ? -1 : 1));
  }

  /** The sorted place that a slot comes before; places without an item are passed over. */
  #sortedPlaceFor(slot: number): number {
    return partitionPoint(this.#sortedEnd, (place, end) => {
      const there = this.#present.next(place);
      return there < end && this.#isBefore(this.#slots[there] ?? 0, slot);
    });
  }

  #isBefore(slot: number, other: number): boolean {
    const { items } = this.#source;
    const [left, right] = [items[slot], items[other]];
    return left !== undefined && right !== undefined && this.#compare(left, right) < 0;
  }

  #growPlaces(slot: number): void {
    const larger = new Uint32Array(Math.max(slot + 1, this.#places.length + freshRoom)).fill(nowhere);
    larger.set(this.#places);
    this.#places = larger;
  }

  #updateLive(slot: number, at: number): void {
    const place = this.placeOf(slot);
    if (place === nowhere) return;
    if (this.#source.times.isLive(slot, at)) this.#live.set(place);
    else this.#live.clear(place);
  }
}

/** The first number below `count` for which a condition does not hold, by binary search. */
function partitionPoint(count: number, holds: (number: number, end: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle, high)) low = middle + 1;
    else high = middle;
  }
  return low;
}
