import type { LiveTimes } from './LiveTimes.ts';
import type { Order } from './Order.ts';
import type { Stretch } from './visibility.ts';

/** Which slots a question finds, in order, and the stretch of time for which that holds. */
export type View = Stretch & { readonly slots: Uint32Array };

/** Makes a view of some slots, or of all: in their order, and only what is live at a moment where one is given. */
export function makeView(
  slots: Uint32Array | undefined,
  order: Order,
  times: LiveTimes,
  liveAt: number | undefined,
): View {
  const ordered = slots === undefined ? order.slots : inOrder(slots, order);
  return liveAt === undefined
    ? { slots: ordered, from: -Infinity, until: Infinity }
    : times.select(ordered, liveAt);
}

/** A few slots are sorted by their ranks; for many it is quicker to mark them and walk the whole order. */
function inOrder(slots: Uint32Array, order: Order): Uint32Array {
  return slots.length * 16 < order.slots.length ? sortedByRank(slots, order) : picked(slots, order);
}

function sortedByRank(slots: Uint32Array, { slots: all, rank }: Order): Uint32Array {
  const ordered = new Uint32Array(slots.length);
  for (let place = 0; place < slots.length; place++) ordered[place] = rank[slots[place] ?? 0] ?? 0;
  ordered.sort();
  for (let place = 0; place < slots.length; place++) ordered[place] = all[ordered[place] ?? 0] ?? 0;
  return ordered;
}

function picked(slots: Uint32Array, { slots: all, rank }: Order): Uint32Array {
  const marked = new Uint8Array(rank.length);
  for (let place = 0; place < slots.length; place++) marked[slots[place] ?? 0] = 1;
  const ordered = new Uint32Array(slots.length);
  let count = 0;
  for (let place = 0; place < all.length; place++) {
    const slot = all[place] ?? 0;
    if (marked[slot] === 1) ordered[count++] = slot;
  }
  return ordered.subarray(0, count);
}
