import type { Database } from 'bun:sqlite';
import { decodeCredential } from '../Credential.ts';
import { type ChangedThing, decodeThing, encodeThing } from '../changedThing.ts';
import { type Bookmark, beginning, type Change, type LoggedChange, type RecordKey } from '../Store.ts';
import { database, type Session, yieldToEventLoop } from './Session.ts';
import { type ReadElsewhere, readRecord, shelfNumber } from './sqliteReader.ts';

/** How many changes are read in one go, about a millisecond, and about how many characters of documents. */
const batchSize = 25;
const batchCharacters = 1024 * 1024;
/** How many transaction ends are reported at most. */
const mostBookmarks = 1000;

/** Whether the log holds all changes after a bookmark. */
export function isLogged(session: Session, { revision, mark }: Bookmark): boolean {
  const db = database(session);
  const pruned = db.query<{ revision: number }, []>('SELECT revision FROM pruned').get()?.revision ?? 0;
  if (revision === beginning.revision && mark === beginning.mark) return pruned === 0;
  return db.query('SELECT 1 FROM commits WHERE revision = ? AND mark = ?').get(revision, mark) !== null;
}

/** The ends of the newest transactions after a bookmark, oldest first. */
export function bookmarksAfter(session: Session, { revision }: Bookmark): readonly Bookmark[] {
  return database(session)
    .query<Bookmark, [number, number]>(
      'SELECT revision, mark FROM commits WHERE revision > ? ORDER BY revision DESC LIMIT ?',
    )
    .all(revision, mostBookmarks)
    .reverse();
}

/** What changed after a revision, each thing once, as it is now. */
export async function* changesSince(
  session: Session,
  revision: number,
  elsewhere: ReadElsewhere,
): AsyncGenerator<readonly LoggedChange[]> {
  for (let after = revision; ; ) {
    const rows = database(session)
      .query<{ revision: number; thing: string }, number[]>(
        'SELECT revision, thing FROM changes WHERE revision > ? ORDER BY revision LIMIT ?',
      )
      .all(after, batchSize);
    const last = rows.at(-1)?.revision;
    if (last === undefined) return;
    let batch: LoggedChange[] = [];
    let characters = 0;
    for (const { revision, thing } of rows) {
      const change = await asItIsNow(session, decodeThing(thing), elsewhere);
      batch.push({ ...change, revision });
      characters += change.type === 'record' ? (change.record?.document.length ?? 0) : 0;
      if (characters < batchCharacters) continue;
      // Reading so much takes milliseconds, and so does what is done with it.
      await yieldToEventLoop();
      yield batch;
      [batch, characters] = [[], 0];
    }
    if (batch.length > 0) yield batch;
    after = last;
  }
}

/** Whether a record is what it was at a bookmark. */
export function isUnchangedSince(session: Session, key: RecordKey, bookmark: Bookmark): boolean {
  const changed = database(session).query('SELECT 1 FROM changes WHERE thing = ? AND revision > ?');
  const thing = encodeThing({ type: 'record', key });
  return isLogged(session, bookmark) && changed.get(thing, bookmark.revision) === null;
}

async function asItIsNow(session: Session, thing: ChangedThing, elsewhere: ReadElsewhere): Promise<Change> {
  switch (thing.type) {
    case 'record':
      return { ...thing, record: await readRecord(session, thing.key, elsewhere) };
    case 'space':
      return { ...thing, present: isPresent(session, { kind: 'category', ...thing.space }) };
    case 'instance': {
      const { app, ...scope } = thing.instance;
      return { ...thing, present: isPresent(session, { kind: app, ...scope }) };
    }
    case 'credential': {
      const row = database(session)
        .query<{ document: string }, [string]>('SELECT document FROM credentials WHERE key = ?')
        .get(thing.key);
      return { ...thing, credential: row === null ? undefined : decodeCredential(row.document) };
    }
  }
}

function isPresent(session: Session, key: Omit<RecordKey, 'id'>): boolean {
  const shelf = shelfNumber(session, key);
  if (shelf === undefined) return false;
  const present = database(session).query('SELECT 1 FROM shelves WHERE shelf = ? AND present');
  return present.get(shelf) !== null;
}

/** Removes entries older than the newest `kept` revisions, and records how far the log was pruned. */
export function pruneChanges(db: Database, kept: number): void {
  const { changes } = db
    .query('DELETE FROM changes WHERE revision <= (SELECT max(revision) FROM changes) - ?')
    .run(kept);
  if (changes === 0) return;
  db.query('UPDATE pruned SET revision = (SELECT max(revision) FROM changes) - ?').run(kept);
  db.run('DELETE FROM commits WHERE revision < (SELECT revision FROM pruned)');
  db.run('DELETE FROM events WHERE revision <= (SELECT revision FROM pruned)');
  db.run('UPDATE events_floor SET revision = max(revision, (SELECT revision FROM pruned))');
}
