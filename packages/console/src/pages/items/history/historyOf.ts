import type { PastVersion, Versions } from '@newsstand/contract/manage';
import {
  type Difference,
  type Document,
  differences,
  type ItemVersion,
  type NextVersion,
} from '../document/Document.ts';

/** A version of an item, with what it changed. */
export type HistoryEntry = {
  readonly version: number;
  readonly at: number | undefined;
  readonly by: string | undefined;
  readonly item: Document;
  readonly isCurrent: boolean;
  /** The next version that was beside it and did not become the version after it. */
  readonly next: NextVersion | undefined;
  /** Compared with the previous version; undefined if that is no longer stored. */
  readonly changes: readonly Difference[] | undefined;
  /** What happened to the next version that was beside the previous version. */
  readonly nextEvent: NextEvent | undefined;
  /** Whether it was restored after a deletion. */
  readonly isRestored: boolean;
};

type NextEvent =
  | { readonly type: 'tookOver' | 'published' | 'discarded' }
  | { readonly type: 'edited'; readonly changes: readonly Difference[] };

/** All stored versions, newest first. */
export function historyOf(current: ItemVersion, { list, next }: Versions): readonly HistoryEntry[] {
  const newest = {
    version: current.version ?? (list[0]?.version ?? 0) + 1,
    ...{ at: current.changedAt, by: current.changedBy, item: current.item, next, isCurrent: true },
  };
  const past = list.map(({ version, writtenAt, writtenBy, item, next }) => ({
    ...{ version, at: writtenAt, by: writtenBy, item, next, isCurrent: false },
  }));
  const entries = [newest, ...past].map((entry, index) => {
    const before = list[index];
    return {
      ...entry,
      changes: before && differences(before.item, entry.item),
      nextEvent: before && nextEventOf(before, entry),
      isRestored: before?.wasDeleted ?? false,
    };
  });
  return entries.map((entry, index) => {
    const after = entries[index - 1]?.nextEvent?.type;
    // The one that waits now is shown by itself; one that became the version after it is that version.
    const isElsewhere = entry.isCurrent || after === 'tookOver' || after === 'published';
    return isElsewhere ? { ...entry, next: undefined } : entry;
  });
}

function nextEventOf(
  before: PastVersion,
  after: { readonly item: Document; readonly next?: NextVersion | undefined },
): NextEvent | undefined {
  const { next, replacedAt, wasDeleted } = before;
  if (next === undefined || wasDeleted) return undefined;
  if (next.takesOverAt === replacedAt) return { type: 'tookOver' };
  const isSame = (one: Document, other: Document) => differences(one, other).length === 0;
  if (isSame(next.item, after.item) && !isSame(before.item, after.item)) return { type: 'published' };
  if (after.next === undefined) return { type: 'discarded' };
  const changes = differences(next.item, after.next.item);
  const isUnchanged = changes.length === 0 && next.takesOverAt === after.next.takesOverAt;
  return isUnchanged ? undefined : { type: 'edited', changes };
}
