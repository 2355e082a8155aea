import { forRanges, type Steps } from '../concurrency/timeSlices.ts';
import type { RenderedItem } from './items/Item.ts';
import type { ItemTable } from './items/ItemTable.ts';
import type { LiveTimes, TimedItems } from './items/LiveTimes.ts';
import type { FilterSets } from './orders/FilterSets.ts';
import type { Orders } from './orders/Orders.ts';

/** One change of a shelf: the new state of an item, with its next version if it has one; or that it is gone. */
export type ShelfChange = {
  readonly id: string;
  readonly rendered: RenderedItem | undefined;
  readonly next?: RenderedItem | undefined;
};

/** What has changed since it is shown. */
export type ShownChange = {
  /** Whether readers may notice anything of it: not of items that have never been live. */
  readonly isNoticed: boolean;
  /** The IDs of the items that they may notice; until `retire`. */
  ids(): Steps<readonly string[]>;
  /** What has gone is not needed any more. */
  retire(): void;
};

/** Changes that are not shown yet: the slots that will lose their items, and those that have got theirs. */
export type Staged = {
  readonly removed: number[];
  readonly added: number[];
  /** Those of these slots whose coming or going can be noticed, and the earliest time at which one of them is live. */
  readonly noticed: number[];
  opensAt: number;
  /** What takes the place of what is shown, if the change is large. */
  prepared?: {
    readonly times: Parameters<LiveTimes['show']>[0];
    readonly orders: Parameters<Orders['show']>[0];
    readonly facets: Parameters<FilterSets['show']>[0];
    readonly areTextsIndexed: boolean;
  };
};

/** An empty one. */
export function nothingStaged(): Staged {
  return { removed: [], added: [], noticed: [], opensAt: Infinity };
}

/** Notes that the item of a slot comes or goes. */
export function noteStaged(staged: Staged, items: TimedItems, slot: number): void {
  staged.noticed.push(slot);
  const liveFrom = items.liveFrom(slot);
  if (liveFrom < items.liveUntil(slot)) staged.opensAt = Math.min(staged.opensAt, liveFrom);
}

/** How many items are looked at in one step. */
const itemsAtOnce = 256;

/** The IDs of the items in some slots that have been live by a time, each once. */
export function* openedIds(items: ItemTable, slots: readonly number[], by: number): Steps<readonly string[]> {
  const ids = new Set<string>();
  yield* forRanges(
    slots.length,
    (from, to) => {
      for (const slot of slots.slice(from, to)) {
        const liveFrom = items.liveFrom(slot);
        if (liveFrom <= by && liveFrom < items.liveUntil(slot)) ids.add(items.idOf(slot));
      }
    },
    itemsAtOnce,
  );
  return [...ids];
}
