/** What decides whether an item is live. */
type Times = {
  readonly updatedAt: number;
  readonly status: 'draft' | 'published';
  readonly reservedAt?: number;
  readonly openingAt?: number;
  readonly closingAt?: number;
};

/** What a preview shows, compared with what readers see. */
export type State =
  | { readonly type: 'draft' | 'live' | 'changed' }
  | { readonly type: 'opens' | 'closed' | 'takesOver'; readonly at: number };

/** The state of an item; `live` is what readers see of it now, if anything. */
export function stateOf<Item extends Times>(item: Item, live: Item | undefined, now: number): State {
  const { updatedAt, status, reservedAt, openingAt, closingAt } = item;
  if (live !== undefined) {
    if (JSON.stringify(live) === JSON.stringify(item)) return { type: 'live' };
    // A next version was last changed when readers see it, if that is decided.
    return updatedAt > now ? { type: 'takesOver', at: updatedAt } : { type: 'changed' };
  }
  if (closingAt !== undefined && closingAt <= now) return { type: 'closed', at: closingAt };
  const opens = Math.max(reservedAt ?? 0, openingAt ?? 0);
  const isPublished = status === 'published' || reservedAt !== undefined;
  return isPublished && opens > now ? { type: 'opens', at: opens } : { type: 'draft' };
}
