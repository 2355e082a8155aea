import { type LiveTime, type State, stateAt } from './visibility.ts';

type Moment = { readonly time: number; readonly slot: number };

/**
 * When each slot of a shelf is live, in two plain columns, and all moments at which one opens or closes, in their
 * order: so what changes between two moments is found without looking at anything else.
 */
export class LiveTimes {
  #from = new Float64Array(64).fill(Number.NaN);
  #until = new Float64Array(64);
  #times = new Float64Array(0);
  #slots = new Uint32Array(0);
  readonly #gone = new Set<number>();
  #added: Moment[] = [];

  set(slot: number, { liveFrom, liveUntil }: LiveTime): void {
    while (slot >= this.#from.length) this.#grow();
    this.#from[slot] = liveFrom;
    this.#until[slot] = liveUntil;
    if (liveFrom >= liveUntil) return;
    for (const time of [liveFrom, liveUntil]) if (Number.isFinite(time)) this.#added.push({ time, slot });
  }

  clear(slot: number): void {
    if (Number.isFinite(this.#from[slot]) || Number.isFinite(this.#until[slot])) this.#gone.add(slot);
    this.#from[slot] = Number.NaN;
  }

  /** Takes changed times in among the others; to be called after each set of changes. */
  settle(): void {
    if (this.#gone.size === 0 && this.#added.length === 0) return;
    const added = this.#added.sort((a, b) => a.time - b.time);
    const times = new Float64Array(this.#times.length + added.length);
    const slots = new Uint32Array(times.length);
    let count = 0;
    let next = 0;
    const put = (time: number, slot: number): void => {
      times[count] = time;
      slots[count++] = slot;
    };
    for (let at = 0; at < this.#times.length; at++) {
      const time = this.#times[at] ?? 0;
      const slot = this.#slots[at] ?? 0;
      if (this.#gone.has(slot)) continue;
      for (let one = added[next]; one !== undefined && one.time < time; one = added[++next])
        put(one.time, one.slot);
      put(time, slot);
    }
    for (let one = added[next]; one !== undefined; one = added[++next]) put(one.time, one.slot);
    this.#times = times.subarray(0, count);
    this.#slots = slots.subarray(0, count);
    this.#gone.clear();
    this.#added = [];
  }

  isLive(slot: number, at: number): boolean {
    // What has no item has no number here, and is never live.
    return (this.#from[slot] ?? Number.NaN) <= at && at < (this.#until[slot] ?? 0);
  }

  /** The number of the first moment after a time. */
  firstAfter(time: number): number {
    let low = 0;
    let high = this.#times.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#times[middle] ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The time of a moment; infinity before the first and after the last. */
  timeOf(moment: number): number {
    return this.#times[moment] ?? (moment < 0 ? -Infinity : Infinity);
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

  #grow(): void {
    this.#from = doubled(this.#from);
    this.#until = doubled(this.#until);
  }
}

function doubled(column: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(column.length * 2).fill(Number.NaN);
  larger.set(column);
  return larger;
}
