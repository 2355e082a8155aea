import { randomBytes } from 'node:crypto';
import type { Bookmark, WriteOptions, Writer } from '../Store.ts';
import { StoreError } from '../StoreError.ts';
import { beginWriting, signsOfLife } from './beginWriting.ts';
import type { Connection } from './Connection.ts';
import { checkIntegrity } from './integrity.ts';
import type { Pool } from './Pool.ts';
import { currentBookmark } from './postgresReader.ts';
import { flush, postgresWriter, startWriting } from './postgresWriter.ts';
import { end, query, type Session } from './Session.ts';

/** How many milliseconds to wait for other writers, and how far the log reaches back. */
export type WriteSettings = { readonly patience: number; readonly keptChanges: number };

/** Who listens here hears when something has changed. */
export const changeChannel = 'newsstand';

/** One transaction that writes, from the lock to the commit. */
export async function writeTransaction<T>(
  pool: Pool,
  settings: WriteSettings,
  work: (writer: Writer) => Promise<T>,
  options: WriteOptions,
): Promise<T> {
  const [connection] = await pool.begin('write', (begun) => beginWriting(begun, settings.patience));
  const session: Session = { connection, isOver: false };
  using _ = signsOfLife(connection);
  try {
    const { result, reached, beginsLog } = await doWork(session, work);
    if (options.dryRun) return result;
    if (reached !== undefined) await markCommit(connection, reached, beginsLog ? 0 : settings.keptChanges);
    await options.beforeCommit?.();
    if (reached !== undefined) await commit(pool, session, reached, settings.patience);
    return result;
  } finally {
    await end(session);
    pool.giveBack(connection);
  }
}

/** The work and its checks; where it changed something, what the bookmark of its end will be. */
async function doWork<T>(session: Session, work: (writer: Writer) => Promise<T>) {
  const start = await currentBookmark((text, values) => query(session, text, values));
  // A session of its own, which is over before the checks.
  const given: Session = { connection: session.connection, isOver: false };
  try {
    const writing = startWriting(given, start);
    const result = await work(postgresWriter(writing));
    await flush(writing);
    // The work may have caught it, but PostgreSQL keeps nothing any more.
    if (given.failure !== undefined) throw given.failure;
    const isChanged = writing.revision > start.revision;
    if (isChanged) await checkIntegrity(session, start.revision, writing.revision);
    const mark = randomBytes(16).toString('hex');
    const reached = isChanged ? { revision: writing.revision, mark } : undefined;
    return { result, reached, beginsLog: writing.beginsLog };
  } finally {
    given.isOver = true;
  }
}

/** Gives the end of the transaction its mark, and drops what is older than the newest `kept` numbers. */
async function markCommit(connection: Connection, { revision, mark }: Bookmark, kept: number): Promise<void> {
  await connection.query(`
    INSERT INTO newsstand.commits VALUES (${revision}, '${mark}');
    DELETE FROM newsstand.changes WHERE revision <= ${revision - kept};
    DELETE FROM newsstand.commits WHERE revision < ${revision - kept};
    NOTIFY ${changeChannel}`);
}

/** Where the answer to the commit does not come, it is found out whether it was kept: a guess would lose or double something. */
async function commit(pool: Pool, session: Session, reached: Bookmark, patience: number): Promise<void> {
  try {
    await session.connection.query('COMMIT');
  } catch (error) {
    if (!session.connection.isLost) throw error;
    if (!(await wasKept(pool, reached, patience))) throw error;
  }
}

/**
 * Looks for the mark of the commit. With the lock in hand: as long as the lost transaction is not over (it may still
 * wait for a standby), the lock is its own.
 */
async function wasKept(pool: Pool, { revision, mark }: Bookmark, patience: number): Promise<boolean> {
  for (const deadline = performance.now() + patience; ; await Bun.sleep(200)) {
    try {
      const [connection, rows] = await pool.begin('write', async (begun) => {
        await beginWriting(begun, Math.max(0, deadline - performance.now()));
        const text = 'SELECT FROM newsstand.commits WHERE revision = $1 AND mark = $2';
        return begun.query(text, [revision, mark]);
      });
      await end({ connection, isOver: false });
      pool.giveBack(connection);
      return rows.count > 0;
    } catch (cause) {
      if (performance.now() < deadline) continue;
      throw new StoreError(
        'the connection broke at the very end of the change, and it could not be found out whether it was kept; look for it once the server is back',
        { cause },
      );
    }
  }
}
