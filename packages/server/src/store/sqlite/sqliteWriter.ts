import { isAppKind } from '@newsstand/contract/plain';
import { type Credential, encodeCredential, renamedCredential } from '../Credential.ts';
import { type ChangedThing, encodeThing } from '../changedThing.ts';
import type {
  Instance,
  Link,
  PutOptions,
  RecordKey,
  RemoveOptions,
  Space,
  StoredRecord,
  VersionRetention,
  Writer,
} from '../Store.ts';
import { collectionKinds, encodeNext, isLarge, mentionedMedia } from '../StoredRecord.ts';
import { database, type Session, yieldToEventLoop } from './Session.ts';
import { sqliteAdminReader, sqliteAdminWriter } from './sqliteAdmin.ts';
import { eraseOperator } from './sqliteErasure.ts';
import { addEvent, previousOf } from './sqliteEvents.ts';
import { recordLinks, shelfNumber, sqliteReader } from './sqliteReader.ts';
import { keepVersion, noteEnd, settleNext } from './sqliteVersions.ts';

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
  const reader = sqliteReader(session);
  return {
    ...reader,
    ...sqliteAdminReader(session),
    ...sqliteAdminWriter(session),
    putSpace: async (space) => putSpace(writing, space),
    putInstance: async (instance) => {
      putSpace(writing, instance);
      return putInstance(writing, instance);
    },
    removeInstance: async (instance) => removeInstance(writing, instance),
    removeSpace: async (space) => removeSpace(writing, space),
    putRecord: (record, options) => putRecord(writing, record, options),
    removeRecord: (key, options) => removeRecord(writing, key, options),
    putCredential: async (credential) => putCredential(writing, credential),
    eraseOperator: async (operatorId, name) => {
      const label = await eraseOperator(session, operatorId, name);
      for (const each of await reader.credentials()) {
        const renamed = renamedCredential(each, operatorId, label);
        if (renamed !== each) putCredential(writing, renamed);
      }
      return label;
    },
    removeCredential: async (key) => removeCredential(writing, key),
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
      `INSERT INTO shelves (project_id, space_id, kind, instance_id)
       SELECT ?1, ?2, value, '' FROM json_each(?3) WHERE true
       ON CONFLICT DO UPDATE SET present = 1 WHERE NOT present`,
    )
    .run(space.projectId, space.spaceId, JSON.stringify(collectionKinds));
  const { projectId, spaceId } = space;
  if (changes > 0) log(session, { type: 'space', space: { projectId, spaceId } });
}

function removeSpace(session: WriteSession, { projectId, spaceId }: Space): boolean {
  const { changes } = database(session)
    .query(
      `UPDATE shelves SET present = 0 WHERE project_id = ? AND space_id = ? AND instance_id = '' AND present`,
    )
    .run(projectId, spaceId);
  for (const kind of collectionKinds) session.shelves.delete(`${projectId}/${spaceId}/${kind}/`);
  if (changes > 0) log(session, { type: 'space', space: { projectId, spaceId } });
  return changes > 0;
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

/** What is stored of a record, as far as putting another one depends on it. */
type OldRow = {
  readonly record: number;
  readonly alias: string | null;
  readonly document: string;
  readonly next: string | null;
  readonly takesOverAt: number | null;
};

function findOld(session: Session, shelf: number, id: string): OldRow | null {
  return database(session)
    .query<OldRow, [number, string]>(
      `SELECT record, alias, document, next, takes_over_at AS takesOverAt FROM records WHERE shelf = ? AND id = ?`,
    )
    .get(shelf, id);
}

async function putRecord(
  session: WriteSession,
  record: StoredRecord,
  { forgetsNext = false }: PutOptions = {},
): Promise<void> {
  if (isLarge(sizeOf(record))) await yieldToEventLoop();
  const shelf = presentShelf(session, record);
  const { retention } = session;
  const found = findOld(session, shelf, record.id);
  const takesLong = isLarge(Math.max(sizeOf(record), found === null ? 0 : sizeOf(found)));
  if (takesLong) await yieldToEventLoop();
  const isDue = retention && found?.takesOverAt != null && found.takesOverAt <= retention.by.at;
  const before = isDue ? previousOf(session, found.record) : undefined;
  if (isDue) settleNext(session, retention, found.record);
  const old = isDue ? findOld(session, shelf, record.id) : found;
  const next = encodeNext(record.next);
  const isLinked = old !== null && isSameLinks(recordLinks(session, old.record), record.links);
  const isSame = isLinked && old.alias === (record.alias ?? null) && old.document === record.document;
  if (isSame && old.next === next) return;
  const previous = before ?? (retention && old ? previousOf(session, old.record) : undefined);
  // A next version that is begun replaces nothing.
  const isKept = !isSame || (old.next !== null && !forgetsNext);
  if (retention && old && isKept) keepVersion(session, retention, old.record, false);
  else if (retention && !old && session.hasRemoved) noteEnd(session, retention, shelf, record.id, false);
  if (takesLong) await yieldToEventLoop();
  const row = writeRow(session, shelf, record, next);
  if (takesLong) await yieldToEventLoop();
  const isNew = old === null;
  if (!isLinked || old.next !== next) await writeLinks(session, row, record, isNew);
  if (retention && record.instanceId !== undefined) writeMentions(session, row, record, isNew);
  noteTouched(session, row, isKept);
  const revision = log(session, { type: 'record', key: record });
  const event = { revision, shelf, id: record.id, isHidden: isSame && !isDue };
  if (retention) addEvent(session, event, retention, previous, row);
}

function sizeOf({ document, next }: { document: string; next?: unknown }): number {
  return document.length + (typeof next === 'string' ? next.length : 0);
}

/** What a transaction has touched, and whether that is a version already, or its own. */
function noteTouched(session: Session, record: number, isKept: boolean): void {
  database(session)
    .query('INSERT INTO touched VALUES (?, ?) ON CONFLICT DO UPDATE SET kept = max(kept, excluded.kept)')
    .run(record, isKept ? 1 : 0);
}

/** Preserves the number of an existing row: links refer to it, and records are read in its order. */
function writeRow(session: WriteSession, shelf: number, record: StoredRecord, next: string | null): number {
  const by = session.retention?.by;
  const row = database(session)
    .query<{ record: number }, (string | number | null)[]>(
      `INSERT INTO records (shelf, id, alias, document, next, next_alias, takes_over_at,
         changed_at, changed_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET alias = excluded.alias, document = excluded.document, next = excluded.next,
         next_alias = excluded.next_alias, takes_over_at = excluded.takes_over_at,
         changed_at = excluded.changed_at, changed_by = excluded.changed_by
       RETURNING record`,
    )
    .get(
      ...[shelf, record.id, record.alias ?? null, record.document],
      ...[next, record.next?.alias ?? null, record.next?.takesOverAt ?? null],
      ...[by?.at ?? null, by?.name ?? null],
    );
  return row?.record ?? 0;
}

function isSameLinks(some: readonly Link[], others: readonly Link[]): boolean {
  if (some.length !== others.length) return false;
  return some.every(({ kind, id }, index) => kind === others[index]?.kind && id === others[index].id);
}

/** How many links are written before yielding. */
const turnLinks = 1000;

async function writeLinks(
  session: WriteSession,
  source: number,
  record: StoredRecord,
  isNew: boolean,
): Promise<void> {
  const db = database(session);
  if (!isNew) db.query('DELETE FROM links WHERE source = ?').run(source);
  const insert = db.query('INSERT INTO links (source, position, shelf, id) VALUES (?, ?, ?, ?)');
  const { projectId, spaceId, links, next } = record;
  const write = async (some: readonly Link[], positionOf: (index: number) => number) => {
    for (const [index, { kind, id }] of some.entries()) {
      insert.run(source, positionOf(index), presentShelf(session, { kind, projectId, spaceId }), id);
      if (index % turnLinks === turnLinks - 1) await yieldToEventLoop();
    }
  };
  await write(links, (index) => index);
  await write(next?.links ?? [], (index) => -1 - index);
}

function writeMentions(session: WriteSession, source: number, record: StoredRecord, isNew: boolean): void {
  const db = database(session);
  if (!isNew) db.query('DELETE FROM mentions WHERE source = ?').run(source);
  const { projectId, spaceId } = record;
  const media = mentionedMedia(record);
  if (media.length === 0) return;
  const insert = db.query('INSERT OR IGNORE INTO mentions VALUES (?, ?, ?)');
  const shelf = presentShelf(session, { kind: 'media', projectId, spaceId });
  for (const id of media) insert.run(source, shelf, id);
}

async function removeRecord(
  session: WriteSession,
  key: RecordKey,
  { keepsNoVersion = false }: RemoveOptions = {},
): Promise<boolean> {
  const shelf = shelfNumber(session, key);
  if (shelf === undefined) return false;
  const db = database(session);
  const old = findOld(session, shelf, key.id);
  if (old === null) return false;
  const { retention } = session;
  const takesLong = isLarge(sizeOf(old));
  if (takesLong) await yieldToEventLoop();
  const before = retention && previousOf(session, old.record);
  if (retention && !keepsNoVersion) {
    settleNext(session, retention, old.record);
    keepVersion(session, retention, old.record, true);
    noteEnd(session, retention, shelf, key.id, true);
  }
  if (takesLong) await yieldToEventLoop();
  // Explicitly: a mirror has no foreign keys, and so no cascade.
  db.query('DELETE FROM links WHERE source = ?').run(old.record);
  db.query('DELETE FROM mentions WHERE source = ?').run(old.record);
  db.query('DELETE FROM records WHERE record = ?').run(old.record);
  session.hasRemoved = true;
  db.query('INSERT OR IGNORE INTO removed VALUES (?, ?)').run(shelf, key.id);
  if (takesLong) await yieldToEventLoop();
  const revision = log(session, { type: 'record', key });
  if (retention)
    addEvent(session, { revision, shelf, id: key.id, isHidden: false }, retention, before, undefined);
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

function removeCredential(session: WriteSession, key: string): boolean {
  const db = database(session);
  db.query('DELETE FROM key_usage WHERE key = ?').run(key);
  if (db.query('DELETE FROM credentials WHERE key = ?').run(key).changes === 0) return false;
  log(session, { type: 'credential', key });
  return true;
}
