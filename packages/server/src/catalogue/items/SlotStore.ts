import type { Steps } from '../../concurrency/timeSlices.ts';
import { FacetIndex } from '../orders/FilterSets.ts';
import { ShelfTexts, type Texts } from '../search/ShelfTexts.ts';
import type { Item, RenderedItem } from './Item.ts';
import { JsonArena, type Links } from './JsonArena.ts';
import { LiveTimes } from './LiveTimes.ts';

/** The texts of items, by slot. */
export function textsOf(items: readonly (Item | undefined)[]): Texts {
  return {
    textOf: (slot) => items[slot]?.text,
    get length() {
      return items.length;
    },
  };
}

/** How many slots are cleared in one step. */
const clearedAtOnce = 64;

/**
 * What is stored for each slot of a shelf. Whether its item is shown is decided elsewhere: a slot is filled before that, and
 * cleared some time after it is not shown any more.
 */
export class SlotStore {
  readonly items: (Item | undefined)[] = [];
  readonly json = new JsonArena();
  readonly facets = new FacetIndex();
  readonly times = new LiveTimes();
  readonly texts = new ShelfTexts(textsOf(this.items), this.times);
  /** Slots to be cleared. */
  #retired: number[] = [];
  readonly #free: number[] = [];

  /** Stores an item in a slot that has none. */
  put(rendered: RenderedItem, links: Links): number {
    const { item } = rendered;
    const slot = this.#free.pop() ?? this.items.length;
    this.items[slot] = item;
    this.json.put(slot, rendered, links);
    this.facets.add(item, slot);
    this.times.put(slot, item);
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

  /** Clears slots while it may, and passes their items on; then brings the search index up to date. */
  *tidy(now: () => number, mayClear: () => boolean, onCleared: (item: Item) => void): Steps<void> {
    for (let cleared = 0; mayClear() && this.#retired.length > 0; cleared++) {
      const slot = this.#retired.pop() ?? 0;
      const item = this.items[slot];
      if (item === undefined) continue;
      this.#clear(slot, item);
      onCleared(item);
      if (cleared % clearedAtOnce === 0) yield;
    }
    yield* this.texts.tidy(now, (slot) => this.#free.push(slot));
    yield* this.json.compact();
  }

  /** A slot is not used again before the search index has removed it. */
  #clear(slot: number, item: Item): void {
    this.items[slot] = undefined;
    this.json.drop(slot);
    this.facets.delete(item, slot);
    this.times.clear(slot);
    if (this.texts.remove(slot)) this.#free.push(slot);
  }
}
