import type { StoredRecord } from '../../store/Store.ts';
import type { RenderedItem, VersionTimes } from './Item.ts';
import type { Render } from './openRendering.ts';

/** The versions of a record: what counts, and what will count from some time on. */
export type RenderedVersions = {
  readonly current: RenderedItem;
  readonly next: RenderedItem | undefined;
};

/**
 * Renders a record with its next version: two items, one of which closes when the other opens. So whatever is done with
 * items by the clock is right for them too.
 */
export async function renderVersions(record: StoredRecord, render: Render): Promise<RenderedVersions> {
  const current = await render(record);
  if (record.next === undefined) return { current, next: undefined };
  const { next: following, ...rest } = record;
  const { alias, document, links, takesOverAt = Infinity } = following;
  const next = await render({ ...rest, alias, document, links });
  // Nobody is given an incomplete draft.
  const isFollowed = next.item.missing.length === 0;
  const version = (of: RenderedItem, isNext: boolean): VersionTimes => {
    const { liveFrom, liveUntil } = of.item;
    return { isNext, takesOverAt, isFollowed, liveFrom, liveUntil };
  };
  return {
    current: {
      ...current,
      item: { ...current.item, liveUntil: Math.min(current.item.liveUntil, takesOverAt) },
      version: version(current, false),
    },
    next: isFollowed
      ? {
          ...next,
          item: { ...next.item, liveFrom: Math.max(next.item.liveFrom, takesOverAt) },
          version: version(next, true),
        }
      : undefined,
  };
}
