import { isAppKind, isId, type Kind, type Query } from '@newsstand/contract';
import type { LinkedIds } from '../catalogue/items/Item.ts';
import { filesKey, filesKeyOfSpace } from '../catalogue/items/MediaFiles.ts';
import type { Space as Shelves } from '../catalogue/Space.ts';
import type { Change, RecordKey, Space } from '../store/Store.ts';

/**
 * The keys by which a shared cache in front can be purged. A response carries the keys of all that it was made from; a
 * change purges the keys of what has changed, and so does a moment at which something opens or closes. They are built
 * from IDs, which contain neither spaces nor slashes:
 *
 *     acme/web                a space: every response from it
 *     acme/web/news/press     a shelf: every list of it
 *     acme/web/news/press/n1  an item: alone, or embedded in another
 *     acme/web/media          a collection: its lists, and the lists of others that show or filter by it
 *     key/nsk_1               a credential: every response to it
 *     file/K3b…               a space, by a hash: every file that its media name
 *     file/K3b…/x9Q…          a media, by a hash: the files that it names, and everything made from them
 */

/** A shelf as a request or a record names it. */
type ShelfName = Space & { readonly kind: Kind; readonly instanceId?: string | undefined };

/** How long the header may be; the key of the credential comes on top. */
const maxBytes = 1900;

/** The keys of all responses from a space: purged if it is unknown what has changed in it. */
export function keysOfSpace(space: Space): readonly string[] {
  return [spaceKey(space), filesKeyOfSpace(space)];
}

/** The keys to purge after a change: those of every response that it may have altered. */
export function keysOfChange(change: Change): readonly string[] {
  switch (change.type) {
    case 'record':
      return keysOfRecord(change.key);
    case 'space':
      return keysOfSpace(change.space);
    case 'instance':
      return [shelfKey({ ...change.instance, kind: change.instance.app })];
    case 'credential':
      return [keyOfCredential(change.key)];
  }
}

/** If more than this changes, opens or closes at once, whole spaces are purged instead. */
const fewItems = 500;

/** The same for all changes that are shown at once. */
export function keysOfChanges(changes: readonly Change[]): Iterable<string> {
  if (changes.length <= fewItems) return changes.flatMap(keysOfChange);
  const keys = new Set<string>();
  let last: Space | undefined;
  for (const change of changes) {
    const space = spaceOf(change);
    // Most are in the same space as the one before.
    if (space !== undefined && space.projectId === last?.projectId && space.spaceId === last.spaceId)
      continue;
    last = space;
    for (const key of space === undefined ? keysOfChange(change) : keysOfSpace(space)) keys.add(key);
  }
  return keys;
}

/** The space that a change is in. */
function spaceOf(change: Change): Space | undefined {
  if (change.type === 'record') return change.key;
  if (change.type === 'space') return change.space;
  return change.type === 'instance' ? change.instance : undefined;
}

/** The keys to purge for what opens or closes between two moments, whichever way the clock went. */
export function* keysOfMoments(spaces: Iterable<Shelves>, one: number, other: number): Iterable<string> {
  const [after, upTo] = [Math.min(one, other), Math.max(one, other)];
  for (const space of spaces) {
    const { projectId, spaceId } = space;
    for (const { kind, instanceId, shelf } of space.shelves()) {
      if (shelf.intervalAt(upTo).from <= after) continue;
      const { total, first } = shelf.clock.transitions(after, upTo, fewItems);
      if (total > fewItems) yield spaceKey(space);
      else
        for (const { item } of first)
          yield* keysOfRecord({ projectId, spaceId, kind, instanceId, id: item.id });
    }
  }
}

/** The key of every response to a credential. */
export function keyOfCredential(key: string): string {
  return `key/${key}`;
}

/** The keys of a list: they depend on what it may show and filter by, not on its items. */
export function keysOfList(shelf: ShelfName, query: Query): string {
  const space = spaceKey(shelf);
  let keys = `${space} ${shelfKey(shelf)}`;
  if (isAppKind(shelf.kind)) keys += ` ${space}/media`;
  if (query.category !== undefined || query.includeCategory) keys += ` ${space}/category`;
  if (query.tags !== undefined || query.includeTags) keys += ` ${space}/tag`;
  return keys;
}

/** The keys of an item that was requested by a name, with what it embeds. */
export function keysOfItem(
  shelf: ShelfName,
  item: LinkedIds & { readonly id: string },
  name: string,
): string {
  const space = spaceKey(shelf);
  const own = shelfKey(shelf);
  const { id, mediaId, categoryId, tagIds } = item;
  // An item with this name as its ID would take precedence over one with this alias.
  const rival = name !== id && isId(name) ? [`${own}/${name}`] : [];
  const picture = mediaId === undefined ? [] : [`${space}/media/${mediaId}`];
  const category = categoryId === undefined ? [] : [`${space}/category/${categoryId}`];
  const exact = [space, `${own}/${id}`, ...rival, ...picture, ...category];
  const withTags = [...exact, ...tagIds.map((tagId) => `${space}/tag/${tagId}`)].join(' ');
  if (withTags.length <= maxBytes) return withTags;
  const anyTag = [...exact, `${space}/tag`].join(' ');
  if (anyTag.length <= maxBytes) return anyTag;
  return [space, own, `${space}/media`, `${space}/category`, `${space}/tag`].join(' ');
}

function keysOfRecord(key: RecordKey): readonly string[] {
  const shelf = shelfKey(key);
  return [shelf, `${shelf}/${key.id}`, ...(key.kind === 'media' ? [filesKey(key)] : [])];
}

function spaceKey({ projectId, spaceId }: Space): string {
  return `${projectId}/${spaceId}`;
}

function shelfKey({ projectId, spaceId, kind, instanceId }: ShelfName): string {
  const collection = `${projectId}/${spaceId}/${kind}`;
  return instanceId === undefined ? collection : `${collection}/${instanceId}`;
}
