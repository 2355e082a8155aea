import type { Kind } from '@newsstand/contract';
import type { ShelfCount } from '../catalogue/Catalogue.ts';
import { stateAt, type Timed, visibilityOf } from '../catalogue/items/visibility.ts';
import type { Reader, StoredRecord } from '../store/Store.ts';

/**
 * Counts what the store holds as the catalogue counts what it shows, empty shelves too. Straight from the records:
 * to fill a catalogue just to count it takes four times as long, and all of the content in memory.
 */
export async function shelfCounts(reader: Reader, at: number): Promise<readonly ShelfCount[]> {
  const shelves = await emptyShelves(reader);
  for await (const batch of reader.records()) {
    for (const record of batch) {
      const shelf = shelves.get(shelfName(record));
      if (shelf !== undefined) shelf[stateAt(visibilityOf(timesOf(record)), at)]++;
    }
  }
  return [...shelves.values()];
}

async function emptyShelves(reader: Reader): Promise<Map<string, ShelfCount>> {
  const spaces = (await reader.spaces()).toSorted(byPath);
  const instances = (await reader.instances()).toSorted(byPath);
  const shelves = spaces.flatMap((space) => [
    ...instances
      .filter((instance) => isIn(instance, space))
      .map(({ app, ...place }) => emptyShelf(app, place)),
    ...(['media', 'category', 'tag'] as const).map((kind) => emptyShelf(kind, space)),
  ]);
  return new Map(shelves.map((shelf) => [shelfName(shelf), shelf]));
}

type Place = {
  readonly projectId: string;
  readonly spaceId: string;
  readonly instanceId?: string | undefined;
};

function emptyShelf(kind: Kind, { projectId, spaceId, instanceId }: Place): ShelfCount {
  const place = { projectId, spaceId, ...(instanceId === undefined ? {} : { instanceId }) };
  return { ...place, kind, live: 0, scheduled: 0, closed: 0, draft: 0 };
}

function isIn(place: Place, space: Place): boolean {
  return place.projectId === space.projectId && place.spaceId === space.spaceId;
}

function shelfName(shelf: Place & { readonly kind: Kind }): string {
  return `${pathOf(shelf)}/${shelf.kind}`;
}

function byPath(a: Place, b: Place): number {
  const [left, right] = [pathOf(a), pathOf(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function pathOf({ projectId, spaceId, instanceId = '' }: Place): string {
  return `${projectId}/${spaceId}/${instanceId}`;
}

/** A stored document has been checked on its way in. */
function timesOf(record: StoredRecord): Timed {
  return JSON.parse(record.document);
}
