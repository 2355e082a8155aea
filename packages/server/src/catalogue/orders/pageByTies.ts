import type { SortItem } from '@newsstand/contract';
import { runAtOnce } from '../../concurrency/timeSlices.ts';
import { Bitset } from '../bitset/Bitset.ts';
import { IntSet } from '../bitset/IntSet.ts';
import { countOfSelection, intersect, type Selection } from '../bitset/selection.ts';
import type { ItemTable } from '../items/ItemTable.ts';
import { compareItems, sortValueOf } from './compareItems.ts';
import { placesIn } from './FilterSets.ts';
import type { Order } from './Order.ts';

/** What a page is cut from. */
export type TiedShelf = {
  readonly items: ItemTable;
  /** The order by one field. */
  readonly orderBy: (sort: SortItem) => Order;
  /** The same filter at the same time, in the order by one field. */
  readonly select: (order: Order) => Selection;
};

/** A tie of at most this many items is simply sorted. */
const fewTied = 4096;

/** A selection of a shelf in the order by one field. */
export type OrderedSelection = {
  readonly order: Order;
  readonly selection: Selection;
  /** Whether it is everything that the filter lets through. */
  readonly isAll: boolean;
};

/**
 * One page in an order by several fields that has not been sorted, from the orders by one field each: items that tie in the
 * first field lie side by side there, and only the ties that reach into the page are sorted by the other fields.
 */
export function pageByTies(
  shelf: TiedShelf,
  [leading, ...rest]: readonly SortItem[],
  { order, selection: selected, isAll }: OrderedSelection,
  first: number,
  size: number,
): readonly number[] {
  if (leading === undefined || rest.length === 0) return order.page(selected, first, size);
  // Its ties are selected while it is still needed.
  const selection = selected instanceof Bitset ? selected.clone() : selected;
  const page = order.page(selection, first, size);
  const read = valueReader(shelf, leading);
  const valueAt = (rank: number) => read(page[rank - first] ?? order.page(selection, rank, 1)[0]);
  const end = first + page.length;
  const slots: number[] = [];
  for (let rank = first; rank < end; ) {
    const value = valueAt(rank);
    const isTied = (other: number) => valueAt(other) === value;
    let stop = rank + 1;
    while (stop < end && isTied(stop)) stop++;
    // A tie inside the page is complete; at the ends of the page it may begin before it, or go on after it.
    const from = rank === first ? lastTied(isTied, rank, -1) : rank;
    const to = stop === end ? lastTied(isTied, stop - 1, countOfSelection(selection)) + 1 : stop;
    slots.push(...tiedSlots(shelf, rest, { order, selection, isAll }, { from, to, rank, stop }));
    rank = stop;
  }
  return slots;
}

/** The ranks of a tie, and of the part of it that is wanted. */
type Tie = { readonly from: number; readonly to: number; readonly rank: number; readonly stop: number };

/** The wanted slots of a tie, in the order of the other fields. */
function tiedSlots(
  shelf: TiedShelf,
  rest: readonly SortItem[],
  { order, selection, isAll }: OrderedSelection,
  { from, to, rank, stop }: Tie,
): readonly number[] {
  const [next] = rest;
  if (to - from <= fewTied || next === undefined) {
    return sorted(shelf, order.page(selection, from, to - from), rest).slice(rank - from, stop - from);
  }
  const other = shelf.orderBy(next);
  const isWhole = isAll && from === 0 && to === countOfSelection(selection);
  const tied = isWhole ? shelf.select(other) : inOrder(shelf, other, order.page(selection, from, to - from));
  return pageByTies(shelf, rest, { order: other, selection: tied, isAll: isWhole }, rank - from, stop - rank);
}

function inOrder({ items }: TiedShelf, order: Order, slots: readonly number[]): Selection {
  const set = IntSet.from(Uint32Array.from(slots), items.length);
  return intersect(order.present, [[runAtOnce(placesIn(order, set)).places]]);
}

function sorted(
  { items }: TiedShelf,
  slots: readonly number[],
  sort: readonly SortItem[],
): readonly number[] {
  if (slots.length === 1) return slots;
  return slots.toSorted(compareItems(items, sort));
}

function valueReader({ items }: TiedShelf, { field }: SortItem) {
  const read = sortValueOf(field);
  return (slot: number | undefined) => (slot === undefined ? undefined : read(items, slot));
}

/** The farthest rank that is tied with one, towards a limit that is not: by exponential search. */
function lastTied(isTied: (rank: number) => boolean, rank: number, limit: number): number {
  const way = limit < rank ? -1 : 1;
  const farthest = Math.abs(limit - rank);
  let [tied, not] = [0, farthest];
  for (let step = 1; tied + step < farthest; step *= 2) {
    if (!isTied(rank + way * (tied + step))) {
      not = tied + step;
      break;
    }
    tied += step;
  }
  while (not - tied > 1) {
    const middle = (tied + not) >>> 1;
    if (isTied(rank + way * middle)) tied = middle;
    else not = middle;
  }
  return rank + way * tied;
}
