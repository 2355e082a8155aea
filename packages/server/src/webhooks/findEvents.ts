import { type EventSource, type Position, readEvents, type SpaceEvents } from '../events/readEvents.ts';
import { isHeld } from '../store/limitTo.ts';
import type { Scope } from '../store/Store.ts';

/** Where somebody listens, and whether they hear of hidden items too. */
export type WantedScope = Scope & { readonly drafts: boolean };

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
  scopes: readonly WantedScope[],
): Promise<FoundEvents> {
  const { bookmark } = source.catalogue;
  const withDrafts = scopes.filter(({ drafts }) => drafts);
  const found = await readEvents(source, from, (space) => {
    if (isHeld(withDrafts, space)) return 'everything';
    return isHeld(scopes, space) ? 'public' : 'nothing';
  });
  if (found === undefined || bookmark === undefined) return { type: 'behind' };
  if (found.type !== 'unknown') return found;
  return { type: 'unknown', position: { ...bookmark, at: Math.max(source.now(), from.at) } };
}
