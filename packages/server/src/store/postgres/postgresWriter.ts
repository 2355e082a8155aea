import { isAppKind } from '@newsstand/contract/plain';
import type { Imported, Version } from '../Admin.ts';
import { type Credential, encodeCredential, renamedCredential } from '../Credential.ts';
import type {
  Bookmark,
  Instance,
  PutOptions,
  RecordKey,
  Scope,
  Space,
  StoredRecord,
  VersionRetention,
  Writer,
} from '../Store.ts';
import { collectionKinds, encodeNext } from '../StoredRecord.ts';
import { postgresAdminReader, postgresAdminWriter } from './postgresAdmin.ts';
import { eraseOperator } from './postgresErasure.ts';
import { putImported as upsertImported } from './postgresImported.ts';
import { putLastChanges } from './postgresLastChanges.ts';
import { postgresPlaceWriter } from './postgresPlaces.ts';
import { findShelf, postgresReader, recordsOf } from './postgresReader.ts';
import { putVersions as insertVersions } from './postgresVersions.ts';
import type { Execute } from './postgresWebhooks.ts';
import { RecordBuffer } from './RecordBuffer.ts';
import { encodeLink } from './recordRows.ts';
import { type Ask, arrayLiteral, query, type Session } from './Session.ts';

/** What one transaction has done so far. */
export type Writing = {
  readonly session: Session;
  readonly start: Bookmark;
  /** The number of the newest change: the one that holds the lock gives them. */
  revision: number;
  readonly buffer: RecordBuffer;
  /** The numbers of shelves; they never change. */
  readonly shelves: Map<string, number>;
  /** The shelves that are there for sure. */
  readonly present: Set<string>;
  /** Which records exist, as of the last bulk lookup. */
  readonly seen: Map<string, boolean>;
  /** Whether the log is reset, without this transaction's changes. */
  beginsLog: boolean;
  /** Whether something was written that is in no log. */
  hasUnlogged: boolean;
};

/** A transaction at its beginning. */
export function startWriting(session: Session, start: Bookmark, retention: VersionRetention): Writing {
  const buffer = new RecordBuffer(session, retention);
  const { revision } = start;
  const known = { shelves: new Map(), present: new Set<string>(), seen: new Map() };
  return { session, start, revision, buffer, ...known, beginsLog: false, hasUnlogged: false };
}

/** The store as one transaction reads and changes it: one thing after another, in the order of the calls. */
export function postgresWriter(writing: Writing): Writer {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
  const ask: Ask = (text, values) => inTurn(() => queryFlushed(writing, text, values));
  const write: Execute = (text, values) => inTurn(() => execute(writing, text, values));
  const logged = (shelf: number, id: string) => inTurn(() => log(writing, shelf, id));
  const reader = postgresReader(ask);
  return {
    ...reader,
    ...postgresAdminReader(ask),
    ...postgresAdminWriter(ask, write),
    ...postgresPlaceWriter(write),
    forgetVersions: (scope) => inTurn(() => forgetVersions(writing, scope)),
    putVersions: (versions) => inTurn(() => putVersions(writing, versions)),
    putLastChanges: (changes) =>
      inTurn(async () => {
        await putLastChanges((text, values) => queryFlushed(writing, text, values), changes);
        writing.hasUnlogged = true;
      }),
    putImported: (all) => inTurn(() => putImported(writing, all)),
    removeVersions: (key, numbers) => inTurn(() => removeVersions(writing, key, numbers)),
    bookmark: async () => writing.start,
    // Without prefetching: it has to see writes made in between.
    records: (scope = {}) => remembered(writing, recordsOf(ask, scope)),
    findAll: async (keys) => remember(writing, keys, await reader.findAll(keys)),
    putSpace: (space) => inTurn(() => putSpace(writing, space)),
    putInstance: (instance) =>
      inTurn(async () => {
        await putSpace(writing, instance);
        return putInstance(writing, instance);
      }),
    removeInstance: (instance) => inTurn(() => removeInstance(writing, instance)),
    removeSpace: (space) => inTurn(() => removeSpace(writing, space)),
    putRecord: (record, options) => inTurn(() => putRecord(writing, record, options)),
    removeRecord: (key) => inTurn(() => removeRecord(writing, key)),
    putCredential: (credential) => inTurn(() => putCredential(writing, credential)),
    eraseOperator: async (operatorId, name) => {
      const label = await eraseOperator(ask, write, logged, operatorId, name);
      for (const each of await reader.credentials()) {
        const renamed = renamedCredential(each, operatorId, label);
        if (renamed !== each) await inTurn(() => putCredential(writing, renamed));
      }
      return label;
    },
    removeCredential: (key) => inTurn(() => removeCredential(writing, key)),
    putMediaKey: (key) => inTurn(() => putMediaKey(writing, key)),
  };
}

/** Writes what has gathered. */
export async function flush(writing: Writing): Promise<void> {
  writing.revision = await writing.buffer.flush(writing.revision);
}

/** Flushes buffered records first, to preserve the order of statements. */
async function queryFlushed<Row>(writing: Writing, text: string, values?: readonly unknown[]) {
  await flush(writing);
  return query<Row>(writing.session, text, values);
}

/** Executes a write that is in no change log. */
async function execute(writing: Writing, text: string, values: readonly unknown[]): Promise<number> {
  const { count } = await query(writing.session, text, values);
  if (count > 0) writing.hasUnlogged = true;
  return count;
}

/** The newest number of each thing is enough. */
async function log(writing: Writing, shelf: number, id: string): Promise<void> {
  await queryFlushed(
    writing,
    `INSERT INTO newsstand.changes (shelf, id, revision) VALUES ($1, $2, $3)
     ON CONFLICT (shelf, id) DO UPDATE SET revision = excluded.revision`,
    [shelf, id, ++writing.revision],
  );
}

async function putSpace(writing: Writing, { projectId, spaceId }: Space): Promise<void> {
  if (writing.present.has(shelfName({ kind: 'category', projectId, spaceId }))) return;
  const rows = await queryFlushed<{ shelf: number; kind: string }>(
    writing,
    `INSERT INTO newsstand.shelves (project_id, space_id, kind, instance_id)
     SELECT $1, $2, kind, '' FROM unnest($3::text[]) AS kind
     WHERE NOT EXISTS (
       SELECT FROM newsstand.shelves WHERE project_id = $1 AND space_id = $2 AND kind = 'category' AND present
     )
     ON CONFLICT (project_id, space_id, kind, instance_id) DO UPDATE SET present = true
     RETURNING shelf, kind`,
    [projectId, spaceId, arrayLiteral(collectionKinds)],
  );
  const shelf = rows.find(({ kind }) => kind === 'category')?.shelf;
  if (shelf !== undefined) await log(writing, shelf, '');
}

/** The number of a shelf, which is created, or made present again, if needed. */
async function presentShelf(writing: Writing, key: Omit<RecordKey, 'id'>): Promise<number> {
  const name = shelfName(key);
  const seen = writing.shelves.get(name);
  if (seen !== undefined && writing.present.has(name)) return seen;
  const { kind, projectId, spaceId, instanceId } = key;
  let found = await findShelf((text, values) => query(writing.session, text, values), key);
  if (!found?.present) {
    await putSpace(writing, { projectId, spaceId });
    if (isAppKind(kind) && instanceId !== undefined) {
      await putInstance(writing, { app: kind, projectId, spaceId, instanceId });
    }
    found = await findShelf((text, values) => query(writing.session, text, values), key);
  }
  if (found === undefined) throw new TypeError(`a ${kind} ${instanceId ? 'has no' : 'needs an'} instance`);
  writing.shelves.set(name, found.shelf);
  writing.present.add(name);
  return found.shelf;
}

async function putInstance(writing: Writing, { app, ...scope }: Instance): Promise<boolean> {
  const { projectId, spaceId, instanceId } = scope;
  const rows = await queryFlushed<{ shelf: number }>(
    writing,
    `INSERT INTO newsstand.shelves (project_id, space_id, kind, instance_id)
     SELECT $1, $2, $3, $4 WHERE NOT EXISTS (
       SELECT FROM newsstand.shelves
       WHERE project_id = $1 AND space_id = $2 AND kind = $3 AND instance_id = $4 AND present
     )
     ON CONFLICT (project_id, space_id, kind, instance_id) DO UPDATE SET present = true RETURNING shelf`,
    [projectId, spaceId, app, instanceId],
  );
  for (const { shelf } of rows) await log(writing, shelf, '');
  return rows.length > 0;
}

async function removeInstance(writing: Writing, { app, ...scope }: Instance): Promise<boolean> {
  const { projectId, spaceId, instanceId } = scope;
  const rows = await queryFlushed<{ shelf: number }>(
    writing,
    `UPDATE newsstand.shelves SET present = false
     WHERE project_id = $1 AND space_id = $2 AND kind = $3 AND instance_id = $4 AND present RETURNING shelf`,
    [projectId, spaceId, app, instanceId],
  );
  writing.present.delete(shelfName({ kind: app, ...scope }));
  for (const { shelf } of rows) await log(writing, shelf, '');
  return rows.length > 0;
}

async function removeSpace(writing: Writing, { projectId, spaceId }: Space): Promise<boolean> {
  const rows = await queryFlushed<{ shelf: number; kind: string }>(
    writing,
    `UPDATE newsstand.shelves SET present = false
     WHERE project_id = $1 AND space_id = $2 AND instance_id = '' AND present RETURNING shelf, kind`,
    [projectId, spaceId],
  );
  for (const kind of collectionKinds) writing.present.delete(shelfName({ kind, projectId, spaceId }));
  const shelf = rows.find(({ kind }) => kind === 'category')?.shelf;
  if (shelf !== undefined) await log(writing, shelf, '');
  return rows.length > 0;
}

async function putRecord(
  writing: Writing,
  record: StoredRecord,
  { forgetsNext = false }: PutOptions = {},
): Promise<void> {
  const shelf = await presentShelf(writing, record);
  const { projectId, spaceId, id, alias = null, document } = record;
  const next = {
    ...{ next: encodeNext(record.next), nextAlias: record.next?.alias ?? null },
    ...{ takesOverAt: record.next?.takesOverAt ?? null, forgetsNext },
  };
  const links = [];
  for (const link of [...record.links, ...(record.next?.links ?? [])]) {
    const target = await presentShelf(writing, { kind: link.kind, projectId, spaceId });
    links.push(encodeLink(target, link));
  }
  const { buffer, seen } = writing;
  // The first putting decides its place in the order of reading, the last one its place in the log.
  if (buffer.has(shelf, id)) await flush(writing);
  buffer.add({ shelf, id, alias, document, links: arrayLiteral(links), ...next });
  const name = recordName(record);
  if (seen.has(name)) seen.set(name, true);
  if (buffer.isFull) await flush(writing);
}

async function removeRecord(writing: Writing, key: RecordKey): Promise<boolean> {
  const shelf = await knownShelf(writing, key);
  if (shelf === undefined) return false;
  const { buffer, seen } = writing;
  if (buffer.has(shelf, key.id)) await flush(writing);
  const name = recordName(key);
  if (!(seen.get(name) ?? (await isThere(writing, shelf, key.id)))) return false;
  const nothing = {
    alias: null,
    document: null,
    links: '{}',
    next: null,
    nextAlias: null,
    takesOverAt: null,
  };
  buffer.add({ shelf, id: key.id, ...nothing, forgetsNext: false });
  seen.set(name, false);
  if (buffer.isFull) await flush(writing);
  return true;
}

async function putVersions(writing: Writing, versions: readonly Version[]): Promise<void> {
  const ask: Ask = (text, values) => query(writing.session, text, values);
  await insertVersions(ask, versions, (key) => shelfEvenIfRemoved(writing, key));
  writing.hasUnlogged = true;
}

async function putImported(writing: Writing, all: readonly Imported[]): Promise<void> {
  const ask: Ask = (text, values) => query(writing.session, text, values);
  await upsertImported(ask, all, (key) => shelfEvenIfRemoved(writing, key));
  writing.hasUnlogged = true;
}

/** The number of the shelf of a key. A removed space or instance gets its shelf, and stays removed. */
async function shelfEvenIfRemoved(writing: Writing, key: Omit<RecordKey, 'id'>): Promise<number> {
  const known = await knownShelf(writing, key);
  if (known !== undefined) return known;
  const rows = await query<{ shelf: number }>(
    writing.session,
    `INSERT INTO newsstand.shelves (project_id, space_id, kind, instance_id, present)
     VALUES ($1, $2, $3, $4, false) RETURNING shelf`,
    [key.projectId, key.spaceId, key.kind, key.instanceId ?? ''],
  );
  return rows[0]?.shelf ?? 0;
}

/** Records put or removed earlier in the transaction may have created versions. */
async function forgetVersions(writing: Writing, { projectId, spaceId, instanceId }: Scope): Promise<void> {
  await flush(writing);
  for (const table of ['versions', 'imported']) {
    await execute(
      writing,
      `DELETE FROM newsstand.${table} WHERE shelf IN (
         SELECT shelf FROM newsstand.shelves WHERE project_id = coalesce($1, project_id)
           AND space_id = coalesce($2, space_id) AND instance_id = coalesce($3, instance_id)
       )`,
      [projectId ?? null, spaceId ?? null, instanceId ?? null],
    );
  }
}

/** Records put earlier in the transaction may have created versions. */
async function removeVersions(writing: Writing, key: RecordKey, numbers: readonly number[]): Promise<void> {
  await flush(writing);
  const shelf = await knownShelf(writing, key);
  if (shelf === undefined) return;
  await execute(
    writing,
    'DELETE FROM newsstand.versions WHERE shelf = $1 AND id = $2 AND number = ANY ($3::int[])',
    [shelf, key.id, arrayLiteral(numbers)],
  );
}

async function knownShelf(writing: Writing, key: Omit<RecordKey, 'id'>): Promise<number | undefined> {
  const name = shelfName(key);
  const known = writing.shelves.get(name);
  if (known !== undefined) return known;
  const found = await findShelf((text, values) => query(writing.session, text, values), key);
  if (found !== undefined) writing.shelves.set(name, found.shelf);
  return found?.shelf;
}

async function isThere(writing: Writing, shelf: number, id: string): Promise<boolean> {
  const text = 'SELECT FROM newsstand.records WHERE shelf = $1 AND id = $2';
  return (await query(writing.session, text, [shelf, id])).count > 0;
}

/** So that removing a record that was just looked up takes no further round trip. */
function remember(
  { seen }: Writing,
  keys: readonly RecordKey[],
  found: readonly (StoredRecord | undefined)[],
): readonly (StoredRecord | undefined)[] {
  seen.clear();
  for (const [index, key] of keys.entries()) seen.set(recordName(key), found[index] !== undefined);
  return found;
}

/** So that removing records while they are read takes no further round trips. */
async function* remembered(
  writing: Writing,
  batches: AsyncIterable<readonly StoredRecord[]>,
): AsyncGenerator<readonly StoredRecord[]> {
  for await (const batch of batches)
    yield remember(writing, batch, batch).filter((each) => each !== undefined);
}

async function putCredential(writing: Writing, credential: Credential): Promise<void> {
  const { key } = credential;
  const { count } = await queryFlushed(
    writing,
    `INSERT INTO newsstand.credentials (key, document)
     SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM newsstand.credentials WHERE key = $1 AND document = $2)
     ON CONFLICT (key) DO UPDATE SET document = excluded.document`,
    [key, encodeCredential(credential)],
  );
  if (count > 0) await log(writing, 0, key);
}

async function removeCredential(writing: Writing, key: string): Promise<boolean> {
  await queryFlushed(writing, 'DELETE FROM newsstand.key_usage WHERE key = $1', [key]);
  const text = 'DELETE FROM newsstand.credentials WHERE key = $1';
  if ((await query(writing.session, text, [key])).count === 0) return false;
  await log(writing, 0, key);
  return true;
}

/** The key is not in the change log; so the log is reset, and every follower rereads everything. */
async function putMediaKey(writing: Writing, key: string): Promise<void> {
  const text = 'UPDATE newsstand.about SET media_key = $1 WHERE media_key <> $1';
  if ((await queryFlushed(writing, text, [key])).count === 0) return;
  writing.revision++;
  writing.beginsLog = true;
}

function shelfName({ projectId, spaceId, kind, instanceId = '' }: Omit<RecordKey, 'id'>): string {
  return `${projectId}/${spaceId}/${kind}/${instanceId}`;
}

function recordName(key: RecordKey): string {
  return `${shelfName(key)}/${key.id}`;
}
