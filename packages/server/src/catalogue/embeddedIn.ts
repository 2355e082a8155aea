import type { Kind } from '@newsstand/contract';
import { type Steps, stepElements } from '../concurrency/timeSlices.ts';
import type { Shelf } from './Shelf.ts';
import type { Space } from './Space.ts';

/** Which of some media, categories and tags the items of a shelf embed: those that are live at a time, or all. */
export function* embeddedIn(
  space: Space,
  shelf: Shelf,
  wanted: ReadonlyMap<Kind, readonly string[]>,
  liveAt: number | undefined,
): Steps<ReadonlyMap<Kind, ReadonlySet<string>>> {
  const [media, categories, tags] = [
    linksTo(space.media, wanted.get('media')),
    linksTo(space.categories, wanted.get('category')),
    linksTo(space.tags, wanted.get('tag')),
  ];
  const found = new Map<Kind, Set<string>>([
    ['media', new Set()],
    ['category', new Set()],
    ['tag', new Set()],
  ]);
  const note = (kind: Kind, id: string | undefined) => {
    if (id !== undefined) found.get(kind)?.add(id);
  };
  const { items } = shelf;
  for (const [index, slot] of shelf.slots().entries()) {
    if (index % stepElements === 0) yield;
    if (liveAt !== undefined && !items.isLive(slot, liveAt)) continue;
    note('media', media.get(items.mediaOf(slot)));
    note('category', categories.get(items.categoryOf(slot)));
    for (let tag = items.tagCount(slot) - 1; tag >= 0; tag--) note('tag', tags.get(items.tagOf(slot, tag)));
  }
  return found;
}

/** IDs by the numbers by which items refer to them. */
function linksTo(shelf: Shelf, ids: readonly string[] = []): ReadonlyMap<number | undefined, string> {
  return new Map(ids.map((id) => [shelf.linkNamed(id), id]));
}
