import { forRanges, type Steps } from '../concurrency/timeSlices.ts';
import type { RenderedItem } from './items/Item.ts';
import type { LiveTimes } from './items/LiveTimes.ts';
import type { LiveTime } from './items/visibility.ts';
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
  /** The IDs of the items that they may notice. */
  ids(): Steps<readonly string[]>;
};

/** An item that comes or goes. */
type StagedItem = LiveTime & { readonly id: string };

/** Changes that are not shown yet: the slots that will lose their items, and those that have got theirs. */
export type Staged = {
  readonly removed: number[];
  readonly added: number[];
  /** All of these items, and the earliest time at which one of them is live. */
  readonly items: StagedItem[];
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
  return { removed: [], added: [], items: [], opensAt: Infinity };
}

/** Notes when an item that comes or goes is live. */
export function noteStaged(staged: Staged, id: string, liveFrom: number, liveUntil: number): void {
  staged.items.push({ id, liveFrom, liveUntil });
  if (liveFrom < liveUntil) staged.opensAt = Math.min(staged.opensAt, liveFrom);
}

/** How many items are looked at in one step. */
const itemsAtOnce = 256;

/** The IDs of the items that have been live by a time, each once. */
export function* openedIds(items: readonly StagedItem[], by: number): Steps<readonly string[]> {
  const ids = new Set<string>();
  yield* forRanges(
    items.length,
    (from, to) => {
      for (const { id, liveFrom, liveUntil } of items.slice(from, to)) {
        if (liveFrom <= by && liveFrom < liveUntil) ids.add(id);
      }
    },
    itemsAtOnce,
  );
  return [...ids];
}
