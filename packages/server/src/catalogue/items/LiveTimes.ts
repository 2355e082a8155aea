import { forRanges, type Steps } from '../../concurrency/timeSlices.ts';
import { Bitset, hasBit, type Words } from '../bitset/Bitset.ts';
import { radixSort, upTo } from '../orders/radixSort.ts';
import type { ItemTable } from './ItemTable.ts';
import type { Interval } from './visibility.ts';

/** When each slot is live, whether or not its item is shown. */
export type TimedItems = Pick<ItemTable, 'length' | 'isLive' | 'liveFrom' | 'liveUntil'>;

/** All transitions (a slot opens or closes), sorted by time. */
type Transitions = { readonly times: Float64Array; readonly slots: Uint32Array; count: number };

/** What is shown: its transitions, and the slots that are live at a time. */
type ShownTimes = { readonly transitions: Transitions; readonly live: Bitset; readonly liveAt: number };

/**
 * The transitions of what is shown, sorted by time: so what changes between two times is found without looking at anything
 * else.
 */
export class LiveTimes {
  readonly #items: TimedItems;
  #transitions: Transitions = { times: new Float64Array(0), slots: new Uint32Array(0), count: 0 };
  #live = Bitset.ofBlocks(1);
  #liveAt = -Infinity;
  #latest = -Infinity;
  #changes = 0;

  constructor(items: TimedItems) {
    this.#items = items;
  }

  /** Whether a slot is live at a given time; shown or not. */
  isLive(slot: number, at: number): boolean {
    return this.#items.isLive(slot, at);
  }

  /** The interval around a given time in which nothing on the whole shelf opens or closes. */
  intervalAt(time: number): Interval {
    if (time > this.#latest) this.#latest = time;
    const next = this.firstAfter(time);
    return { from: next === 0 ? -Infinity : this.timeOf(next - 1), until: this.timeOf(next) };
  }

  /** The latest time that anybody has asked about, or a later one: what has opened by then may have been seen. */
  latest(by: number): number {
    return Math.max(by, this.#latest);
  }

  /** How many changes of the transitions there were. */
  get changes(): number {
    return this.#changes;
  }

  /** The number of the first transition after a time. */
  firstAfter(time: number): number {
    const { times, count } = this.#transitions;
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((times[middle] ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The time of a transition; infinity after the last. */
  timeOf(transition: number): number {
    const { times, count } = this.#transitions;
    return transition < count ? (times[transition] ?? Infinity) : Infinity;
  }

  /** The slot that opens or closes. */
  slotOf(transition: number): number {
    return this.#transitions.slots[transition] ?? 0;
  }

  /** The slots that are live at a given time. */
  liveSlots(at: number): Bitset {
    const [earlier, later] = [Math.min(at, this.#liveAt), Math.max(at, this.#liveAt)];
    const last = this.firstAfter(later);
    for (let next = this.firstAfter(earlier); next < last; next++) this.#updateLive(this.slotOf(next), at);
    this.#liveAt = at;
    return this.#live;
  }

  /** Removes and adds a few slots. */
  change(removed: readonly number[], added: readonly number[]): void {
    this.#changes++;
    for (const slot of removed) {
      for (const time of this.#timesOf(slot)) this.#remove(time, slot);
      this.#live.clear(slot);
    }
    for (const slot of added) {
      for (const time of this.#timesOf(slot)) this.#insert(time, slot);
      this.#updateLive(slot, this.#liveAt);
    }
  }

  /** What is shown without some slots and with others, to be shown later. */
  *changed(isRemoved: Words, added: Uint32Array, now: number): Steps<ShownTimes> {
    const live = this.liveSlots(now).without(isRemoved, this.#items.length);
    yield* forRanges(added.length, (from, to) => {
      for (const slot of added.subarray(from, to)) if (this.isLive(slot, now)) live.set(slot);
    });
    const transitions = yield* this.#changedTransitions(isRemoved, added);
    return { transitions, live, liveAt: now };
  }

  *#changedTransitions(isRemoved: Words, added: Uint32Array): Steps<Transitions> {
    const more = yield* this.#transitionsOf(added);
    const { times: before, slots: owners, count: size } = this.#transitions;
    const times = new Float64Array(size + more.count);
    const slots = new Uint32Array(times.length);
    let count = 0;
    let next = 0;
    const putUpTo = (end: number): void => {
      for (; next < more.count && (more.times[next] ?? 0) <= end; next++) {
        times[count] = more.times[next] ?? 0;
        slots[count++] = more.slots[next] ?? 0;
      }
    };
    yield* forRanges(size, (from, to) => {
      for (let at = from; at < to; at++) {
        const slot = owners[at] ?? 0;
        if (hasBit(isRemoved, slot)) continue;
        putUpTo(before[at] ?? 0);
        times[count] = before[at] ?? 0;
        slots[count++] = slot;
      }
    });
    putUpTo(Infinity);
    return { times, slots, count };
  }

  show({ transitions, live, liveAt }: ShownTimes): void {
    this.#changes++;
    this.#transitions = transitions;
    this.#live = live;
    this.#liveAt = liveAt;
  }

  #updateLive(slot: number, at: number): void {
    if (slot >= this.#live.words.length * 32) this.#live = this.#live.without(noWords, this.#items.length);
    if (this.isLive(slot, at)) this.#live.set(slot);
    else this.#live.clear(slot);
  }

  /** The times at which a slot opens and closes; none if it is never live. */
  #timesOf(slot: number): readonly number[] {
    const from = this.#items.liveFrom(slot);
    const until = this.#items.liveUntil(slot);
    return from < until ? [from, until].filter(Number.isFinite) : [];
  }

  #remove(time: number, slot: number): void {
    const { times, slots, count } = this.#transitions;
    let at = this.firstAfter(time) - 1;
    while (slots[at] !== slot) at--;
    times.copyWithin(at, at + 1, count);
    slots.copyWithin(at, at + 1, count);
    this.#transitions.count--;
  }

  #insert(time: number, slot: number): void {
    const at = this.firstAfter(time);
    if (this.#transitions.count === this.#transitions.times.length) this.#growTransitions();
    const { times, slots, count } = this.#transitions;
    times.copyWithin(at + 1, at, count);
    slots.copyWithin(at + 1, at, count);
    times[at] = time;
    slots[at] = slot;
    this.#transitions.count++;
  }

  /** The transitions of some slots, sorted. */
  *#transitionsOf(changed: Uint32Array): Steps<Transitions> {
    const times = new Float64Array(changed.length * 2);
    const owners = new Uint32Array(times.length);
    let count = 0;
    yield* forRanges(changed.length, (from, to) => {
      for (const slot of changed.subarray(from, to)) {
        for (const time of this.#timesOf(slot)) {
          times[count] = time;
          owners[count++] = slot;
        }
      }
    });
    const order = yield* sortedIndexes(times.subarray(0, count));
    const sorted = { times: new Float64Array(count), slots: new Uint32Array(count), count };
    yield* forRanges(count, (from, to) => {
      for (let at = from; at < to; at++) {
        sorted.times[at] = times[order[at] ?? 0] ?? 0;
        sorted.slots[at] = owners[order[at] ?? 0] ?? 0;
      }
    });
    return sorted;
  }

  #growTransitions(): void {
    const { times, slots, count } = this.#transitions;
    const larger = { times: new Float64Array(count * 2 + 64), slots: new Uint32Array(count * 2 + 64), count };
    larger.times.set(times);
    larger.slots.set(slots);
    this.#transitions = larger;
  }
}

const noWords: Words = new Int32Array(0);

/** The indexes of some times, the earliest first. */
function* sortedIndexes(times: Float64Array): Steps<Uint32Array> {
  const least = times.reduce((low, time) => Math.min(low, time), Infinity);
  const [odd, half] = [new Float64Array(times.length), new Float64Array(times.length)];
  // By two keys, since the difference of the earliest and the latest date there can be is no exact number.
  yield* forRanges(times.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const time = times[at] ?? 0;
      odd[at] = Math.abs(time % 2);
      half[at] = Math.floor(time / 2) - Math.floor(least / 2);
    }
  });
  return yield* radixSort(yield* radixSort(upTo(times.length), odd), half);
}
