import type { ItemState } from '@newsstand/contract/manage';

/** The members of an item that decide when readers see it. */
export type Times = {
  readonly status?: string | undefined;
  readonly reservedAt?: number | undefined;
  readonly openingAt?: number | undefined;
  readonly closingAt?: number | undefined;
};

/** The period in which readers see an item: `from <= now < until`. The rules are those of the service. */
export function liveTime({ status, reservedAt, openingAt, closingAt }: Times): {
  readonly from: number;
  readonly until: number;
} {
  const published = reservedAt ?? (status === 'draft' ? Infinity : -Infinity);
  return { from: Math.max(published, openingAt ?? -Infinity), until: closingAt ?? Infinity };
}

/** The state of an item at a time. */
export function stateAt(item: Times, now: number): ItemState {
  const { from, until } = liveTime(item);
  if (from <= now && now < until) return 'live';
  if (from === Infinity) return 'draft';
  return now < from && from < until ? 'scheduled' : 'closed';
}
