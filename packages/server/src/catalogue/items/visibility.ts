/** The members of a resource that decide when it is live. Kinds without a status are always live. */
export type Timed = {
  readonly status?: string | undefined;
  readonly reservedAt?: number | undefined;
  readonly openingAt?: number | undefined;
  readonly closingAt?: number | undefined;
};

/** The interval in which an item is live: `liveFrom <= now < liveUntil`. */
export type LiveTime = { readonly liveFrom: number; readonly liveUntil: number };

/** When an item is published, and when it is live. */
export type Visibility = LiveTime & { readonly publishedFrom: number };

/** An interval: `from <= now < until`. */
export type Interval = { readonly from: number; readonly until: number };

/** The state of an item at a given time. */
export type State = 'live' | 'scheduled' | 'closed' | 'draft';

/** When an item is published and live; it does not depend on the current time. */
export function visibilityOf(item: Timed): Visibility {
  const publishedFrom = item.reservedAt ?? (item.status === 'draft' ? Infinity : -Infinity);
  return {
    publishedFrom,
    liveFrom: Math.max(publishedFrom, item.openingAt ?? -Infinity),
    liveUntil: item.closingAt ?? Infinity,
  };
}

/** Whether an item is live at a given time. */
export function isLive({ liveFrom, liveUntil }: LiveTime, at: number): boolean {
  return liveFrom <= at && at < liveUntil;
}

/** The state of an item at a given time, for operators. Only a draft without a reservation never opens. */
export function stateAt({ liveFrom, liveUntil }: LiveTime, at: number): State {
  if (liveFrom <= at && at < liveUntil) return 'live';
  if (liveFrom === Infinity) return 'draft';
  return at < liveFrom && liveFrom < liveUntil ? 'scheduled' : 'closed';
}
