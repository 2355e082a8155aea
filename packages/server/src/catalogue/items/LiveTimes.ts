import { runAtOnce } from '../../concurrency/timeSlices.ts';
import { radixSort } from '../orders/radixSort.ts';
import { type Interval, type LiveTime, type State, stateAt } from './visibility.ts';

/** A transition to be inserted or removed. */
type Change = { readonly time: number; readonly slot: number; readonly isGone: boolean };

/** Up to this many are inserted and removed one by one. */
const fewChanges = 64;

/**
 * When each slot of a shelf is live, in two columns, and all transitions (a slot opens or closes), sorted by time: so what
 * changes between two moments is found without looking at anything else. Changes are merged in when a transition is
 * asked for, which nobody does while a shelf is being filled.
 */
export class LiveTimes {
  #from = new Float64Array(64).fill(Number.NaN);
  #until = new Float64Array(64);
  #times = new Float64Array(64);
  #slots = new Uint32Array(64);
  #count = 0;
  #changes: Change[] = [];
  readonly #changed = new Set<number>();
  #latest = -Infinity;

  set(slot: number, { liveFrom, liveUntil }: LiveTime): void {
    while (slot >= this.#from.length) this.#growColumns();
    this.#from[slot] = liveFrom;
    this.#until[slot] = liveUntil;
    this.#note(slot, false);
  }

  clear(slot: number): void {
    this.#note(slot, true);
    this.#from[slot] = Number.NaN;
  }

  isLive(slot: number, at: number): boolean {
    // A slot without an item has NaN, which is never less or equal.
    return (this.#from[slot] ?? Number.NaN) <= at && at < (this.#until[slot] ?? 0);
  }

  /** The state of a slot that has an item. */
  stateOf(slot: number, at: number): State {
    return stateAt({ liveFrom: this.#from[slot] ?? Number.NaN, liveUntil: this.#until[slot] ?? 0 }, at);
  }

  /** The interval around a given time in which nothing on the whole shelf opens or closes. */
  intervalAt(time: number): Interval {
    if (time > this.#latest) this.#latest = time;
    const next = this.firstAfter(time);
    return { from: next === 0 ? -Infinity : this.timeOf(next - 1), until: this.timeOf(next) };
  }

  /** Whether an item has been live by a time, or by the latest time that anybody has asked about. */
  hasOpened({ liveFrom, liveUntil }: LiveTime, by: number): boolean {
    return liveFrom <= Math.max(by, this.#latest) && liveFrom < liveUntil;
  }

  /** The number of the first transition after a time. */
  firstAfter(time: number): number {
    if (this.#changed.size > 0) this.#applyChanges();
    return this.#findAfter(time);
  }

  /** The time of a transition; infinity after the last. */
  timeOf(transition: number): number {
    return transition < this.#count ? (this.#times[transition] ?? Infinity) : Infinity;
  }

  /** The slot that opens or closes. */
  slotOf(transition: number): number {
    return this.#slots[transition] ?? 0;
  }

  /** The number of slots in each state at a given time. */
  counts(at: number): Record<State, number> {
    const counts = { live: 0, scheduled: 0, closed: 0, draft: 0 };
    for (let slot = 0; slot < this.#from.length; slot++) {
      const liveFrom = this.#from[slot] ?? 0;
      if (!Number.isNaN(liveFrom)) counts[stateAt({ liveFrom, liveUntil: this.#until[slot] ?? 0 }, at)]++;
    }
    return counts;
  }

  #note(slot: number, isGone: boolean): void {
    for (const time of this.#timesOf(slot)) {
      this.#changed.add(slot);
      if (this.#changes.length <= fewChanges) this.#changes.push({ time, slot, isGone });
    }
  }

  /** The times at which a slot opens and closes; none if it is never live. */
  #timesOf(slot: number): readonly number[] {
    const from = this.#from[slot] ?? Number.NaN;
    const until = this.#until[slot] ?? 0;
    return from < until ? [from, until].filter(Number.isFinite) : [];
  }

  #applyChanges(): void {
    if (this.#changes.length > fewChanges) this.#merge();
    else {
      for (const change of this.#changes) {
        if (change.isGone) this.#remove(change);
        else this.#insert(change);
      }
    }
    this.#changes = [];
    this.#changed.clear();
  }

  #remove({ time, slot }: Change): void {
    let at = this.#findAfter(time) - 1;
    while (this.#slots[at] !== slot) at--;
    this.#times.copyWithin(at, at + 1, this.#count);
    this.#slots.copyWithin(at, at + 1, this.#count);
    this.#count--;
  }

  #insert({ time, slot }: Change): void {
    const at = this.#findAfter(time);
    if (this.#count === this.#times.length) this.#growTransitions();
    this.#times.copyWithin(at + 1, at, this.#count);
    this.#slots.copyWithin(at + 1, at, this.#count);
    this.#times[at] = time;
    this.#slots[at] = slot;
    this.#count++;
  }

  /** All changes in one pass. */
  #merge(): void {
    const added = this.#sortedChanges();
    const times = new Float64Array(this.#count + added.slots.length);
    const slots = new Uint32Array(times.length);
    let count = 0;
    let next = 0;
    const putUpTo = (end: number): void => {
      for (; next < added.slots.length && (added.times[next] ?? 0) <= end; next++) {
        times[count] = added.times[next] ?? 0;
        slots[count++] = added.slots[next] ?? 0;
      }
    };
    for (let at = 0; at < this.#count; at++) {
      const slot = this.#slots[at] ?? 0;
      if (this.#changed.has(slot)) continue;
      putUpTo(this.#times[at] ?? 0);
      times[count] = this.#times[at] ?? 0;
      slots[count++] = slot;
    }
    putUpTo(Infinity);
    [this.#times, this.#slots, this.#count] = [times, slots, count];
  }

  /** The transitions of all changed slots, sorted. */
  #sortedChanges(): { readonly times: Float64Array; readonly slots: Uint32Array } {
    const times: number[] = [];
    const owners: number[] = [];
    for (const slot of this.#changed) {
      for (const time of this.#timesOf(slot)) {
        times.push(time);
        owners.push(slot);
      }
    }
    const least = times.reduce((low, time) => Math.min(low, time), Infinity);
    // By two keys, since the difference of the earliest and the latest date there can be is no exact number.
    const odd = Float64Array.from(times, (time) => Math.abs(time % 2));
    const half = Float64Array.from(times, (time) => Math.floor(time / 2) - Math.floor(least / 2));
    const byOdd = runAtOnce(radixSort(Uint32Array.from(times.keys()), odd));
    const order = runAtOnce(radixSort(byOdd, half));
    return {
      times: Float64Array.from(order, (at) => times[at] ?? 0),
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

  #growTransitions(): void {
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
