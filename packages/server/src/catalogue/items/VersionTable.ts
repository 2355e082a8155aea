import { hasBit, type Words } from '../bitset/Bitset.ts';
import type { SavedArrays, Saving } from '../snapshot/SavedArrays.ts';
import type { VersionTimes } from './Item.ts';

/** How many numbers are saved of each. */
const saved = 6;

/** The few items of a shelf that have a next version, or are one, by their slots. */
export class VersionTable {
  readonly #times = new Map<number, VersionTimes>();

  get isEmpty(): boolean {
    return this.#times.size === 0;
  }

  get(slot: number): VersionTimes | undefined {
    return this.#times.get(slot);
  }

  slots(): Iterable<number> {
    return this.#times.keys();
  }

  set(slot: number, times: VersionTimes): void {
    this.#times.set(slot, times);
  }

  delete(slot: number): void {
    this.#times.delete(slot);
  }

  *save(): Saving {
    const rows = [...this.#times].flatMap(
      ([slot, { isNext, isFollowed, takesOverAt, liveFrom, liveUntil }]) => [
        ...[slot, isNext ? 1 : 0, isFollowed ? 1 : 0, takesOverAt, liveFrom, liveUntil],
      ],
    );
    yield Float64Array.from(rows);
  }

  /** Loads what was saved of some slots. */
  load(arrays: SavedArrays, isSaved: Words): void {
    const numbers = arrays.next(Float64Array);
    for (let at = 0; at < numbers.length; at += saved) {
      const [slot = 0, isNext, isFollowed, ...times] = numbers.subarray(at, at + saved);
      const [takesOverAt = 0, liveFrom = 0, liveUntil = 0] = times;
      if (!hasBit(isSaved, slot)) continue;
      const flags = { isNext: isNext === 1, isFollowed: isFollowed === 1 };
      this.#times.set(slot, { ...flags, takesOverAt, liveFrom, liveUntil });
    }
  }
}
