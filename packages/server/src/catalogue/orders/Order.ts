import type { SortItem } from '@newsstand/contract';
import { forRanges, type Steps } from '../../concurrency/timeSlices.ts';
import { blockPlaces, hasBit, Marks } from '../bitset/Marks.ts';
import { PlaceSet } from '../bitset/PlaceSet.ts';
import { counterOf, isSelected, type Selected, sliceOf } from '../bitset/selectPlaces.ts';
import type { Item } from '../items/Item.ts';
import type { LiveTimes } from '../items/LiveTimes.ts';
import { compareItems } from './compareItems.ts';

type Items = readonly (Item | undefined)[];

/** What an order is made from. */
export type OrderSource = {
  readonly items: Items;
  readonly times: LiveTimes;
  readonly sort: readonly SortItem[];
};

/** So many changed items are taken in beside the others; at half of that an order should be made anew. */
const freshRoom = 256;
const nowhere = 0xffff_ffff;
let orders = 0;

// For what is looked at once: to make them anew each time would keep the collector busy.
let places = new Uint32Array(0);
let lent = new Int32Array(0);

/** A slot that came after the others were sorted, and the sorted place that it comes before. */
type Fresh = { readonly slot: number; readonly before: number };

/** A fresh place, and its number among all that were selected. */
type Among = { readonly at: number; readonly place: number };
const none: readonly Among[] = [];

/**
 * All items of a shelf in one sort order. Each has a place; filters are sets of places, so a page of any of them is
 * found by counting bits. Places are never moved: what changes loses its place and gets a fresh one behind all the
 * others, and is sorted in when a page is cut. So a change costs little, and every set of places stays right.
 */
export class Order {
  /** Another one for each order that was ever made. */
  readonly number = orders++;
  readonly #source: OrderSource;
  readonly #compare: (a: Item, b: Item) => number;
  readonly #slots: Uint32Array;
  #places: Uint32Array;
  readonly #sortedEnd: number;
  readonly #freshStart: number;
  #freshEnd: number;
  /** In their order. */
  readonly #fresh: Fresh[] = [];
  /** Slots for which there was no room any more. */
  readonly #late = new Set<number>();
  readonly #present: Marks;
  readonly #live: Marks;
  #liveAt = -Infinity;
  #liveUntil = -Infinity;
  #version = 0;

  constructor(source: OrderSource, sorted: Uint32Array) {
    this.#source = source;
    this.#compare = compareItems(source.sort);
    const blocks = Math.ceil(sorted.length / blockPlaces);
    this.#sortedEnd = sorted.length;
    this.#freshStart = blocks * blockPlaces;
    this.#freshEnd = this.#freshStart;
    this.#slots = new Uint32Array(this.#freshStart + freshRoom);
    this.#slots.set(sorted);
    this.#places = new Uint32Array(source.items.length).fill(nowhere);
    this.#present = new Marks(blocks + 1);
    this.#live = new Marks(blocks + 1);
    for (let place = 0; place < sorted.length; place++) this.#places[sorted[place] ?? 0] = place;
    this.#present.markAllBelow(sorted.length);
  }

  get sort(): readonly SortItem[] {
    return this.#source.sort;
  }

  /** What it takes, in bytes. */
  get bytes(): number {
    return (this.#slots.length + this.#places.length) * 4;
  }

  /** Another number after each change: then what was selected before may be wrong. */
  get version(): number {
    return this.#version;
  }

  /** Whether it would better be made anew soon. */
  get isCrowded(): boolean {
    const gaps = this.#sortedEnd + this.#fresh.length - this.#present.total;
    return this.#freshEnd > this.#freshStart + freshRoom / 2 || gaps > this.#sortedEnd / 8;
  }

  /** Whether it must be made anew before it is used again. */
  get isOverdue(): boolean {
    return this.late > 0;
  }

  /** For how many there was no room any more. */
  get late(): number {
    return this.#late.size;
  }

  /** Follows a change of the shelf: some slots have lost their item, some have got one. */
  change(removed: readonly number[], added: readonly number[]): void {
    this.#version++;
    for (const slot of removed) this.#takeOut(slot);
    for (const slot of added) this.#takeIn(slot);
    // Other moments may have come; the next reader looks them up.
    this.#liveUntil = -Infinity;
  }

  /** All slots in their order, as they are now: what changes meanwhile must be told to the order made from them. */
  *sortedSlots(): Steps<Uint32Array> {
    const bits = this.#present.bits.slice();
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
        if (hasBit(bits, place)) sorted[count++] = this.#slots[place] ?? 0;
      }
    });
    putFresh(Infinity);
    return sorted.subarray(0, count);
  }

  /** Everything that is on the shelf. */
  get present(): Marks {
    return this.#present;
  }

  /** What is live at a moment. */
  liveAt(at: number): Marks {
    if (this.#liveAt <= at && at < this.#liveUntil) return this.#live;
    const { times } = this.#source;
    if (this.#liveAt === -Infinity) {
      this.#markLive(this.#live, at);
      this.#liveAt = at;
    }
    // Time may go back as well: what opens or closes between two moments is the same either way.
    const last = times.firstAfter(Math.max(at, this.#liveAt));
    for (let moment = times.firstAfter(Math.min(at, this.#liveAt)); moment < last; moment++) {
      this.#markSlot(times.slotOf(moment), at);
    }
    this.#liveAt = at;
    this.#liveUntil = times.timeOf(times.firstAfter(at));
    return this.#live;
  }

  /** The same for a moment that readers are not at: nothing is remembered of it. */
  liveOnceAt(at: number): Marks {
    const marks = new Marks(this.#present.counts.length);
    this.#markLive(marks, at);
    return marks;
  }

  /** Up to where there are places. */
  get end(): number {
    return this.#freshEnd;
  }

  /**
   * The set of the places of some slots. One that is not kept is right until the next such one is made. Slots that were
   * found some time ago count only where their places lie below where the order ended then: others may have them now.
   */
  setOf(slots: Uint32Array, isKept: boolean, end = this.#freshEnd): PlaceSet {
    if (places.length < slots.length) places = new Uint32Array(slots.length);
    let count = 0;
    for (let at = 0; at < slots.length; at++) {
      const place = this.placeOf(slots[at] ?? 0);
      if (place < end) places[count++] = place;
    }
    const words = this.#present.bits.length;
    if (lent.length !== words && !isKept) lent = new Int32Array(words);
    return new PlaceSet(places.subarray(0, count), words, end, isKept ? undefined : lent);
  }

  /** Brings a set up to date: looks at what has come since it was made. */
  catchUp(set: PlaceSet, belongs: (item: Item) => boolean): void {
    for (; set.upTo < this.#freshEnd; set.upTo++) {
      const item = this.#present.has(set.upTo) ? this.#source.items[this.#slots[set.upTo] ?? 0] : undefined;
      if (item !== undefined && belongs(item)) set.add(set.upTo);
    }
  }

  placeOf(slot: number): number {
    return this.#places[slot] ?? nowhere;
  }

  /** The slots of one page of what was selected, in order. */
  page(selected: Selected, first: number, size: number): readonly number[] {
    const fresh = this.#fresh.length === 0 ? none : this.#freshAmong(selected, first + size);
    if (fresh.length === 0) return this.#slotsIn(sliceOf(selected, first, size));
    const passed = fresh.findIndex(({ at }) => at >= first);
    let next = passed < 0 ? fresh.length : passed;
    const sorted = sliceOf(selected, first - next, size);
    let taken = 0;
    const places: number[] = [];
    for (let at = first; at < first + size; at++) {
      const isFresh = fresh[next]?.at === at;
      const place = isFresh ? fresh[next++]?.place : sorted[taken++];
      if (place === undefined || (!isFresh && place >= this.#freshStart)) break;
      places.push(place);
    }
    return this.#slotsIn(places);
  }

  #slotsIn(places: readonly number[]): readonly number[] {
    const slots: number[] = [];
    for (const place of places) slots.push(this.#slots[place] ?? 0);
    return slots;
  }

  /** The fresh places that were selected, each with its number among all that were selected, up to a number. */
  #freshAmong(selected: Selected, end: number): readonly Among[] {
    const among: Among[] = [];
    const countBefore = counterOf(selected);
    let reached = 0;
    for (const { slot, before } of this.#fresh) {
      const place = this.placeOf(slot);
      if (!isSelected(selected, place)) continue;
      // It may lie further back than that of the one before it; then all between the two have lost their items.
      reached = Math.max(reached, before);
      const at = countBefore(reached) + among.length;
      if (at >= end) break;
      among.push({ at, place });
    }
    return among;
  }

  #takeOut(slot: number): void {
    this.#late.delete(slot);
    const place = this.placeOf(slot);
    if (place === nowhere) return;
    this.#places[slot] = nowhere;
    this.#present.unmark(place);
    this.#live.unmark(place);
    if (place < this.#freshStart) return;
    this.#fresh.splice(
      this.#fresh.findIndex((fresh) => fresh.slot === slot),
      1,
    );
  }

  #takeIn(slot: number): void {
    if (this.#freshEnd === this.#slots.length) {
      this.#late.add(slot);
      return;
    }
    const place = this.#freshEnd++;
    if (slot >= this.#places.length) this.#growPlaces(slot);
    this.#slots[place] = slot;
    this.#places[slot] = place;
    this.#present.mark(place);
    this.#markSlot(slot, this.#liveAt);
    const index = firstNot(this.#fresh.length, (at) => this.#isBefore(this.#fresh[at]?.slot ?? 0, slot));
    this.#fresh.splice(index, 0, { slot, before: this.#sortedPlaceFor(slot) });
  }

  /** All that came after the others were sorted, in their order. */
  #allFresh(): readonly Fresh[] {
    const late = Array.from(this.#late, (slot) => ({ slot, before: this.#sortedPlaceFor(slot) }));
    if (late.length === 0) return this.#fresh.slice();
    return [...this.#fresh, ...late].sort((a, b) => (this.#isBefore(a.slot, b.slot) ? -1 : 1));
  }

  /** The sorted place that a slot comes before; places that have lost their item say nothing of that. */
  #sortedPlaceFor(slot: number): number {
    return firstNot(this.#sortedEnd, (place, end) => {
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

  /** Most are live: only what is not is looked up, slot by slot as their times lie in memory. */
  #markLive(live: Marks, at: number): void {
    const { items, times } = this.#source;
    live.become(this.#present);
    for (let slot = 0; slot < items.length; slot++) {
      const place = times.isLive(slot, at) ? nowhere : this.placeOf(slot);
      if (place !== nowhere) live.unmark(place);
    }
  }

  #markSlot(slot: number, at: number): void {
    const place = this.placeOf(slot);
    if (place === nowhere) return;
    if (this.#source.times.isLive(slot, at)) this.#live.mark(place);
    else this.#live.unmark(place);
  }
}

/** The first of so many numbers for which something does not hold, by halving; nothing from `end` on matters. */
function firstNot(count: number, holds: (number: number, end: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle, high)) low = middle + 1;
    else high = middle;
  }
  return low;
}
