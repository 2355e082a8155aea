import { type EventSource, type Position, readEvents, type SpaceEvents } from '../events/readEvents.ts';
import { isHeld } from '../store/limitTo.ts';
import type { Scope } from '../store/Store.ts';

/** What happened since a position, and the position reached. */
export type FoundEvents =
  | { readonly type: 'events'; readonly position: Position; readonly spaces: readonly SpaceEvents[] }
  /** The catalogue has not come that far yet. */
  | { readonly type: 'behind' }
  /** It is not known what happened: everything has to be read anew. */
  | { readonly type: 'unknown'; readonly position: Position };

/** What has happened by now in some scopes, in a process that holds the catalogue. */
export async function findEvents(
  source: EventSource,
  from: Position,
  scopes: readonly Scope[],
): Promise<FoundEvents> {
  const { bookmark } = source.catalogue;
  const found = await readEvents(source, from, (space) => isHeld(scopes, space));
  if (found === undefined || bookmark === undefined) return { type: 'behind' };
  if (found.type !== 'unknown') return found;
  return { type: 'unknown', position: { ...bookmark, at: Math.max(source.now(), from.at) } };
}
