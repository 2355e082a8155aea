import type { SortItem } from '@newsstand/contract';
import { IntSet } from '../bitset/IntSet.ts';
import { countOfSelection, intersect, type Selection } from '../bitset/intersect.ts';
import type { Item } from '../items/Item.ts';
import { compareItems, sortValueOf } from './compareItems.ts';
import type { Order } from './Order.ts';

/** What a page is cut from. */
export type TiedQuestion = {
  readonly items: readonly (Item | undefined)[];
  /** The order by one field. */
  readonly orderBy: (sort: SortItem) => Order;
  /** The same filter at the same moment, in the order by one field. */
  readonly select: (order: Order) => Selection;
};

/** Ties up to this many items are simply sorted. */
const fewTied = 4096;

/** Some of what a shelf holds, in the order by one field. */
export type Among = {
  readonly order: Order;
  readonly selection: Selection;
  /** Whether it is all that the filter lets through. */
  readonly isAll: boolean;
};

/**
 * One page in an order by several fields that was never made, out of orders by one field each: what ties in the first
 * field lies side by side there, and only the ties that reach into the page have to be put in order by the others.
 */
export function pageByTies(
  question: TiedQuestion,
  [leading, ...rest]: readonly SortItem[],
  { order, selection, isAll }: Among,
  first: number,
  size: number,
): readonly number[] {
  if (leading === undefined || rest.length === 0) return order.page(selection, first, size);
  const page = order.page(selection, first, size);
  const read = valueReader(question, leading);
  const valueAt = (rank: number) => read(page[rank - first] ?? order.page(selection, rank, 1)[0]);
  const end = first + page.length;
  const slots: number[] = [];
  for (let rank = first; rank < end; ) {
    const value = valueAt(rank);
    const isTied = (other: number) => valueAt(other) === value;
    let stop = rank + 1;
    while (stop < end && isTied(stop)) stop++;
    // Within the page all of a tie is seen; at its ends the tie may begin before it, or go on.
    const from = rank === first ? lastTied(isTied, rank, -1) : rank;
    const to = stop === end ? lastTied(isTied, stop - 1, countOfSelection(selection)) + 1 : stop;
    slots.push(...tiedSlots(question, rest, { order, selection, isAll }, { from, to, rank, stop }));
    rank = stop;
  }
  return slots;
}

/** A tie, and the part of it that is wanted. */
type Tie = { readonly from: number; readonly to: number; readonly rank: number; readonly stop: number };

/** The wanted slots of a tie, in the order of the other fields. */
function tiedSlots(
  question: TiedQuestion,
  rest: readonly SortItem[],
  { order, selection, isAll }: Among,
  { from, to, rank, stop }: Tie,
): readonly number[] {
  const [next] = rest;
  if (to - from <= fewTied || next === undefined) {
    return sorted(question, order.page(selection, from, to - from), rest).slice(rank - from, stop - from);
  }
  const other = question.orderBy(next);
  const isWhole = isAll && from === 0 && to === countOfSelection(selection);
  const among = isWhole
    ? question.select(other)
    : inOrder(question, other, order.page(selection, from, to - from));
  return pageByTies(
    question,
    rest,
    { order: other, selection: among, isAll: isWhole },
    rank - from,
    stop - rank,
  );
}

function inOrder({ items }: TiedQuestion, order: Order, slots: readonly number[]): Selection {
  const set = IntSet.from(Uint32Array.from(slots), items.length);
  return intersect(order.present, [[order.setOf(set).places]]);
}

function sorted(
  { items }: TiedQuestion,
  slots: readonly number[],
  sort: readonly SortItem[],
): readonly number[] {
  if (slots.length === 1) return slots;
  const compare = compareItems(sort);
  return slots.toSorted((a, b) => {
    const [left, right] = [items[a], items[b]];
    return left === undefined || right === undefined ? 0 : compare(left, right);
  });
}

function valueReader({ items }: TiedQuestion, { field }: SortItem) {
  const read = sortValueOf(field);
  return (slot: number | undefined) => {
    const item = slot === undefined ? undefined : items[slot];
    return item === undefined ? undefined : read(item);
  };
}

/** The farthest rank that is tied with one, towards a limit that is not: in growing steps, then by halving. */
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
