import { type Connection, failure } from './Connection.ts';
import { readOnly } from './explain.ts';

/** Identifies the lock among those of other programs in the same database. */
const [owner, lock] = [0x4e657773, 1];

/**
 * Begins a transaction once no one else is writing, and locks out all other writers until its end.
 *
 * The lock is taken before anything is read: under READ COMMITTED, each statement after it sees everything committed
 * before. PostgreSQL releases such a lock only after the commit has become visible to others, or the rollback is
 * done. So the next writer always continues from what everyone can see, and numbers become visible in order:
 * once a number has been seen, no new number is lower.
 */
export async function beginWriting(connection: Connection, patience: number): Promise<void> {
  // Zero would mean waiting forever.
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
 * Shows the server that the writer is alive, even while it copies files for minutes. One that hangs
 * sends none, and loses its transaction, so that others can write. One that has died is detected sooner: at once if
 * its process has ended, otherwise by the connection's keepalive settings.
 */
export function keepTransactionAlive(connection: Connection): Disposable {
  const timer = setInterval(() => {
    // If it fails, so does the next statement of the transaction.
    connection.query('SELECT', []).catch(() => {});
  }, connection.timeouts.silence / 6);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
