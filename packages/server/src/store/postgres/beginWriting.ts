import type { Connection } from './Connection.ts';
import { failure } from './Connection.ts';
import { readOnly } from './explain.ts';

/** Names the lock among those of other programs in the same database. */
const [owner, lock] = [0x4e657773, 1];

/**
 * A writer that stands still, and does not even send its signs of life, loses its transaction after this time.
 * One that is gone is found out sooner: at once where its process ended, else by the settings of the connection.
 */
const longestSilence = 60_000;

/**
 * Begins a transaction once no one else writes, and keeps all others from it until its end.
 *
 * The lock is taken before anything is read: under READ COMMITTED, each statement after it sees all that was committed
 * before. PostgreSQL lets go of such a lock only after the commit has become visible to others, or the rollback is
 * done. So the next writer always counts on from what everyone can see, and numbers become visible in their order:
 * whoever has seen a number will never find a lower one that is new.
 */
export async function beginWriting(connection: Connection, patience: number): Promise<void> {
  // Zero would mean to wait forever.
  const limit = Math.max(1, Math.round(patience));
  await connection.query(`
    BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
    SET LOCAL lock_timeout = ${limit};
    SET LOCAL idle_in_transaction_session_timeout = ${longestSilence}`);
  const [row] = await connection.query<{ standby: boolean }>(
    `SELECT pg_is_in_recovery() AS standby, pg_advisory_xact_lock(${owner}, ${lock})`,
    [],
    limit + connection.timeouts.quick,
  );
  if (row?.standby) throw failure('in recovery', readOnly);
}

/** Shows the server that the writer is alive, also while it does other things. */
export function signsOfLife(connection: Connection): Disposable {
  const timer = setInterval(() => {
    // Where it fails, the next statement of the transaction tells.
    connection.query('SELECT', []).catch(() => {});
  }, longestSilence / 6);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
