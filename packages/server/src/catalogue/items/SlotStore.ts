import { forRanges, type Steps } from '../../concurrency/timeSlices.ts';
import { hasBit, type Words } from '../bitset/Bitset.ts';
import { FacetIndex } from '../orders/FilterSets.ts';
import { ShardIndexing } from '../search/ShardIndexing.ts';
import { ShelfTexts } from '../search/ShelfTexts.ts';
import type { SavedArrays, Saving } from '../snapshot/SavedArrays.ts';
import type { Links, RenderedItem } from './Item.ts';
import { ItemTable } from './ItemTable.ts';
import { LiveTimes } from './LiveTimes.ts';

/** How many slots are cleared in one step. */
const clearedAtOnce = 64;

/**
 * What is stored for each slot of a shelf. Whether its item is shown is decided elsewhere: a slot is filled before that, and
 * cleared some time after it is not shown any more.
 */
export class SlotStore {
  readonly items = new ItemTable();
  readonly facets = new FacetIndex(this.items);
  readonly times = new LiveTimes(this.items);
  readonly texts = new ShelfTexts(this.items, this.times);
  readonly indexing = new ShardIndexing(this.items, this.texts);
  /** Slots to be cleared. */
  #retired: number[] = [];
  readonly #free: number[] = [];

  /** Stores an item in a slot that has none. */
  put(rendered: RenderedItem, links: Links): number {
    const slot = this.#free.pop() ?? this.items.length;
    this.items.put(slot, rendered, links);
    this.facets.add(slot);
    return slot;
  }

  /** These slots are not needed any more. */
  retire(slots: readonly number[]): void {
    this.#retired = this.#retired.concat(slots);
  }

  /** Whether nothing is left to do in `tidy` at a given time. */
  isTidy(at: number): boolean {
    return this.#retired.length === 0 && this.texts.isTidy(at);
  }

  /** Clears slots while it may, and says so before; then brings the search index up to date. */
  *tidy(now: () => number, mayClear: () => boolean, beforeCleared: (slot: number) => void): Steps<void> {
    for (let cleared = 0; mayClear() && this.#retired.length > 0; cleared++) {
      const slot = this.#retired.pop() ?? 0;
      if (!this.items.has(slot)) continue;
      beforeCleared(slot);
      this.#clear(slot);
      if (cleared % clearedAtOnce === 0) yield;
    }
    yield* this.texts.tidy(now, (slot) => this.#free.push(slot));
    yield* this.items.compact();
  }

  /** Saves all but the texts that are searched. Nothing may be tidied meanwhile. */
  *save(): Saving {
    yield* this.items.save();
    yield* this.facets.save();
  }

  /** Loads a snapshot, in which some slots have items. */
  *load(saved: SavedArrays, isSaved: Words): Steps<void> {
    yield* this.items.load(saved, isSaved);
    yield* this.facets.load(saved, isSaved);
    yield* forRanges(this.items.length, (from, to) => {
      for (let slot = from; slot < to; slot++) if (!hasBit(isSaved, slot)) this.#free.push(slot);
    });
  }

  /** A slot is not used again before the search index has removed it. */
  #clear(slot: number): void {
    this.facets.delete(slot);
    this.items.clear(slot);
    if (this.texts.remove(slot)) this.#free.push(slot);
  }
}
