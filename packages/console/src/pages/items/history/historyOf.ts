import type { Versions } from '@newsstand/contract/manage';
import { type Difference, type Document, differences, type ItemVersion } from '../document/Document.ts';

/** A version of an item, with what it changed. */
export type HistoryEntry = {
  readonly version: number;
  readonly at: number | undefined;
  readonly by: string | undefined;
  readonly item: Document;
  readonly isCurrent: boolean;
  /** Compared with the previous version; undefined if that is no longer stored. */
  readonly changes: readonly Difference[] | undefined;
  /** Whether it was restored after a deletion. */
  readonly isRestored: boolean;
};

/** All stored versions, newest first. */
export function historyOf(current: ItemVersion, { list }: Versions): readonly HistoryEntry[] {
  const newest = {
    version: current.version ?? (list[0]?.version ?? 0) + 1,
    ...{ at: current.changedAt, by: current.changedBy, item: current.item, isCurrent: true },
  };
  const past = list.map(({ version, writtenAt, writtenBy, item }) => ({
    ...{ version, at: writtenAt, by: writtenBy, item, isCurrent: false },
  }));
  return [newest, ...past].map((entry, index) => {
    const before = list[index];
    return {
      ...entry,
      changes: before && differences(before.item, entry.item),
      isRestored: before?.wasDeleted ?? false,
    };
  });
}
