/** The members of a resource that decide when it is seen. Kinds without a status are always seen. */
export type Timed = {
  readonly status?: string | undefined;
  readonly reservedAt?: number | undefined;
  readonly openingAt?: number | undefined;
  readonly closingAt?: number | undefined;
};

/** When an item is published, and the stretch of time in which it is live: `liveFrom <= now < liveUntil`. */
export type Visibility = {
  readonly publishedFrom: number;
  readonly liveFrom: number;
  readonly liveUntil: number;
};

/** What an item is at a moment. */
export type State = 'live' | 'scheduled' | 'closed' | 'draft';

/** Works out, once and for all, when an item will be seen. */
export function visibilityOf(item: Timed): Visibility {
  const publishedFrom = item.reservedAt ?? (item.status === 'draft' ? Infinity : -Infinity);
  return {
    publishedFrom,
    liveFrom: Math.max(publishedFrom, item.openingAt ?? -Infinity),
    liveUntil: item.closingAt ?? Infinity,
  };
}

/** Whether an item is live at a moment. */
export function isLive(item: Visibility, at: number): boolean {
  return item.liveFrom <= at && at < item.liveUntil;
}

/** Names what an item is at a moment, for operators. */
export function stateAt(item: Visibility, at: number): State {
  if (isLive(item, at)) return 'live';
  if (item.publishedFrom === Infinity) return 'draft';
  return at < item.liveFrom && item.liveFrom < item.liveUntil ? 'scheduled' : 'closed';
}
