import { isAppKind, type Kind, kindNames } from '@newsstand/contract/plain';
import { decodeCredential } from '../Credential.ts';
import {
  type Bookmark,
  beginning,
  type Instance,
  type Link,
  type Reader,
  type RecordKey,
  type Scope,
  type StoredRecord,
} from '../Store.ts';
import { decodeNext } from '../StoredRecord.ts';
import { database, type Session, yieldToEventLoop } from './Session.ts';

/** How many records are read in one go: about a millisecond. */
const batchSize = 100;

/** A shelf: its number, and what it holds. */
export type Shelf = {
  readonly shelf: number;
  readonly kind: Kind;
  readonly project_id: string;
  readonly space_id: string;
  readonly instance_id: string;
};
type RecordRow = {
  readonly id: string;
  readonly alias: string | null;
  readonly document: string;
  readonly next: string | null;
};
/** Of a large record, neither document nor next version. */
type NumberedRow = Omit<RecordRow, 'document'> & {
  readonly record: number;
  readonly document: string | null;
};
type LinkRow = { readonly source: number } & Link;

const shelfColumns = 'shelf, kind, project_id, space_id, instance_id';

/** SQLite knows the sizes without reading the texts. */
const isSmall = 'octet_length(document) + ifnull(octet_length(next), 0) <= ?1';
const recordColumns = `record, id, alias, iif(${isSmall}, document, NULL) AS document, iif(${isSmall}, next, NULL) AS next`;

/** To read more at once takes milliseconds. */
const largeBytes = 1024 * 1024;

/** Reads a record of the store at a bookmark in another thread; undefined if that is not possible any more. */
export type ReadElsewhere = (key: RecordKey, bookmark: Bookmark) => Promise<StoredRecord | undefined>;

/** The store as one transaction sees it. `elsewhere`: how large records are read, unless the transaction writes. */
export function sqliteReader(session: Session, elsewhere?: ReadElsewhere): Reader {
  return {
    bookmark: async () => currentBookmark(session),
    spaces: async () =>
      database(session)
        .query<{ projectId: string; spaceId: string }, []>(
          `SELECT project_id AS projectId, space_id AS spaceId FROM shelves WHERE kind = 'category' AND present
           ORDER BY project_id, space_id`,
        )
        .all(),
    instances: async () =>
      database(session)
        .query<Instance, []>(
          `SELECT kind AS app, project_id AS projectId, space_id AS spaceId, instance_id AS instanceId FROM shelves
           WHERE instance_id <> '' AND present ORDER BY project_id, space_id, kind, instance_id`,
        )
        .all(),
    credentials: async () =>
      database(session)
        .query<{ document: string }, []>('SELECT document FROM credentials ORDER BY key')
        .all()
        .map((row) => decodeCredential(row.document)),
    records: (scope = {}) => records(session, scope, elsewhere),
    find: (key) => readRecord(session, key, elsewhere),
    findAll: (keys) => readRecords(session, keys, elsewhere),
    mediaKey: async () =>
      database(session).query<{ key: string }, []>('SELECT media_key AS key FROM about').get()?.key ?? '',
  };
}

/** The end of the newest transaction; its row is never pruned. */
export function currentBookmark(session: Session): Bookmark {
  const newest = database(session).query<Bookmark, []>(
    'SELECT revision, mark FROM commits ORDER BY revision DESC LIMIT 1',
  );
  return newest.get() ?? beginning;
}

/** The number of the shelf that holds, or would hold, a record; undefined if it was never created. */
export function shelfNumber(session: Session, key: Omit<RecordKey, 'id'>): number | undefined {
  return database(session)
    .query<{ shelf: number }, string[]>(
      'SELECT shelf FROM shelves WHERE project_id = ? AND space_id = ? AND kind = ? AND instance_id = ?',
    )
    .get(key.projectId, key.spaceId, key.kind, key.instanceId ?? '')?.shelf;
}

/** The links of one record, in their order. */
export function recordLinks(session: Session, record: number): readonly Link[] {
  return database(session)
    .query<Link, [number]>(
      `SELECT shelves.kind, links.id FROM links JOIN shelves USING (shelf) WHERE source = ? AND position >= 0
       ORDER BY position`,
    )
    .all(record);
}

/** A record with its links, all of it at once. */
export function findRecord(session: Session, key: RecordKey): StoredRecord | undefined {
  const row = findRow(session, key, Number.MAX_SAFE_INTEGER);
  return row && recordOf(key, row, recordLinks(session, row.record));
}

/** The same; a large one is read in another thread, if possible. */
export async function readRecord(
  session: Session,
  key: RecordKey,
  elsewhere: ReadElsewhere | undefined,
): Promise<StoredRecord | undefined> {
  const row = findRow(session, key, largeBytes);
  const small = row && recordOf(key, row, recordLinks(session, row.record));
  if (row === undefined || small !== undefined) return small;
  return (await elsewhere?.(key, currentBookmark(session))) ?? findRecord(session, key);
}

function findRow(session: Session, key: RecordKey, mostBytes: number): NumberedRow | undefined {
  const { projectId, spaceId, kind, instanceId = '', id } = key;
  const row = database(session)
    .query<NumberedRow, (string | number)[]>(
      `SELECT ${recordColumns} FROM shelves JOIN records USING (shelf)
       WHERE project_id = ?2 AND space_id = ?3 AND kind = ?4 AND instance_id = ?5 AND id = ?6`,
    )
    .get(mostBytes, projectId, spaceId, kind, instanceId, id);
  return row ?? undefined;
}

/** Undefined if its texts were not read. */
function recordOf(
  key: Omit<RecordKey, 'id'>,
  row: NumberedRow,
  links: readonly Link[],
): StoredRecord | undefined {
  const { document } = row;
  return document === null ? undefined : storedRecord(key, { ...row, document }, links);
}

/** How many characters of documents are read before yielding. */
const turnCharacters = 1024 * 1024;

async function readRecords(
  session: Session,
  keys: readonly RecordKey[],
  elsewhere: ReadElsewhere | undefined,
): Promise<readonly (StoredRecord | undefined)[]> {
  const found: (StoredRecord | undefined)[] = [];
  let characters = 0;
  for (const key of keys) {
    const record = await readRecord(session, key, elsewhere);
    found.push(record);
    characters += record?.document.length ?? 0;
    if (characters < turnCharacters) continue;
    await yieldToEventLoop();
    characters = 0;
  }
  return found;
}

/** Where something is embedded or mentioned: by its shelf and ID. */
const uses = `SELECT source FROM links WHERE shelf = ?1 AND id = ?2
  UNION SELECT source FROM mentions WHERE shelf = ?1 AND id = ?2`;

/** How many records embed or mention another one, and the first of them. */
export function recordUses(session: Session, target: RecordKey, most: number) {
  const shelf = shelfNumber(session, target);
  if (shelf === undefined) return { total: 0, keys: [] };
  const total = database(session).query<{ total: number }, [number, string]>(
    `SELECT count(*) AS total FROM (${uses})`,
  );
  const keys = database(session).query<Shelf & { readonly id: string }, [number, string, number]>(
    `SELECT ${shelfColumns}, records.id FROM (
       ${uses} ORDER BY source LIMIT ?3
     ) JOIN records ON record = source JOIN shelves USING (shelf) ORDER BY record`,
  );
  return {
    total: total.get(shelf, target.id)?.total ?? 0,
    keys: keys.all(shelf, target.id, most).map((row): RecordKey => ({ ...shelfKey(row), id: row.id })),
  };
}

async function* records(
  session: Session,
  scope: Scope,
  elsewhere: ReadElsewhere | undefined,
): AsyncGenerator<readonly StoredRecord[]> {
  const shelves = shelvesOf(session, scope);
  for (const kind of kindNames) {
    for (const shelf of shelves) {
      if (shelf.kind === kind) yield* shelfRecords(session, shelf, elsewhere);
    }
  }
}

/** The shelves of a scope, by their names. */
export function shelvesOf(session: Session, scope: Scope): readonly Shelf[] {
  return database(session)
    .query<Shelf, (string | null)[]>(
      `SELECT ${shelfColumns} FROM shelves
       WHERE project_id = ifnull(?1, project_id) AND space_id = ifnull(?2, space_id)
       AND instance_id = ifnull(?3, instance_id) ORDER BY project_id, space_id, instance_id, kind`,
    )
    .all(scope.projectId ?? null, scope.spaceId ?? null, scope.instanceId ?? null);
}

/** So many bytes are read with others of a batch; a larger record by itself. */
const batchedBytes = 16 * 1024;

/** Batch by batch rather than with one open statement: nothing is left open when the reader stops early. */
async function* shelfRecords(
  session: Session,
  shelf: Shelf,
  elsewhere: ReadElsewhere | undefined,
): AsyncGenerator<readonly StoredRecord[]> {
  const key = shelfKey(shelf);
  for (let after = 0; ; ) {
    const rows = database(session)
      .query<NumberedRow, number[]>(
        `SELECT ${recordColumns} FROM records INDEXED BY records_in_order
         WHERE shelf = ?2 AND record > ?3 ORDER BY record LIMIT ?4`,
      )
      .all(batchedBytes, shelf.shelf, after, batchSize);
    const last = rows.at(-1)?.record;
    if (last === undefined) return;
    const links = linksBetween(session, shelf.shelf, after, last);
    let batch: StoredRecord[] = [];
    for (const row of rows) {
      const small = recordOf(key, row, links.get(row.record) ?? []);
      if (small !== undefined) {
        batch.push(small);
        continue;
      }
      const record = await readRecord(session, { ...key, id: row.id }, elsewhere);
      if (record === undefined) continue;
      yield [...batch, record];
      batch = [];
      await yieldToEventLoop();
    }
    if (batch.length > 0) yield batch;
    after = last;
  }
}

function linksBetween(session: Session, shelf: number, after: number, last: number): Map<number, Link[]> {
  const rows = database(session)
    .query<LinkRow, number[]>(
      `SELECT links.source, shelves.kind, links.id
       FROM records INDEXED BY records_in_order
       CROSS JOIN links ON links.source = records.record
       CROSS JOIN shelves ON shelves.shelf = links.shelf
       WHERE records.shelf = ? AND records.record > ? AND records.record <= ? AND position >= 0
       ORDER BY record, position`,
    )
    .all(shelf, after, last);
  const bySource = new Map<number, Link[]>();
  for (const { source, kind, id } of rows) {
    const list = bySource.get(source);
    if (list === undefined) bySource.set(source, [{ kind, id }]);
    else list.push({ kind, id });
  }
  return bySource;
}

/** What a shelf says of the records on it. */
export function shelfKey(shelf: Shelf): Omit<RecordKey, 'id'> {
  const scope = { kind: shelf.kind, projectId: shelf.project_id, spaceId: shelf.space_id };
  return isAppKind(shelf.kind) ? { ...scope, instanceId: shelf.instance_id } : scope;
}

/** A record as it was put. */
export function storedRecord(
  key: Omit<RecordKey, 'id'>,
  { id, alias, document, next }: RecordRow,
  links: readonly Link[],
): StoredRecord {
  const { kind, projectId, spaceId, instanceId } = key;
  const record = { kind, projectId, spaceId, instanceId, id, alias: alias ?? undefined, document, links };
  return next === null ? record : { ...record, next: decodeNext(next) };
}
