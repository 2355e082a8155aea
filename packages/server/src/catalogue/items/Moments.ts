import { forRanges, type Steps } from '../../concurrency/timeSlices.ts';
import { hasBit, type Words } from '../bitset/Bitset.ts';
import { radixSort, upTo } from '../orders/radixSort.ts';

/** Moments and the slots they belong to, sorted by time. */
export type MomentList = { readonly times: Float64Array; readonly slots: Uint32Array; count: number };

/** The moments of what is shown, sorted: so what happens between two times is found without looking at anything else. */
export class Moments {
  readonly #timesOf: (slot: number) => readonly number[];
  #list: MomentList = { times: new Float64Array(0), slots: new Uint32Array(0), count: 0 };

  /** `timesOf` gives the moments of a slot, two at most; infinite ones are left out. */
  constructor(timesOf: (slot: number) => readonly number[]) {
    this.#timesOf = (slot) => timesOf(slot).filter(Number.isFinite);
  }

  /** The number of the first moment after a time. */
  firstAfter(time: number): number {
    const { times, count } = this.#list;
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((times[middle] ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** When a moment is; infinity after the last. */
  timeOf(moment: number): number {
    const { times, count } = this.#list;
    return moment < count ? (times[moment] ?? Infinity) : Infinity;
  }

  /** The slot that a moment belongs to. */
  slotOf(moment: number): number {
    return this.#list.slots[moment] ?? 0;
  }

  /** Removes and adds a few slots. */
  change(removed: readonly number[], added: readonly number[]): void {
    for (const slot of removed) for (const time of this.#timesOf(slot)) this.#remove(time, slot);
    for (const slot of added) for (const time of this.#timesOf(slot)) this.#insert(time, slot);
  }

  /** The moments without those of some slots and with those of others, to be shown later. */
  *changed(isRemoved: Words, added: Uint32Array): Steps<MomentList> {
    const more = yield* this.#momentsOf(added);
    const { times: before, slots: owners, count: size } = this.#list;
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

  show(list: MomentList): void {
    this.#list = list;
  }

  #remove(time: number, slot: number): void {
    const { times, slots, count } = this.#list;
    let at = this.firstAfter(time) - 1;
    while (slots[at] !== slot) at--;
    times.copyWithin(at, at + 1, count);
    slots.copyWithin(at, at + 1, count);
    this.#list.count--;
  }

  #insert(time: number, slot: number): void {
    const at = this.firstAfter(time);
    if (this.#list.count === this.#list.times.length) this.#grow();
    const { times, slots, count } = this.#list;
    times.copyWithin(at + 1, at, count);
    slots.copyWithin(at + 1, at, count);
    times[at] = time;
    slots[at] = slot;
    this.#list.count++;
  }

  /** The moments of some slots, sorted. */
  *#momentsOf(changed: Uint32Array): Steps<MomentList> {
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

  #grow(): void {
    const { times, slots, count } = this.#list;
    const larger = { times: new Float64Array(count * 2 + 64), slots: new Uint32Array(count * 2 + 64), count };
    larger.times.set(times);
    larger.slots.set(slots);
    this.#list = larger;
  }
}

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
