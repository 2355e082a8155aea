import type { Database } from 'bun:sqlite';
import {
  type AuditChain,
  type AuditEntry,
  type AuditLine,
  type AuditQuery,
  type AuditReader,
  type AuditWriter,
  actionRange,
  endOfPrefix,
  inJson,
  lowerAscii,
  namesBy,
  namesIn,
  newPseudonym,
  openAudit,
  type Pseudonym,
  personalStart,
  pseudonymsIn,
  renamedTarget,
  type StoredAudit,
  sealAudit,
} from '../Audit.ts';
import { database, type Session, yieldToEventLoop } from './Session.ts';

/** How many entries are in memory at once. */
const batchSize = 1000;
const columns = `number, at, author, action, project_id AS projectId, target, details, personal,
  personal_sha256 AS personalSha256, hash`;
const pseudonymColumns = 'pseudonym, salt, operator_id AS operatorId, label';

/** What one transaction sees of the audit log. */
export function sqliteAuditReader(session: Session): AuditReader {
  return {
    audit: (query) => audit(session, query),
    auditChain: async () => auditChain(database(session)),
    pseudonyms: async () => pseudonyms(database(session)),
    allAudit: () => allAudit(session),
  };
}

/** How one transaction changes it. */
export function sqliteAuditWriter(session: Session): Omit<AuditWriter, 'eraseOperator'> {
  return {
    addAudit: async (...entries) => addAudit(database(session), entries),
    copyAudit: async (entries) => insertAudit(database(session), entries),
    copyAuditChain: async (chain, all) => {
      for (const each of all) insertPseudonym(database(session), each);
      putChain(database(session), chain);
    },
    pruneAudit: async (before, most) => pruneAudit(database(session), before, most),
  };
}

function auditChain(db: Database): AuditChain {
  const row = db
    .query<{ anchor: number; anchorHash: string; head: number; headHash: string }, []>(
      'SELECT anchor, anchor_hash AS anchorHash, head, head_hash AS headHash FROM audit_chain',
    )
    .get();
  return {
    anchor: { number: row?.anchor ?? 0, hash: row?.anchorHash ?? '' },
    head: { number: row?.head ?? 0, hash: row?.headHash ?? '' },
  };
}

function putChain(db: Database, { anchor, head }: AuditChain): void {
  db.query('UPDATE audit_chain SET anchor = ?, anchor_hash = ?, head = ?, head_hash = ?').run(
    ...[anchor.number, anchor.hash, head.number, head.hash],
  );
}

/** The pseudonyms of some names or labels; all of them if none are given. */
export function pseudonyms(db: Database, names?: readonly string[]): readonly Pseudonym[] {
  const which =
    names &&
    'WHERE operator_id IN (SELECT value FROM json_each(?1)) OR label IN (SELECT value FROM json_each(?1))';
  return db
    .query<Pseudonym, string[]>(`SELECT ${pseudonymColumns} FROM pseudonyms ${which ?? 'ORDER BY pseudonym'}`)
    .all(...(names ? [JSON.stringify(names)] : []));
}

/** Stores a pseudonym. */
export function insertPseudonym(db: Database, { pseudonym, salt, operatorId, label }: Pseudonym): void {
  db.query('INSERT INTO pseudonyms (pseudonym, salt, operator_id, label) VALUES (?, ?, ?, ?)').run(
    ...[pseudonym, salt, operatorId, label],
  );
}

/** Entries that are chained to the newest one. Whoever is named for the first time gets a pseudonym. */
export function addAudit(db: Database, entries: readonly AuditEntry[]): void {
  if (entries.length === 0) return;
  const names = namesIn(entries);
  const known = pseudonyms(db, names);
  const isKnown = new Set(known.map(({ operatorId, label }) => operatorId ?? label));
  const added = names.filter((name) => !isKnown.has(name)).map(newPseudonym);
  for (const each of added) insertPseudonym(db, each);
  const { anchor, head } = auditChain(db);
  const sealed = sealAudit(entries, head, namesBy([...known, ...added]));
  insertAudit(db, sealed);
  putChain(db, { anchor, head: sealed.at(-1) ?? head });
}

function insertAudit(db: Database, entries: readonly StoredAudit[]): void {
  const insert = db.query(
    `INSERT INTO audit (number, at, author, action, project_id, target, details, personal, personal_sha256, hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const entry of entries) {
    const { number, at, author, action, projectId, target, details, personal, personalSha256, hash } = entry;
    insert.run(number, at, author, action, projectId, target, details, personal, personalSha256, hash);
  }
}

/** The last one that is removed becomes the anchor of the chain. */
function pruneAudit(db: Database, before: number, most: number): number {
  const oldest = db
    .query<{ number: number; at: number; hash: string }, [number]>(
      'SELECT number, at, hash FROM audit ORDER BY number LIMIT ?',
    )
    .all(most);
  const kept = oldest.findIndex(({ at }) => at >= before);
  const removed = kept < 0 ? oldest : oldest.slice(0, kept);
  const last = removed.at(-1);
  if (last === undefined) return 0;
  db.query('DELETE FROM audit WHERE number <= ?').run(last.number);
  putChain(db, { ...auditChain(db), anchor: last });
  return removed.length;
}

async function* allAudit(session: Session): AsyncGenerator<readonly StoredAudit[]> {
  for (let after = Number.MIN_SAFE_INTEGER; ; await yieldToEventLoop()) {
    const rows = database(session)
      .query<StoredAudit, [number, number]>(
        `SELECT ${columns} FROM audit WHERE number > ? ORDER BY number LIMIT ?`,
      )
      .all(after, batchSize);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.number;
  }
}

/** How many entries are scanned before yielding: a log of years is read while readers are served. */
const turnSize = 5000;

/** A condition, and the index that finds the entries that meet it. */
type Condition = {
  readonly sql: string;
  readonly values: readonly (string | number)[];
  readonly index?: string;
};

/**
 * The index of a condition that few entries meet, or else all entries, in turns: the engine itself would choose without
 * knowing how many there are.
 */
async function audit(session: Session, query: AuditQuery): Promise<readonly AuditLine[]> {
  const conditions = conditionsOf(session, query);
  const rare = conditions.find((condition) => isRare(session, condition));
  const { before = Number.MAX_SAFE_INTEGER, most } = query;
  if (rare)
    return opened(session, auditBetween(session, `INDEXED BY ${rare.index}`, conditions, 0, before, most));
  const found: StoredAudit[] = [];
  const { anchor, head } = auditChain(database(session));
  for (let end = Math.min(before, head.number + 1); ; await yieldToEventLoop()) {
    const start = end - turnSize;
    found.push(...auditBetween(session, 'NOT INDEXED', conditions, start, end, most - found.length));
    if (found.length >= most || start <= anchor.number + 1) return opened(session, found);
    end = start;
  }
}

function opened(session: Session, rows: readonly StoredAudit[]): readonly AuditLine[] {
  const named = database(session)
    .query<Pseudonym, [string]>(
      `SELECT ${pseudonymColumns} FROM pseudonyms WHERE pseudonym IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(pseudonymsIn(rows)));
  const names = namesBy(named);
  return rows.map((row) => openAudit(row, names));
}

function isRare(session: Session, { sql, values, index }: Condition): boolean {
  if (index === undefined) return false;
  const found = database(session)
    .query<{ count: number }, (string | number)[]>(
      `SELECT count(*) AS count FROM (SELECT 1 FROM audit INDEXED BY ${index} WHERE ${sql} LIMIT ${turnSize})`,
    )
    .get(...values);
  return (found?.count ?? 0) < turnSize;
}

function auditBetween(
  session: Session,
  way: string,
  conditions: readonly Condition[],
  from: number,
  until: number,
  most: number,
): readonly StoredAudit[] {
  const where = ['number >= ? AND number < ?', ...conditions.map(({ sql }) => `(${sql})`)].join(' AND ');
  return database(session)
    .query<StoredAudit, (string | number)[]>(
      `SELECT ${columns} FROM audit ${way} WHERE ${where} ORDER BY number DESC LIMIT ?`,
    )
    .all(from, until, ...conditions.flatMap(({ values }) => values), most);
}

/** The conditions of a query, the ones that few entries meet first. */
function conditionsOf(session: Session, query: AuditQuery): readonly Condition[] {
  const { by, target, action, projectIds, from, until, text } = query;
  const names = namesIn([{ at: 0, by: by ?? '', action: '', target: target ?? '' }]);
  const { stored } = namesBy(pseudonyms(database(session), names));
  const conditions: Condition[] = [];
  const add = (sql: string, values: readonly (string | number)[], index?: string) =>
    conditions.push({ sql, values, ...(index !== undefined && { index }) });
  if (target !== undefined) {
    const start = renamedTarget(target, stored);
    add('target >= ? AND target < ?', [start, endOfPrefix(start)], 'audit_by_target');
  }
  if (from !== undefined || until !== undefined) {
    const range = [from ?? Number.MIN_SAFE_INTEGER, until ?? Number.MAX_SAFE_INTEGER];
    add('at >= ? AND at < ?', range, 'audit_by_time');
  }
  if (by !== undefined) add('author = ?', [stored(by)], 'audit_by_author');
  if (action !== undefined) add('action >= ? AND action < ?', actionRange(action), 'audit_by_action');
  if (projectIds !== undefined) {
    const isOne = 'project_id IN (SELECT value FROM json_each(?))';
    add(isOne, [JSON.stringify(projectIds)], 'audit_by_project');
  }
  if (text !== undefined) {
    const [plain, quoted] = [lowerAscii(text), inJson(lowerAscii(text))];
    const named = `SELECT pseudonym FROM pseudonyms WHERE instr(lower(ifnull(operator_id, label)), ?)`;
    add(
      `instr(lower(action || ' ' || target), ?) OR instr(lower(details), ?)
       OR instr(lower(substr(personal, ${personalStart})), ?) OR substr(author, 2) IN (${named})
       OR (target LIKE 'operators/~%' AND substr(target, 12, 32) IN (${named}))`,
      [plain, quoted, quoted, plain, plain],
    );
  }
  return conditions;
}
