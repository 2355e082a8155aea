import { StoreError } from '../StoreError.ts';
import type { Connection, QueryResult } from './Connection.ts';

/**
 * A transaction on one connection. `isOver` is set at its end: code that outlives it must not touch the next one.
 * `failure` is the error of the first statement that failed: after it PostgreSQL discards the transaction.
 */
export type Session = { readonly connection: Connection; isOver: boolean; failure?: unknown };

/** Runs one statement with its values. */
export type Ask = <Row>(text: string, values?: readonly unknown[]) => Promise<QueryResult<Row>>;

/** Runs one statement of an open transaction. */
export async function query<Row>(
  session: Session,
  text: string,
  values: readonly unknown[] = [],
): Promise<QueryResult<Row>> {
  if (session.isOver) throw new StoreError('the transaction is over; await all work inside it');
  try {
    return await session.connection.query<Row>(text, values);
  } catch (error) {
    session.failure ??= error;
    throw error;
  }
}

/** Ends a transaction; uncommitted work is rolled back. If that fails, the connection is dropped. */
export async function end(session: Session): Promise<void> {
  session.isOver = true;
  if (session.connection.isLost) return;
  try {
    await session.connection.query('ROLLBACK', undefined, session.connection.timeouts.quick);
  } catch {
    await session.connection[Symbol.asyncDispose]();
  }
}

/** An array literal of PostgreSQL: whole columns are sent as one value each. */
export function arrayLiteral(values: Iterable<string | number | null>): string {
  const elements = [];
  for (const value of values) elements.push(typeof value === 'string' ? quoted(value) : `${value ?? 'NULL'}`);
  return `{${elements.join(',')}}`;
}

/** JSON quotes most text just as PostgreSQL does, and much faster than any other way. */
function quoted(text: string): string {
  const isSame = text.isWellFormed() && !/[\0-\x1f]/.test(text);
  return isSame ? JSON.stringify(text) : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
