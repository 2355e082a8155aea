import type { EventState } from '../store/RecordEvent.ts';
import { ownTimes } from './items/versions.ts';
import type { Shelf } from './Shelf.ts';

/** What events need to know of the item with an ID, and of its next version; undefined if there is none. */
export function eventStateOf(shelf: Shelf, id: string): EventState | undefined {
  const [current, next] = shelf.slotsOf(id);
  if (current === undefined) return undefined;
  if (next === undefined) return versionState(shelf, current);
  const { takesOverAt = Infinity } = shelf.items.versions.get(next) ?? {};
  return { ...versionState(shelf, current), next: { ...versionState(shelf, next), takesOverAt } };
}

function versionState({ items }: Shelf, slot: number): EventState {
  const [alias, publishedFrom] = [items.textIn(slot, 'alias'), items.publishedFrom(slot)];
  return { alias, publishedFrom, ...ownTimes(items, slot) };
}
