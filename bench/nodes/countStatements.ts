import { SQL } from 'bun';
import type { Postgres } from '../../tests/startPostgres.ts';

/** What a server was asked in a stretch of time: statements by the name of who asked. */
export type Statements = ReadonlyMap<string, number>;

/** Has a server write down every statement that it gets. */
export async function logStatements(server: Postgres): Promise<void> {
  await using sql = new SQL(server.url, { max: 1 });
  await sql.unsafe(`ALTER SYSTEM SET log_statement = 'all'`);
  await sql.unsafe(`ALTER SYSTEM SET log_line_prefix = '[%a] '`);
  await sql`SELECT pg_reload_conf()`;
  // Sessions look at their settings between two statements.
  await Bun.sleep(500);
}

/** Counts what a server is asked while something is done. */
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

/** How many there were, but for those of one who asks. */
export function totalWithout(statements: Statements, name: string): number {
  return [...statements].reduce((sum, [who, count]) => (who === name ? sum : sum + count), 0);
}
