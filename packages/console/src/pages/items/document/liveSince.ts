import type { PastVersion } from '@newsstand/contract/manage';
import { liveTime, type Times } from '../../../time/liveTime.ts';

/** A version of which only the times matter. */
type TimedVersion = Pick<PastVersion, 'version' | 'replacedAt' | 'wasDeleted'> & { readonly item: Times };

/**
 * Since when readers have seen an item without a break; undefined if they do not see it, or its stored versions do not
 * reach back far enough. An item that was live when it was created counts from the time of its creation; `version` is the number of the current version.
 */
export function liveSince(
  current: Times & { readonly createdAt?: number | undefined },
  /** Newest first. */
  past: readonly TimedVersion[],
  now: number,
  version = 1,
): number | undefined {
  const versions = [{ item: current, end: now, isLast: true }, ...past.map(endOf)];
  let since: number | undefined;
  for (const [at, { item, end, isLast }] of versions.entries()) {
    const { from, until } = liveTime(item);
    // Was it seen until the version after it came?
    const isSeen = from < end && end <= until;
    if (!(isLast ? from <= now && now < until : isSeen)) return since;
    const before = past[at];
    if (before === undefined) {
      const isFirst = (past[at - 1]?.version ?? version) === 1;
      const start = isFirst ? (current.createdAt ?? -Infinity) : -Infinity;
      if (from > start) return from;
      return isFirst ? finite(start) : undefined;
    }
    // When it was restored is not known.
    if (before.wasDeleted) return from > before.replacedAt ? from : undefined;
    since = Math.max(from, before.replacedAt);
    if (from > before.replacedAt) return since;
  }
  return since;
}

function endOf({ item, replacedAt }: TimedVersion) {
  return { item, end: replacedAt, isLast: false };
}

function finite(at: number): number | undefined {
  return Number.isFinite(at) ? at : undefined;
}
