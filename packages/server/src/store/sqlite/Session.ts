import type { Database } from 'bun:sqlite';
import { StoreError } from '../StoreError.ts';

/** A transaction on one connection. `isOver` is set at its end: what outlives it must not touch the next one. */
export type Session = { readonly db: Database; isOver: boolean };

/** The connection of a transaction that still runs. */
export function database(session: Session): Database {
  if (session.isOver) throw new StoreError('the transaction is over; await all work inside it');
  return session.db;
}

/** Ends a transaction; uncommitted work is rolled back. */
export function end(session: Session): void {
  session.isOver = true;
  if (session.db.inTransaction) session.db.run('ROLLBACK');
}

/** Awaited between the steps of long synchronous work, so that pending requests are handled in between. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
