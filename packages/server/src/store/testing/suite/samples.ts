import type { Credential } from '../../Credential.ts';
import type { RecordEvent } from '../../RecordEvent.ts';
import {
  type Bookmark,
  type Change,
  type Followed,
  type Instance,
  IntegrityError,
  type IntegrityFault,
  type RecordKey,
  type Store,
  type StoredRecord,
} from '../../Store.ts';

export const space = { projectId: 'acme', spaceId: 'web' };
export const press: Instance = { ...space, app: 'news', instanceId: 'press' };
export const category: StoredRecord = {
  ...space,
  kind: 'category',
  id: 'c1',
  document: '{"c":1}',
  links: [],
};
export const tag: StoredRecord = { ...space, kind: 'tag', id: 't1', document: '{"t":1}', links: [] };
export const media: StoredRecord = { ...space, kind: 'media', id: 'm1', document: '{"m":1}', links: [] };
export const item: StoredRecord = {
  ...space,
  kind: 'news',
  instanceId: 'press',
  id: 'n1',
  alias: 'hello',
  document: '{"n":1}',
  links: [
    { kind: 'media', id: 'm1' },
    { kind: 'category', id: 'c1' },
    { kind: 'tag', id: 't1' },
  ],
};
export const plain = { ...item, alias: undefined, links: [] };
export const credential: Credential = {
  key: 'k1',
  name: 'Site',
  secrets: [{ sha256: 'ab', until: 5 }, { sha256: 'cd' }],
  grants: [{ projectId: 'acme' }, { projectId: 'acme', spaceId: 'web', instanceId: 'press' }],
  preview: false,
  createdAt: 1,
};

/** Everything that a store shows, but its revision. */
export async function everything(store: Followed) {
  return store.read(async (reader) => ({
    spaces: await reader.spaces(),
    instances: await reader.instances(),
    credentials: await reader.credentials(),
    records: (await Array.fromAsync(reader.records())).flat(),
  }));
}

export function put(store: Store, ...records: readonly StoredRecord[]): Promise<void> {
  return store.write(async (writer) => {
    for (const record of records) await writer.putRecord(record);
  });
}

/** What changed after a bookmark; undefined where the store does not know. */
export async function changes(store: Followed, after: Bookmark): Promise<readonly Change[] | undefined> {
  const all: Change[] = [];
  const outcome = await store.changesAfter(after, async ({ batches }) => {
    for await (const batch of batches) all.push(...batch.map(({ revision: _, ...change }) => change));
  });
  return outcome === 'taken' || outcome === 'same' ? all : undefined;
}

export function faultsOf(
  store: Store,
  ...records: readonly StoredRecord[]
): Promise<readonly IntegrityFault[]> {
  return faultsIn(put(store, ...records));
}

export async function faultsIn(write: Promise<unknown>): Promise<readonly IntegrityFault[]> {
  return (await refusalOf(write)).faults;
}

export async function refusalOf(write: Promise<unknown>): Promise<IntegrityError> {
  const error: unknown = await write.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof IntegrityError) return error;
  throw new Error('the write was not refused', { cause: error });
}

export function key({ kind, projectId, spaceId, instanceId, id }: RecordKey): RecordKey {
  return instanceId === undefined
    ? { kind, projectId, spaceId, id }
    : { kind, projectId, spaceId, instanceId, id };
}

/** All events after a bookmark; undefined if they are not all known. */
export async function events(
  store: Followed,
  bookmark: Bookmark,
): Promise<readonly RecordEvent[] | undefined> {
  let found: readonly RecordEvent[] | undefined;
  const outcome = await store.changesAfter(bookmark, async ({ events }) => {
    found = events && (await Array.fromAsync(events)).flat();
  });
  return outcome === 'same' ? [] : found;
}
