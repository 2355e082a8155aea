import { chainStart, type FormerAudit, formerEntry } from '../Audit.ts';
import type { Chained } from '../Store.ts';
import type { Connection } from './Connection.ts';
import { addAudit } from './postgresAudit.ts';

/** How many entries are chained at once. */
const chainedEntries = 5000;

/** A step of the schema: gives every entry of the audit log its hash. */
export async function chainAudit(connection: Connection, tell: (chained: Chained) => void): Promise<void> {
  await connection.query(`
    CREATE TABLE newsstand.pseudonyms (
      pseudonym text COLLATE "C" PRIMARY KEY,
      salt text COLLATE "C",
      operator_id text COLLATE "C" UNIQUE,
      label text COLLATE "C" UNIQUE
    );
    CREATE TABLE newsstand.audit_chain (
      anchor bigint NOT NULL,
      anchor_hash text COLLATE "C" NOT NULL,
      head bigint NOT NULL,
      head_hash text COLLATE "C" NOT NULL
    );
    INSERT INTO newsstand.audit_chain VALUES (0, '${chainStart.hash}', 0, '${chainStart.hash}');
    ALTER TABLE newsstand.audit RENAME TO former_audit;
    DROP INDEX newsstand.audit_by_target;
    CREATE TABLE newsstand.audit (
      number bigint PRIMARY KEY,
      at bigint NOT NULL,
      author text COLLATE "C" NOT NULL,
      action text COLLATE "C" NOT NULL,
      project_id text COLLATE "C",
      target text COLLATE "C" NOT NULL,
      details text,
      personal text,
      personal_sha256 text COLLATE "C",
      hash text COLLATE "C" NOT NULL
    );
  `);
  const execute = async (text: string, values: readonly unknown[]) =>
    (await connection.query(text, values)).count;
  const [count] = await connection.query<{ of: number }>(
    'SELECT count(*)::float8 AS of FROM newsstand.former_audit',
    [],
  );
  for (let [after, entries] = [0, 0]; ; ) {
    const rows = await connection.query<FormerAudit>(
      `SELECT number::float8 AS number, at::float8 AS at, author AS by, action, project_id AS "projectId", target, details
       FROM newsstand.former_audit WHERE former_audit.number > $1 ORDER BY former_audit.number LIMIT ${chainedEntries}`,
      [after],
    );
    const last = rows.at(-1);
    if (last === undefined) break;
    await addAudit((text, values = []) => connection.query(text, values), execute, rows.map(formerEntry));
    after = last.number;
    entries += rows.length;
    tell({ entries, of: count?.of ?? entries });
  }
  await connection.query(`
    DROP TABLE newsstand.former_audit;
    CREATE INDEX audit_by_author ON newsstand.audit (author, number);
    CREATE INDEX audit_by_action ON newsstand.audit (action, number);
    CREATE INDEX audit_by_project ON newsstand.audit (project_id, number);
    CREATE INDEX audit_by_target ON newsstand.audit (target, number);
    CREATE INDEX audit_by_time ON newsstand.audit (at, number);
  `);
}
