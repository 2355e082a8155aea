import { isAppKind } from '@newsstand/contract/plain';
import { type Credential, encodeCredential } from '../Credential.ts';
import { type ChangedThing, encodeThing } from '../changedThing.ts';
import type { Instance, Link, RecordKey, Space, StoredRecord, VersionRetention, Writer } from '../Store.ts';
import { collectionKinds, isLarge } from '../StoredRecord.ts';
import { database, type Session } from './Session.ts';
import { sqliteAdminReader, sqliteAdminWriter } from './sqliteAdmin.ts';
import { addEvent, previousOf } from './sqliteEvents.ts';
import { recordLinks, shelfNumber, sqliteReader } from './sqliteReader.ts';
import { keepVersion, noteEnd } from './sqliteVersions.ts';
import { yieldToEventLoop } from './yieldToEventLoop.ts';

/** A session that writes, with the numbers of the shelves that it has seen present, and whether it has removed anything. */
type WriteSession = Session & {
  readonly shelves: Map<string, number>;
  readonly retention: VersionRetention | undefined;
  hasRemoved: boolean;
};

/**
 * The store as one transaction reads and changes it. Without `retention`, neither changes nor versions are recorded:
 * a mirror copies the change log, and needs no versions.
 */
export function sqliteWriter(session: Session, retention?: VersionRetention): Writer {
  const writing: WriteSession = Object.assign(session, { shelves: new Map(), retention, hasRemoved: false });
  return {
    ...sqliteReader(session),
    ...sqliteAdminReader(session),
    ...sqliteAdminWriter(session),
    putSpace: async (space) => putSpace(writing, space),
    putInstance: async (instance) => {
      putSpace(writing, instance);
      return putInstance(writing, instance);
    },
    removeInstance: async (instance) => removeInstance(writing, instance),
    putRecord: (record) => putRecord(writing, record),
    removeRecord: (key) => removeRecord(writing, key),
    putCredential: async (credential) => putCredential(writing, credential),
    putMediaKey: async (key) => void database(session).query('UPDATE about SET media_key = ?').run(key),
  };
}

/**
 * Only the newest revision of each thing is needed: its older row is replaced, so the log never holds a thing twice.
 * Returns the revision.
 */
function log(session: WriteSession, thing: ChangedThing): number {
  if (session.retention === undefined) return 0;
  const insert = database(session).query('INSERT OR REPLACE INTO changes (thing) VALUES (?)');
  return Number(insert.run(encodeThing(thing)).lastInsertRowid);
}

function putSpace(session: WriteSession, space: Space): void {
  const { changes } = database(session)
    .query(
      `INSERT OR IGNORE INTO shelves (project_id, space_id, kind, instance_id)
       SELECT ?1, ?2, value, '' FROM json_each(?3)`,
    )
    .run(space.projectId, space.spaceId, JSON.stringify(collectionKinds));
  const { projectId, spaceId } = space;
  if (changes > 0) log(session, { type: 'space', space: { projectId, spaceId } });
}

/** The number of a shelf, which is created, or made present again, if needed. */
function presentShelf(session: WriteSession, key: Omit<RecordKey, 'id'>): number {
  const { kind, projectId, spaceId, instanceId } = key;
  const name = `${projectId}/${spaceId}/${kind}/${instanceId ?? ''}`;
  const seen = session.shelves.get(name);
  if (seen !== undefined) return seen;
  putSpace(session, { projectId, spaceId });
  if (isAppKind(kind) && instanceId !== undefined) {
    putInstance(session, { app: kind, projectId, spaceId, instanceId });
  }
  const shelf = shelfNumber(session, key);
  if (shelf === undefined) throw new TypeError(`a ${kind} ${instanceId ? 'has no' : 'needs an'} instance`);
  session.shelves.set(name, shelf);
  return shelf;
}

/** False if it already existed. */
function putInstance(session: WriteSession, instance: Instance): boolean {
  const { app, projectId, spaceId, instanceId } = instance;
  const { changes } = database(session)
    .query(
      `INSERT INTO shelves (project_id, space_id, kind, instance_id) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET present = 1 WHERE NOT present`,
    )
    .run(projectId, spaceId, app, instanceId);
  if (changes > 0) log(session, { type: 'instance', instance: { app, projectId, spaceId, instanceId } });
  return changes > 0;
}

function removeInstance(session: WriteSession, { app, ...scope }: Instance): boolean {
  const { projectId, spaceId, instanceId } = scope;
  const { changes } = database(session)
    .query(
      `UPDATE shelves SET present = 0
       WHERE project_id = ? AND space_id = ? AND kind = ? AND instance_id = ? AND present`,
    )
    .run(projectId, spaceId, app, instanceId);
  session.shelves.delete(`${projectId}/${spaceId}/${app}/${instanceId}`);
  if (changes > 0) log(session, { type: 'instance', instance: { app, projectId, spaceId, instanceId } });
  return changes > 0;
}

async function putRecord(session: WriteSession, record: StoredRecord): Promise<void> {
  if (isLarge(record.document.length)) await yieldToEventLoop();
  const shelf = presentShelf(session, record);
  const alias = record.alias ?? null;
  const old = database(session)
    .query<{ record: number; alias: string | null; document: string }, [number, string]>(
      'SELECT record, alias, document FROM records WHERE shelf = ? AND id = ?',
    )
    .get(shelf, record.id);
  const isLinked = old !== null && isSameLinks(recordLinks(session, old.record), record.links);
  if (isLinked && old.alias === alias && old.document === record.document) return;
  const { retention } = session;
  const takesLong = isLarge(Math.max(record.document.length, old?.document.length ?? 0));
  if (takesLong) await yieldToEventLoop();
  const before = retention && old ? previousOf(session, old.record) : undefined;
  if (retention && old) keepVersion(session, retention, old.record, false);
  else if (retention && session.hasRemoved) noteEnd(session, retention, shelf, record.id, false);
  if (takesLong) await yieldToEventLoop();
  const row = writeRow(session, shelf, record);
  if (takesLong) await yieldToEventLoop();
  if (!isLinked) await writeLinks(session, row, record);
  database(session).query('INSERT OR IGNORE INTO touched VALUES (?)').run(row);
  const revision = log(session, { type: 'record', key: record });
  if (retention) addEvent(session, { revision, shelf, id: record.id }, retention, before, row);
}

/** Preserves the number of an existing row: links refer to it, and records are read in its order. */
function writeRow(session: Session, shelf: number, record: StoredRecord): number {
  const row = database(session)
    .query<{ record: number }, (string | number | null)[]>(
      `INSERT INTO records (shelf, id, alias, document) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET alias = excluded.alias, document = excluded.document RETURNING record`,
    )
    .get(shelf, record.id, record.alias ?? null, record.document);
  return row?.record ?? 0;
}

function isSameLinks(some: readonly Link[], others: readonly Link[]): boolean {
  if (some.length !== others.length) return false;
  return some.every(({ kind, id }, index) => kind === others[index]?.kind && id === others[index].id);
}

/** How many links are written before yielding. */
const turnLinks = 1000;

async function writeLinks(session: WriteSession, source: number, record: StoredRecord): Promise<void> {
  const db = database(session);
  db.query('DELETE FROM links WHERE source = ?').run(source);
  const insert = db.query('INSERT INTO links (source, position, shelf, id) VALUES (?, ?, ?, ?)');
  const { projectId, spaceId, links } = record;
  for (const [position, { kind, id }] of links.entries()) {
    insert.run(source, position, presentShelf(session, { kind, projectId, spaceId }), id);
    if (position % turnLinks === turnLinks - 1) await yieldToEventLoop();
  }
}

async function removeRecord(session: WriteSession, key: RecordKey): Promise<boolean> {
  const shelf = shelfNumber(session, key);
  if (shelf === undefined) return false;
  const db = database(session);
  const old = db
    .query<{ record: number; bytes: number }, [number, string]>(
      'SELECT record, octet_length(document) AS bytes FROM records WHERE shelf = ? AND id = ?',
    )
    .get(shelf, key.id);
  if (old === null) return false;
  const { retention } = session;
  const takesLong = isLarge(old.bytes);
  if (takesLong) await yieldToEventLoop();
  const before = retention && previousOf(session, old.record);
  if (retention) {
    keepVersion(session, retention, old.record, true);
    noteEnd(session, retention, shelf, key.id, true);
  }
  if (takesLong) await yieldToEventLoop();
  // Explicitly: a mirror has no foreign keys, and so no cascade.
  db.query('DELETE FROM links WHERE source = ?').run(old.record);
  db.query('DELETE FROM records WHERE record = ?').run(old.record);
  session.hasRemoved = true;
  db.query('INSERT OR IGNORE INTO removed VALUES (?, ?)').run(shelf, key.id);
  if (takesLong) await yieldToEventLoop();
  const revision = log(session, { type: 'record', key });
  if (retention) addEvent(session, { revision, shelf, id: key.id }, retention, before, undefined);
  return true;
}

function putCredential(session: WriteSession, credential: Credential): void {
  const { changes } = database(session)
    .query(
      `INSERT INTO credentials (key, document) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET document = excluded.document WHERE document <> excluded.document`,
    )
    .run(credential.key, encodeCredential(credential));
  if (changes > 0) log(session, { type: 'credential', key: credential.key });
}
