import { Database } from 'bun:sqlite';
import { SQL } from 'bun';

/** All tables and indexes of a file, whatever the layout of the statements that made them. */
export function sqliteSchema(path: string): readonly string[] {
  using db = new Database(path, { readonly: true });
  const rows = db.query<{ sql: string }, []>('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL').all();
  return rows.map(({ sql }) => sql.replaceAll(/\s+/g, ' ')).sort();
}

/** All columns, indexes, constraints, triggers and functions of a store in PostgreSQL. */
export async function postgresSchema(url: string): Promise<readonly string[]> {
  await using sql = new SQL(url, { max: 1 });
  const rows = await sql.unsafe<{ line: string }[]>(`
    WITH tables AS (SELECT oid, relname FROM pg_class WHERE relnamespace = 'newsstand'::regnamespace AND relkind = 'r')
    SELECT concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
      attcollation::regcollation, pg_get_expr(adbin, adrelid)) AS line
    FROM tables JOIN pg_attribute ON attrelid = oid AND attnum > 0 AND NOT attisdropped
      LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    UNION ALL SELECT concat_ws(' ', relname, conname, pg_get_constraintdef(pg_constraint.oid))
    FROM tables JOIN pg_constraint ON conrelid = tables.oid
    UNION ALL SELECT pg_get_indexdef(indexrelid) FROM tables JOIN pg_index ON indrelid = oid
    UNION ALL SELECT pg_get_triggerdef(pg_trigger.oid)
    FROM tables JOIN pg_trigger ON tgrelid = tables.oid WHERE NOT tgisinternal
    UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'newsstand'::regnamespace
    ORDER BY line`);
  return rows.map(({ line }) => line);
}
