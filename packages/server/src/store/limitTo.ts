import { isAppKind } from '@newsstand/contract/plain';
import type { RecordEvent } from './RecordEvent.ts';
import type {
  Change,
  Changes,
  Followed,
  LoggedChange,
  Reader,
  RecordKey,
  Scope,
  Space,
  StoredRecord,
} from './Store.ts';

/** Whether a space lies within one of the scopes. */
export function isHeld(scopes: readonly Scope[], { projectId, spaceId }: Space): boolean {
  return scopes.some((scope) => includes(scope, { projectId, spaceId }));
}

function includes(scope: Scope, { projectId, spaceId }: Space): boolean {
  return (scope.projectId ?? projectId) === projectId && (scope.spaceId ?? spaceId) === spaceId;
}

/**
 * The part of a store that lies within some scopes; all of it if none are given. All credentials are included: any node
 * must know them. So are all media records: any node serves their files, and must know whether a record refers to them.
 */
export function limitTo(scopes: readonly Scope[] | undefined, store: Followed): Followed {
  if (scopes === undefined) return store;
  return {
    bookmark: () => store.bookmark(),
    read: (work) => store.read((reader) => work(limitedReader(scopes, reader))),
    changesAfter: (bookmark, take) =>
      store.changesAfter(bookmark, ({ bookmarks, batches, events }) =>
        take({
          bookmarks,
          batches: limitedChanges(scopes, batches),
          events: events && limitedEvents(scopes, events),
        }),
      ),
  };
}

function limitedReader(scopes: readonly Scope[], reader: Reader): Reader {
  return {
    ...reader,
    spaces: async () => (await reader.spaces()).filter((space) => isHeld(scopes, space)),
    instances: async () => (await reader.instances()).filter((instance) => isHeld(scopes, instance)),
    records: (scope = {}) => limitedRecords(scopes, reader, scope),
    find: async (key) => (isKnown(scopes, key) ? reader.find(key) : undefined),
    findAll: async (keys) => {
      const found = await reader.findAll(keys.filter((key) => isKnown(scopes, key)));
      let next = 0;
      return keys.map((key) => (isKnown(scopes, key) ? found[next++] : undefined));
    },
  };
}

/** Whether a record is included, even if its space is not held. */
function isKnown(scopes: readonly Scope[], key: RecordKey): boolean {
  return key.kind === 'media' || isHeld(scopes, key);
}

/** Reads scope by scope, so that the store never reads what is not held. */
async function* limitedRecords(
  scopes: readonly Scope[],
  reader: Reader,
  wanted: Scope,
): AsyncGenerator<readonly StoredRecord[]> {
  for (const space of await reader.spaces()) {
    if (!includes(wanted, space)) continue;
    const records = reader.records({ ...wanted, ...space });
    yield* isHeld(scopes, space) ? records : mediaAmong(records);
  }
}

/** Items come last, and are not read. */
async function* mediaAmong(
  batches: AsyncIterable<readonly StoredRecord[]>,
): AsyncGenerator<readonly StoredRecord[]> {
  for await (const records of batches) {
    if (records.some(({ kind }) => isAppKind(kind))) return;
    yield records.filter(({ kind }) => kind === 'media');
  }
}

async function* limitedChanges(
  scopes: readonly Scope[],
  batches: Changes['batches'],
): AsyncGenerator<readonly LoggedChange[]> {
  for await (const batch of batches) yield batch.filter((change) => isHeldChange(scopes, change));
}

async function* limitedEvents(
  scopes: readonly Scope[],
  batches: NonNullable<Changes['events']>,
): AsyncGenerator<readonly RecordEvent[]> {
  for await (const batch of batches) yield batch.filter(({ key }) => isKnown(scopes, key));
}

function isHeldChange(scopes: readonly Scope[], change: Change): boolean {
  switch (change.type) {
    case 'record':
      return isKnown(scopes, change.key);
    case 'space':
      return isHeld(scopes, change.space);
    case 'instance':
      return isHeld(scopes, change.instance);
    case 'credential':
      return true;
  }
}
