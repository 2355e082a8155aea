import type { Database } from 'bun:sqlite';

/** Drops what is older than the newest `kept` numbers, and notes up to where the log has gone. */
export function pruneChanges(db: Database, kept: number): void {
  const { changes } = db
    .query('DELETE FROM changes WHERE revision <= (SELECT max(revision) FROM changes) - ?')
    .run(kept);
  if (changes === 0) return;
  db.query('UPDATE pruned SET revision = (SELECT max(revision) FROM changes) - ?').run(kept);
  db.run('DELETE FROM commits WHERE revision < (SELECT revision FROM pruned)');
}
