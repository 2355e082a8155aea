import { type Connection, failure } from './Connection.ts';
import { readOnly } from './explain.ts';

/** Names the lock among those of other programs in the same database. */
const [owner, lock] = [0x4e657773, 1];

/**
 * Begins a transaction once no one else writes, and keeps all others from it until its end.
 *
 * The lock is taken before anything is read: under READ COMMITTED, each statement after it sees all that was committed
 * before. PostgreSQL lets go of such a lock only after the commit has become visible to others, or the rollback is
 * done. So the next writer always counts on from what everyone can see, and numbers become visible in their order:
 * once a number was seen, no new number is lower.
 */
export async function beginWriting(connection: Connection, patience: number): Promise<void> {
  // Zero would mean to wait forever.
  const limit = Math.max(1, Math.round(patience));
  const { quick, silence } = connection.timeouts;
  await connection.query(`
    BEGIN ISOLATION LEVEL READ COMMITTED;
    SET LOCAL lock_timeout = ${limit};
    SET LOCAL idle_in_transaction_session_timeout = ${silence}`);
  const [row] = await connection.query<{ standby: boolean }>(
    `SELECT pg_is_in_recovery() AS standby, pg_advisory_xact_lock(${owner}, ${lock})`,
    [],
    limit + quick,
  );
  if (row?.standby) throw failure('in recovery', readOnly);
}

/**
 * Shows the server that the writer is alive, also while it puts other things in place for minutes. One that stands still
 * sends none, and loses its transaction, so that others can write. One that is gone is found out sooner: at once where
 * its process has ended, else by the settings of the connection.
 */
export function signsOfLife(connection: Connection): Disposable {
  const timer = setInterval(() => {
    // If it fails, so does the next statement of the transaction.
    connection.query('SELECT', []).catch(() => {});
  }, connection.timeouts.silence / 6);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
