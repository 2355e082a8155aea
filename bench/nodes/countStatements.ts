import { SQL } from 'bun';
import type { Postgres } from '../../tests/startPostgres.ts';

/** The number of statements that a server got, by application name. */
export type Statements = ReadonlyMap<string, number>;

/** Makes a server log every statement. */
export async function logStatements(server: Postgres): Promise<void> {
  await using sql = new SQL(server.url, { max: 1 });
  await sql.unsafe(`ALTER SYSTEM SET log_statement = 'all'`);
  await sql.unsafe(`ALTER SYSTEM SET log_line_prefix = '[%a] '`);
  await sql`SELECT pg_reload_conf()`;
  // Sessions reload their settings between two statements.
  await Bun.sleep(500);
}

/** Counts the statements that a server gets during some work. */
export async function countStatements(server: Postgres, work: () => Promise<void>): Promise<Statements> {
  const before = (await server.log()).length;
  await work();
  const lines = (await server.log())
    .slice(before)
    .matchAll(/^\[(.*?)\] LOG: {2}(?:statement|execute [^:]*): /gm);
  const counts = new Map<string, number>();
  for (const [, name = ''] of lines) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** The total, except for one application. */
export function totalWithout(statements: Statements, name: string): number {
  return [...statements].reduce((sum, [who, count]) => (who === name ? sum : sum + count), 0);
}
