import type { ItemTable } from './ItemTable.ts';
import type { LiveTime } from './visibility.ts';

/**
 * Whether an item, rather than the other version of it, is shown to somebody who sees everything: its next version, or
 * the one that counts at a given time.
 */
export function isVersionSeen({ versions }: ItemTable, slot: number, shown: 'next' | number): boolean {
  const version = versions.get(slot);
  if (version === undefined) return true;
  const { isNext, isFollowed, takesOverAt } = version;
  const isOver = shown === 'next' ? isFollowed : takesOverAt <= shown;
  return isNext === isOver;
}

/** When the item in a slot is live, if no next version takes over. */
export function ownTimes(items: ItemTable, slot: number): LiveTime {
  const { liveFrom = items.liveFrom(slot), liveUntil = items.liveUntil(slot) } =
    items.versions.get(slot) ?? {};
  return { liveFrom, liveUntil };
}

/** When the next version of the item in a slot takes over, or infinity if nobody has decided; undefined if it has none. */
export function takeoverOf({ versions }: ItemTable, slot: number, now: number): number | undefined {
  const version = versions.get(slot);
  return version === undefined || version.isNext || version.takesOverAt <= now
    ? undefined
    : version.takesOverAt;
}
