import type { Versions } from '@newsstand/contract/manage';
import { type Difference, type Document, differences, type Kept } from '../document/Document.ts';

/** A version of an item, with what it changed. */
export type Edition = {
  readonly version: number;
  readonly at: number | undefined;
  readonly by: string | undefined;
  readonly item: Document;
  readonly isCurrent: boolean;
  /** Compared with the version before; undefined where that is not kept. */
  readonly changes: readonly Difference[] | undefined;
  /** It came back after it had been deleted. */
  readonly isReturn: boolean;
};

/** All versions that are kept, the newest first. */
export function historyOf(current: Kept, { list }: Versions): readonly Edition[] {
  const newest = {
    version: current.version ?? (list[0]?.version ?? 0) + 1,
    ...{ at: current.changedAt, by: current.changedBy, item: current.item, isCurrent: true },
  };
  const past = list.map(({ version, writtenAt, writtenBy, item }) => ({
    ...{ version, at: writtenAt, by: writtenBy, item, isCurrent: false },
  }));
  return [newest, ...past].map((edition, index) => {
    const before = list[index];
    return {
      ...edition,
      changes: before && differences(before.item, edition.item),
      isReturn: before?.wasDeleted ?? false,
    };
  });
}
