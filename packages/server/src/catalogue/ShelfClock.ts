import { forRanges, type Steps } from '../concurrency/timeSlices.ts';
import type { Item } from './items/Item.ts';
import type { ItemTable } from './items/ItemTable.ts';
import type { LiveTimes } from './items/LiveTimes.ts';
import { isVersionSeen, ownTimes } from './items/versions.ts';
import { type State, stateAt } from './items/visibility.ts';
import type { ShelfNames } from './ShelfNames.ts';

/** The items of a shelf that are shown. */
type ShownItems = { readonly items: ItemTable; readonly times: LiveTimes; readonly names: ShelfNames };

/** What happens to an item by the clock: it opens, closes, or its next version takes over while it is live. */
type ShelfTransition = {
  readonly at: number;
  readonly item: Item;
  readonly type: 'opens' | 'closes' | 'changes';
};

/** What the clock makes of the items of a shelf: how many there are in each state, and what happens next. */
export class ShelfClock {
  readonly #shown: ShownItems;
  /** The number of single items in each state, after how many changes, and since the last transition. */
  #counted:
    | { readonly counts: Record<State, number>; readonly changes: number; readonly from: number }
    | undefined;

  constructor(shown: ShownItems) {
    this.#shown = shown;
  }

  /** The number of items in each state at a given time. */
  *counts(at: number): Steps<Record<State, number>> {
    const { items } = this.#shown;
    const counts = { ...(yield* this.#countSingle(at)) };
    // A next version may take over without opening or closing anything.
    for (const slot of this.#versions())
      if (isVersionSeen(items, slot, at)) counts[stateAt(ownTimes(items, slot), at)]++;
    return counts;
  }

  /** The same of the items that have no next version, and are none. */
  *#countSingle(at: number): Steps<Record<State, number>> {
    const { items, times, names } = this.#shown;
    const { changes } = times;
    const { from } = times.intervalAt(at);
    if (this.#counted?.changes === changes && this.#counted.from === from) return this.#counted.counts;
    const counts = { live: 0, scheduled: 0, closed: 0, draft: 0 };
    const slots = yield* names.ids.slotsInSteps();
    yield* forRanges(slots.length, (begin, end) => {
      for (let index = begin; index < end; index++) {
        const slot = slots[index] ?? 0;
        if (items.versions.get(slot) === undefined) counts[stateAt(ownTimes(items, slot), at)]++;
      }
    });
    if (times.changes === changes) this.#counted = { counts, changes, from };
    return counts;
  }

  /** The slots of what is shown and has a next version, or is one. */
  *#versions(): Iterable<number> {
    const { items, names } = this.#shown;
    for (const slot of items.versions.slots()) if (items.has(slot) && names.isNamed(slot)) yield slot;
  }

  /** How often items open, close or change within a period, and the first of these moments, the earliest first. */
  transitions(
    after: number,
    upTo: number,
    most: number,
  ): { readonly total: number; readonly first: readonly ShelfTransition[] } {
    const { items, times } = this.#shown;
    const [begin, end] = [times.firstAfter(after), times.firstAfter(upTo)];
    const first: ShelfTransition[] = [];
    for (let moment = begin; moment < end && first.length < most; moment++) {
      const [at, slot] = [times.timeOf(moment), times.slotOf(moment)];
      const item = items.get(slot);
      const isChange = this.#takeoverIn(slot) === at;
      const opens = at === item?.liveFrom;
      // Of a change, only that the next version opens.
      if (item === undefined || (isChange && !opens)) continue;
      first.push({ at, item, type: isChange ? 'changes' : opens ? 'opens' : 'closes' });
    }
    let changes = 0;
    for (const slot of this.#versions()) {
      const at = items.versions.get(slot)?.isNext === true ? this.#takeoverIn(slot) : undefined;
      if (at !== undefined && after < at && at <= upTo) changes++;
    }
    return { total: end - begin - changes, first };
  }

  /** When the next item is published that opens later, or never. */
  publishedAfter(time: number): number {
    const { published } = this.#shown.times;
    return published.timeOf(published.firstAfter(time));
  }

  /** The IDs of the first items that are so published within a period, and how many there are. */
  published(
    after: number,
    upTo: number,
    most: number,
  ): { readonly total: number; readonly first: readonly string[] } {
    const { items, times } = this.#shown;
    const [begin, end] = [times.published.firstAfter(after), times.published.firstAfter(upTo)];
    const first: string[] = [];
    for (let moment = begin; moment < end && first.length < most; moment++)
      first.push(items.idOf(times.published.slotOf(moment)));
    return { total: end - begin, first };
  }

  /** When the item in a slot gives way to its next version, or is that, and is live before and after; undefined if never. */
  #takeoverIn(slot: number): number | undefined {
    const { items, names } = this.#shown;
    if (items.versions.get(slot) === undefined) return undefined;
    const id = items.idOf(slot);
    const [old, next] = [names.find(id), names.findNext(id)];
    const at = items.liveFrom(next);
    const isLiveBefore = items.liveFrom(old) < at && items.liveUntil(old) === at;
    return isLiveBefore && at < items.liveUntil(next) ? at : undefined;
  }
}
