import type { Database } from 'bun:sqlite';
import { chainStart, type FormerAudit, formerEntry } from '../Audit.ts';
import { addAudit } from './sqliteAudit.ts';

/** How many entries are chained at once. */
const chainedEntries = 1000;

/** A step of the schema: gives every entry of the audit log its hash. */
export function chainAudit(db: Database): void {
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
  for (let after = 0; ; ) {
    const rows = next.all(after, chainedEntries);
    const last = rows.at(-1);
    if (last === undefined) break;
    addAudit(db, rows.map(formerEntry));
    after = last.number;
  }
  db.run(`
    DROP TABLE former_audit;
    CREATE INDEX audit_by_author ON audit (author, number);
    CREATE INDEX audit_by_action ON audit (action, number);
    CREATE INDEX audit_by_project ON audit (project_id, number);
    CREATE INDEX audit_by_target ON audit (target, number);
    CREATE INDEX audit_by_time ON audit (at, number);
  `);
}
