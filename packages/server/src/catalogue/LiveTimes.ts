import { type LiveTime, type State, type Stretch, stateAt } from './visibility.ts';

/** When each slot of a shelf is live, in two plain columns: a walk over a whole shelf reads nothing else. */
export class LiveTimes {
  #from = new Float64Array(64).fill(Number.NaN);
  #until = new Float64Array(64);

  set(slot: number, { liveFrom, liveUntil }: LiveTime): void {
    if (slot >= this.#from.length) this.#grow();
    this.#from[slot] = liveFrom;
    this.#until[slot] = liveUntil;
  }

  clear(slot: number): void {
    this.#from[slot] = Number.NaN;
  }

  /** Keeps what is live at a moment, and notes the moments before and after which that is different. */
  select(slots: Uint32Array, at: number): Stretch & { readonly slots: Uint32Array } {
    const live = new Uint32Array(slots.length);
    let count = 0;
    let from = -Infinity;
    let until = Infinity;
    // Walks over all slots are written with an index throughout: iterators cost several times as much here.
    for (let place = 0; place < slots.length; place++) {
      const slot = slots[place] ?? 0;
      const opens = this.#from[slot] ?? 0;
      const closes = this.#until[slot] ?? 0;
      if (opens >= closes) continue;
      if (opens > at) {
        if (opens < until) until = opens;
      } else if (closes <= at) {
        if (closes > from) from = closes;
      } else {
        live[count++] = slot;
        if (opens > from) from = opens;
        if (closes < until) until = closes;
      }
    }
    return { slots: live.slice(0, count), from, until };
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
