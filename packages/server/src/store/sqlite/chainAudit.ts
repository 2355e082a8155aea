import type { Database } from 'bun:sqlite';
import { chainStart, type FormerAudit, formerEntry } from '../Audit.ts';
import type { Chained } from '../Store.ts';
import { yieldToEventLoop } from './Session.ts';
import { addAudit } from './sqliteAudit.ts';

/** How many entries are chained before yielding. */
const chainedEntries = 100;

/** A step of the schema: gives every entry of the audit log its hash. */
export async function chainAudit(db: Database, tell: (chained: Chained) => void): Promise<void> {
  db.run(`
    CREATE TABLE pseudonyms (
      pseudonym TEXT PRIMARY KEY,
      salt TEXT,
      operator_id TEXT UNIQUE,
      label TEXT UNIQUE
    );
    CREATE TABLE audit_chain (
      anchor INTEGER NOT NULL,
      anchor_hash TEXT NOT NULL,
      head INTEGER NOT NULL,
      head_hash TEXT NOT NULL
    );
    INSERT INTO audit_chain VALUES (0, '${chainStart.hash}', 0, '${chainStart.hash}');
    ALTER TABLE audit RENAME TO former_audit;
    DROP INDEX audit_by_target;
    CREATE TABLE audit (
      number INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      author TEXT NOT NULL,
      action TEXT NOT NULL,
      project_id TEXT,
      target TEXT NOT NULL,
      details TEXT,
      personal TEXT,
      personal_sha256 TEXT,
      hash TEXT NOT NULL
    );
  `);
  const next = db.query<FormerAudit, [number, number]>(
    `SELECT number, at, author AS by, action, project_id AS projectId, target, details FROM former_audit
     WHERE number > ? ORDER BY number LIMIT ?`,
  );
  const of = db.query<{ of: number }, []>('SELECT count(*) AS of FROM former_audit').get()?.of ?? 0;
  for (let [after, entries] = [0, 0]; ; await yieldToEventLoop()) {
    const rows = next.all(after, chainedEntries);
    const last = rows.at(-1);
    if (last === undefined) break;
    addAudit(db, rows.map(formerEntry));
    after = last.number;
    entries += rows.length;
    tell({ entries, of });
  }
  const last = [
    'DROP TABLE former_audit',
    'CREATE INDEX audit_by_author ON audit (author, number)',
    'CREATE INDEX audit_by_action ON audit (action, number)',
    'CREATE INDEX audit_by_project ON audit (project_id, number)',
    'CREATE INDEX audit_by_target ON audit (target, number)',
    'CREATE INDEX audit_by_time ON audit (at, number)',
  ];
  for (const statement of last) {
    db.run(statement);
    await yieldToEventLoop();
  }
}
