import { isAppKind, type Kind } from '@newsstand/contract';
import { type State, stateAt, type Timed, visibilityOf } from '../catalogue/visibility.ts';
import type { Reader, StoredRecord } from '../store/Store.ts';

/** How much is on one shelf; the states are there for news and banners only. */
export type ShelfCount = {
  readonly projectId: string;
  readonly spaceId: string;
  readonly instanceId?: string;
  readonly kind: Kind;
  readonly total: number;
} & { readonly [Name in State]?: number };

type Tally = { total: number } & { [Name in State]?: number };

/** Counts what the store holds, shelf by shelf, empty shelves too. */
export async function shelfCounts(reader: Reader, at: number): Promise<readonly ShelfCount[]> {
  const shelves = await emptyShelves(reader);
  for await (const batch of reader.records()) {
    for (const record of batch) {
      const tally = shelves.get(shelfName(record))?.tally;
      if (tally === undefined) continue;
      tally.total++;
      if (!isAppKind(record.kind)) continue;
      const state = stateAt(visibilityOf(timesOf(record)), at);
      tally[state] = (tally[state] ?? 0) + 1;
    }
  }
  return [...shelves.values()].map(({ shelf, tally }) => ({ ...shelf, ...tally }));
}

type Shelf = Omit<ShelfCount, keyof Tally>;

async function emptyShelves(reader: Reader): Promise<Map<string, { shelf: Shelf; tally: Tally }>> {
  const spaces = (await reader.spaces()).toSorted((a, b) => compare(shelfPath(a), shelfPath(b)));
  const instances = (await reader.instances()).toSorted((a, b) => compare(shelfPath(a), shelfPath(b)));
  const shelves = new Map<string, { shelf: Shelf; tally: Tally }>();
  for (const { projectId, spaceId } of spaces) {
    for (const { app, ...place } of instances) {
      if (place.projectId !== projectId || place.spaceId !== spaceId) continue;
      const tally = { live: 0, scheduled: 0, closed: 0, draft: 0, total: 0 };
      const shelf = { projectId, spaceId, instanceId: place.instanceId, kind: app };
      shelves.set(shelfName(shelf), { shelf, tally });
    }
    for (const kind of ['media', 'category', 'tag'] as const) {
      const shelf = { projectId, spaceId, kind };
      shelves.set(shelfName(shelf), { shelf, tally: { total: 0 } });
    }
  }
  return shelves;
}

function shelfName(shelf: {
  kind: Kind;
  projectId: string;
  spaceId: string;
  instanceId?: string | undefined;
}) {
  return `${shelfPath(shelf)}/${shelf.kind}`;
}

function shelfPath(place: { projectId: string; spaceId: string; instanceId?: string | undefined }): string {
  return `${place.projectId}/${place.spaceId}/${place.instanceId ?? ''}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A stored document has been checked on its way in. */
function timesOf(record: StoredRecord): Timed {
  return JSON.parse(record.document);
}
