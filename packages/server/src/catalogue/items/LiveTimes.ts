import { runAtOnce } from '../../concurrency/timeSlices.ts';
import { radixSort } from '../orders/radixSort.ts';
import { type LiveTime, type State, type Stretch, stateAt } from './visibility.ts';

/** A moment that comes into the row, or goes out of it. */
type Move = { readonly time: number; readonly slot: number; readonly isGone: boolean };

const never: Stretch = { from: Infinity, until: -Infinity };

/** Up to so many moments are moved one by one. */
const fewMoves = 64;

/**
 * When each slot of a shelf is live, in two plain columns, and all moments at which one opens or closes, in a row in
 * their order: so what changes between two moments is found without looking at anything else. Changes are taken into
 * the row when somebody asks for it: while a shelf is being filled nobody does.
 */
export class LiveTimes {
  #from = new Float64Array(64).fill(Number.NaN);
  #until = new Float64Array(64);
  #times = new Float64Array(64);
  #slots = new Uint32Array(64);
  #count = 0;
  #moves: Move[] = [];
  readonly #moved = new Set<number>();
  #stretch: Stretch = never;
  #latest = -Infinity;

  set(slot: number, { liveFrom, liveUntil }: LiveTime): void {
    while (slot >= this.#from.length) this.#growColumns();
    this.#from[slot] = liveFrom;
    this.#until[slot] = liveUntil;
    this.#move(slot, false);
  }

  clear(slot: number): void {
    this.#move(slot, true);
    this.#from[slot] = Number.NaN;
  }

  isLive(slot: number, at: number): boolean {
    // What has no item has no number here, and is never live.
    return (this.#from[slot] ?? Number.NaN) <= at && at < (this.#until[slot] ?? 0);
  }

  /** What a slot that has an item is at a moment. */
  stateOf(slot: number, at: number): State {
    return stateAt({ liveFrom: this.#from[slot] ?? Number.NaN, liveUntil: this.#until[slot] ?? 0 }, at);
  }

  /** The stretch around a time in which nothing of the whole shelf opens or closes. */
  stretchAt(time: number): Stretch {
    if (time > this.#latest) this.#latest = time;
    const { from, until } = this.#stretch;
    if (time < from || time >= until) {
      const next = this.firstAfter(time);
      this.#stretch = { from: next === 0 ? -Infinity : this.timeOf(next - 1), until: this.timeOf(next) };
    }
    return this.#stretch;
  }

  /** Whether something has been live by a time, or by the latest time that anybody has asked about. */
  hasOpened({ liveFrom, liveUntil }: LiveTime, by: number): boolean {
    return liveFrom <= Math.max(by, this.#latest) && liveFrom < liveUntil;
  }

  /** The number of the first moment after a time. */
  firstAfter(time: number): number {
    if (this.#moved.size > 0) this.#settle();
    return this.#findAfter(time);
  }

  /** The time of a moment; infinity after the last. */
  timeOf(moment: number): number {
    return moment < this.#count ? (this.#times[moment] ?? Infinity) : Infinity;
  }

  /** Which slot opens or closes at a moment. */
  slotOf(moment: number): number {
    return this.#slots[moment] ?? 0;
  }

  /** How many slots are in which state at a moment. */
  counts(at: number): Record<State, number> {
    const counts = { live: 0, scheduled: 0, closed: 0, draft: 0 };
    for (let slot = 0; slot < this.#from.length; slot++) {
      const liveFrom = this.#from[slot] ?? 0;
      if (!Number.isNaN(liveFrom)) counts[stateAt({ liveFrom, liveUntil: this.#until[slot] ?? 0 }, at)]++;
    }
    return counts;
  }

  #move(slot: number, isGone: boolean): void {
    for (const time of this.#momentsOf(slot)) {
      this.#stretch = never;
      this.#moved.add(slot);
      if (this.#moves.length <= fewMoves) this.#moves.push({ time, slot, isGone });
    }
  }

  /** What never opens has none. */
  #momentsOf(slot: number): readonly number[] {
    const from = this.#from[slot] ?? Number.NaN;
    const until = this.#until[slot] ?? 0;
    return from < until ? [from, until].filter(Number.isFinite) : [];
  }

  #settle(): void {
    if (this.#moves.length > fewMoves) this.#merge();
    else {
      for (const move of this.#moves) {
        if (move.isGone) this.#takeOut(move);
        else this.#takeIn(move);
      }
    }
    this.#moves = [];
    this.#moved.clear();
  }

  #takeOut({ time, slot }: Move): void {
    let at = this.#findAfter(time) - 1;
    while (this.#slots[at] !== slot) at--;
    this.#times.copyWithin(at, at + 1, this.#count);
    this.#slots.copyWithin(at, at + 1, this.#count);
    this.#count--;
  }

  #takeIn({ time, slot }: Move): void {
    const at = this.#findAfter(time);
    if (this.#count === this.#times.length) this.#growRow();
    this.#times.copyWithin(at + 1, at, this.#count);
    this.#slots.copyWithin(at + 1, at, this.#count);
    this.#times[at] = time;
    this.#slots[at] = slot;
    this.#count++;
  }

  /** All changes at once, in one pass over the row. */
  #merge(): void {
    const come = this.#coming();
    const times = new Float64Array(this.#count + come.slots.length);
    const slots = new Uint32Array(times.length);
    let count = 0;
    let next = 0;
    const putUpTo = (end: number): void => {
      for (; next < come.slots.length && (come.times[next] ?? 0) <= end; next++) {
        times[count] = come.times[next] ?? 0;
        slots[count++] = come.slots[next] ?? 0;
      }
    };
    for (let at = 0; at < this.#count; at++) {
      const slot = this.#slots[at] ?? 0;
      if (this.#moved.has(slot)) continue;
      putUpTo(this.#times[at] ?? 0);
      times[count] = this.#times[at] ?? 0;
      slots[count++] = slot;
    }
    putUpTo(Infinity);
    [this.#times, this.#slots, this.#count] = [times, slots, count];
  }

  /** The moments of all slots that have changed, in their order. */
  #coming(): { readonly times: Float64Array; readonly slots: Uint32Array } {
    const moments: number[] = [];
    const owners: number[] = [];
    for (const slot of this.#moved) {
      for (const time of this.#momentsOf(slot)) {
        moments.push(time);
        owners.push(slot);
      }
    }
    const least = moments.reduce((low, time) => Math.min(low, time), Infinity);
    // In two parts, since the distance between the ends of what a date can tell is no exact number.
    const odd = Float64Array.from(moments, (time) => Math.abs(time % 2));
    const half = Float64Array.from(moments, (time) => Math.floor(time / 2) - Math.floor(least / 2));
    const byOdd = runAtOnce(radixSort(Uint32Array.from(moments.keys()), odd));
    const order = runAtOnce(radixSort(byOdd, half));
    return {
      times: Float64Array.from(order, (at) => moments[at] ?? 0),
      slots: Uint32Array.from(order, (at) => owners[at] ?? 0),
    };
  }

  #findAfter(time: number): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#times[middle] ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #growColumns(): void {
    this.#from = longer(this.#from, this.#from.length * 2);
    this.#until = longer(this.#until, this.#until.length * 2);
  }

  #growRow(): void {
    const slots = new Uint32Array(this.#count * 2 + 64);
    slots.set(this.#slots);
    this.#slots = slots;
    this.#times = longer(this.#times, slots.length);
  }
}

function longer(column: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length).fill(Number.NaN);
  larger.set(column);
  return larger;
}
