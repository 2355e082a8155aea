import { randomBytes } from 'node:crypto';
import { type Bookmark, beginning, commandLine, type WriteOptions, type Writer } from '../Store.ts';
import { StoreError, StoreUpgradedError } from '../StoreError.ts';
import { beginWriting, keepTransactionAlive } from './beginWriting.ts';
import type { Connection } from './Connection.ts';
import { checkIntegrity } from './integrity.ts';
import { migrations } from './migrations.ts';
import type { Pool } from './Pool.ts';
import { newestBookmark } from './postgresReader.ts';
import { flush, postgresWriter, startWriting } from './postgresWriter.ts';
import { end, query, type Session } from './Session.ts';

/**
 * How many milliseconds to wait for a server, how far the log reaches back, and how many versions of a record to keep.
 */
export type WriteSettings = {
  readonly patience: number;
  readonly keptChanges: number;
  readonly keptVersions: number;
};

/** How long to wait for other writers. */
type Deadline = { readonly deadline: number };

/** The end of a transaction to commit. It has no revision if nothing of it is in the change log. */
type Reached = { readonly mark: string; readonly revision: number | undefined; readonly beginsLog: boolean };

/** The channel on which changes are announced. */
export const changeChannel = 'newsstand';

/** One transaction that writes, from the lock to the commit. */
export async function writeTransaction<T>(
  pool: Pool,
  settings: WriteSettings & Deadline,
  work: (writer: Writer) => Promise<T>,
  options: WriteOptions,
): Promise<T> {
  const [connection] = await pool.begin('write', (begun) =>
    beginWriting(begun, settings.deadline - performance.now()),
  );
  const session: Session = { connection, isOver: false };
  using _ = keepTransactionAlive(connection);
  try {
    const { result, reached } = await doWork(session, settings.keptVersions, work, options);
    if (options.dryRun) return result;
    if (reached !== undefined) await markCommit(connection, reached, settings.keptChanges);
    await options.beforeCommit?.();
    if (reached !== undefined) await commit(pool, session, reached, settings.patience);
    return result;
  } finally {
    await end(session);
    pool.giveBack(connection);
  }
}

/** The work and its checks; if it wrote something, also the mark of its end. */
async function doWork<T>(
  session: Session,
  most: number,
  work: (writer: Writer) => Promise<T>,
  { by = commandLine(), isCopy }: WriteOptions,
): Promise<{ readonly result: T; readonly reached: Reached | undefined }> {
  const start = await startOf(session);
  // A separate session, which ends before the checks.
  const given: Session = { connection: session.connection, isOver: false };
  try {
    const writing = startWriting(given, start, { most, by, start: start.revision });
    const result = await work(postgresWriter(writing));
    await flush(writing);
    // The work may have caught it, but PostgreSQL has already discarded the transaction.
    if (given.failure !== undefined) throw given.failure;
    const isChanged = writing.revision > start.revision;
    if (isChanged) {
      const span = { start: start.revision, end: writing.revision };
      await checkIntegrity(session, { ...span, now: by.at, isCopy });
    }
    if (!isChanged && !writing.hasUnlogged) return { result, reached: undefined };
    const [mark, revision] = [randomBytes(16).toString('hex'), isChanged ? writing.revision : undefined];
    return { result, reached: { mark, revision, beginsLog: writing.beginsLog } };
  } finally {
    given.isOver = true;
  }
}

/**
 * Where a transaction begins. By now it holds the lock for writing, so nobody migrates the store until its end. To ask
 * in the statement that takes the lock would be too early: what it sees is from before its wait.
 */
async function startOf(session: Session): Promise<Bookmark> {
  const [row] = await query<Bookmark & { readonly schema: number }>(
    session,
    `SELECT newest.*, about.version AS schema FROM newsstand.about, (${newestBookmark}) AS newest`,
  );
  if (row === undefined) return beginning;
  const { schema, ...bookmark } = row;
  if (schema !== migrations.length) throw new StoreUpgradedError(schema, migrations.length);
  return bookmark;
}

/** Gives the end of the transaction its mark, and drops what is older than the newest `keptChanges` numbers. */
async function markCommit(connection: Connection, reached: Reached, keptChanges: number): Promise<void> {
  const { mark, revision, beginsLog } = reached;
  if (revision === undefined) {
    await connection.query(`
      INSERT INTO newsstand.office_commits (mark) VALUES ('${mark}');
      DELETE FROM newsstand.office_commits WHERE at < now() - interval '1 hour'`);
    return;
  }
  const kept = beginsLog ? 0 : keptChanges;
  await connection.query(`
    INSERT INTO newsstand.commits (revision, mark, schema) VALUES (${revision}, '${mark}', ${migrations.length});
    DELETE FROM newsstand.changes WHERE revision <= ${revision - kept};
    DELETE FROM newsstand.commits WHERE revision < ${revision - kept};
    DELETE FROM newsstand.events WHERE revision <= ${revision - kept};
    UPDATE newsstand.events_floor SET revision = ${revision - kept} WHERE revision < ${revision - kept};
    NOTIFY ${changeChannel}`);
}

/** If the response to the commit is lost, finds out whether it took effect: a guess would lose or repeat the change. */
async function commit(pool: Pool, session: Session, reached: Reached, patience: number): Promise<void> {
  try {
    await session.connection.query('COMMIT');
  } catch (error) {
    if (!session.connection.isLost) throw error;
    if (!(await wasKept(pool, reached, patience))) throw error;
  }
}

/**
 * Looks for the mark of the commit, holding the lock: as long as the lost transaction is not over (it may still
 * wait for a standby), the lock is its own.
 */
async function wasKept(pool: Pool, { revision, mark }: Reached, patience: number): Promise<boolean> {
  for (const deadline = performance.now() + patience; ; await Bun.sleep(200)) {
    try {
      const [connection, rows] = await pool.begin('write', async (begun) => {
        await beginWriting(begun, Math.max(0, deadline - performance.now()));
        return revision === undefined
          ? begun.query('SELECT FROM newsstand.office_commits WHERE mark = $1', [mark])
          : begun.query('SELECT FROM newsstand.commits WHERE mark = $1 AND revision = $2', [mark, revision]);
      });
      await end({ connection, isOver: false });
      pool.giveBack(connection);
      return rows.count > 0;
    } catch (cause) {
      if (performance.now() < deadline) continue;
      throw new StoreError(
        'the connection broke during the commit, and it is unknown whether the change was stored; check once the server is back',
        { cause },
      );
    }
  }
}
