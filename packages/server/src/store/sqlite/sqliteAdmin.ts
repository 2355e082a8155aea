import type {
  AdminReader,
  AdminWriter,
  AuditEntry,
  AuditQuery,
  AuthToken,
  Factor,
  KeyUsage,
  Operator,
} from '../Admin.ts';
import {
  type AuditRow,
  decodeAccessPolicy,
  decodeAudit,
  decodeAuthToken,
  decodeAuthTokens,
  decodeFactor,
  decodeFactors,
  decodeOperator,
  encodeAccessPolicy,
  encodeAuthToken,
  encodeFactor,
  encodeOperator,
  endOfPrefix,
} from '../adminDocuments.ts';
import { database, type Session, yieldToEventLoop } from './Session.ts';
import { sqliteEditingReader, sqliteEditingWriter } from './sqliteEditing.ts';
import { changedLast, idsChangedBy, lastChanges, putLastChanges } from './sqliteLastChanges.ts';
import { sqliteMailReader, sqliteMailWriter } from './sqliteMails.ts';
import { recordUses } from './sqliteReader.ts';
import { allVersions, putVersions, removedVersions, removeVersions, versionsOf } from './sqliteVersions.ts';
import { sqliteWebhookReader, sqliteWebhookWriter } from './sqliteWebhooks.ts';

/** How many entries or days are in memory at once. */
const batchSize = 1000;
const auditColumns = 'number, at, author, action, project_id AS projectId, target, details';
const usageColumns = 'key, day, requests, last_used_at AS lastUsedAt';

type Document = { readonly document: string };
type AuditLine = AuditEntry & { readonly number: number };

/** What one transaction sees of those who write. */
export function sqliteAdminReader(session: Session): AdminReader {
  return {
    ...sqliteWebhookReader(session),
    ...sqliteMailReader(session),
    ...sqliteEditingReader(session),
    operators: async () =>
      database(session)
        .query<Document, []>('SELECT document FROM operators ORDER BY operator_id')
        .all()
        .map(({ document }) => decodeOperator(document)),
    operator: async (operatorId) => {
      const row = database(session)
        .query<Document, [string]>('SELECT document FROM operators WHERE operator_id = ?')
        .get(operatorId);
      return row === null ? undefined : decodeOperator(row.document);
    },
    authToken: async (sha256) => {
      const row = database(session)
        .query<Document, [string]>('SELECT document FROM passes WHERE sha256 = ?')
        .get(sha256);
      return row === null ? undefined : decodeAuthToken(row.document);
    },
    authTokens: async (operatorId) =>
      decodeAuthTokens(
        database(session)
          .query<Document, [string | null]>('SELECT document FROM passes WHERE operator_id IS ?')
          .all(operatorId ?? null)
          .map(({ document }) => document),
      ),
    factor: async (factorId) => {
      const row = database(session)
        .query<Document, [string]>('SELECT document FROM factors WHERE factor_id = ?')
        .get(factorId);
      return row === null ? undefined : decodeFactor(row.document);
    },
    factors: async (operatorId) =>
      decodeFactors(
        database(session)
          .query<Document, [string]>('SELECT document FROM factors WHERE operator_id = ?')
          .all(operatorId)
          .map(({ document }) => document),
      ),
    accessPolicy: async () =>
      decodeAccessPolicy(
        database(session).query<Document, []>('SELECT document FROM access_policy').get()?.document,
      ),
    versions: async (key, most, before) => versionsOf(session, key, most, before),
    removed: (scope, most) => removedVersions(session, scope, most),
    uses: async (target, most) => recordUses(session, target, most),
    lastChanges: async (keys) => lastChanges(session, keys),
    changedLast: async (question) => changedLast(session, question),
    idsChangedBy: (shelf, by) => idsChangedBy(session, shelf, by),
    audit: async (question) => audit(session, question),
    keyUsage: async (day) => keyUsage(session, day),
    allVersions: (kind) => allVersions(session, kind),
    allAudit: () => allAudit(session),
    allKeyUsage: () => allKeyUsage(session),
  };
}

/** How one transaction changes it. */
export function sqliteAdminWriter(session: Session): AdminWriter {
  const removeFrom = (table: 'operators' | 'passes' | 'factors', column: string, value: string) =>
    database(session).query(`DELETE FROM ${table} WHERE ${column} = ?`).run(value).changes > 0;
  return {
    ...sqliteWebhookWriter(session),
    ...sqliteMailWriter(session),
    ...sqliteEditingWriter(session),
    putOperator: async (operator) => putOperator(session, operator),
    removeOperator: async (operatorId) => removeFrom('operators', 'operator_id', operatorId),
    putAuthToken: async (authToken) => putAuthToken(session, authToken),
    removeAuthToken: async (sha256) => removeFrom('passes', 'sha256', sha256),
    removeExpiredAuthTokens: async (now) =>
      void database(session).query('DELETE FROM passes WHERE expires_at <= ?').run(now),
    putFactor: async (factor) => putFactor(session, factor),
    removeFactor: async (factorId) => removeFrom('factors', 'factor_id', factorId),
    putAccessPolicy: async (policy) => {
      database(session).run('DELETE FROM access_policy');
      database(session).query('INSERT INTO access_policy VALUES (?)').run(encodeAccessPolicy(policy));
    },
    addAudit: async (...entries) => addAudit(session, entries),
    addKeyUsage: async (usages) => addKeyUsage(session, usages),
    putVersions: async (versions) => putVersions(session, versions),
    putLastChanges: async (changes) => putLastChanges(session, changes),
    removeVersions: async (key, numbers) => removeVersions(session, key, numbers),
  };
}

/** Never by REPLACE, which would remove the tokens with the row before. */
function putOperator(session: Session, operator: Operator): void {
  database(session)
    .query(
      `INSERT INTO operators (operator_id, document) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET document = excluded.document`,
    )
    .run(operator.operatorId, encodeOperator(operator));
}

function putAuthToken(session: Session, authToken: AuthToken): void {
  database(session)
    .query('INSERT OR REPLACE INTO passes (sha256, operator_id, expires_at, document) VALUES (?, ?, ?, ?)')
    .run(
      authToken.sha256,
      authToken.operatorId ?? null,
      authToken.expiresAt ?? null,
      encodeAuthToken(authToken),
    );
}

function putFactor(session: Session, factor: Factor): void {
  database(session)
    .query('INSERT OR REPLACE INTO factors VALUES (?, ?, ?)')
    .run(factor.factorId, factor.operatorId, encodeFactor(factor));
}

/** How many entries are scanned before yielding: a log of years is read while readers are served. */
const turnSize = 5000;

async function audit(session: Session, question: AuditQuery): Promise<readonly AuditLine[]> {
  const { target, most } = question;
  const isRare = target !== undefined && isRareTarget(session, target);
  if (isRare) return auditBetween(session, 'INDEXED BY audit_by_target', question, 0, end);
  const found: AuditLine[] = [];
  const newest = database(session)
    .query<{ number: number }, []>('SELECT ifnull(max(number), 0) AS number FROM audit')
    .get();
  let before = Math.min(question.before ?? end, (newest?.number ?? 0) + 1);
  for (;;) {
    const from = before - turnSize;
    const rest = { ...question, most: most - found.length };
    found.push(...auditBetween(session, 'NOT INDEXED', rest, from, before));
    if (found.length >= most || from <= 1) return found;
    before = from;
    await yieldToEventLoop();
  }
}

const end = Number.MAX_SAFE_INTEGER;

/** Whether all entries that begin with a target can be scanned without yielding. */
function isRareTarget(session: Session, target: string): boolean {
  const found = database(session)
    .query<{ count: number }, [string, string, number]>(
      'SELECT count(*) AS count FROM (SELECT 1 FROM audit WHERE target >= ? AND target < ? LIMIT ?)',
    )
    .get(target, endOfPrefix(target), turnSize);
  return (found?.count ?? 0) < turnSize;
}

/** The entries that match a query, from one number on and before another, by the given index. */
function auditBetween(
  session: Session,
  way: 'INDEXED BY audit_by_target' | 'NOT INDEXED',
  { before = end, projectIds, by, target, most }: AuditQuery,
  from: number,
  until: number,
): readonly AuditLine[] {
  const isTarget = target === undefined ? '' : 'AND target >= ?6 AND target < ?7';
  const range = target === undefined ? [] : [target, endOfPrefix(target)];
  return database(session)
    .query<AuditRow, (string | number | null)[]>(
      `SELECT ${auditColumns} FROM audit ${way} WHERE number >= ?1 AND number < ?2
         AND (?3 IS NULL OR project_id IN (SELECT value FROM json_each(?3)))
         AND (?4 IS NULL OR author = ?4) ${isTarget}
       ORDER BY number DESC LIMIT ?5`,
    )
    .all(
      ...[from, Math.min(until, before)],
      ...[projectIds === undefined ? null : JSON.stringify(projectIds), by ?? null, most, ...range],
    )
    .map(decodeAudit);
}

function addAudit(session: Session, entries: readonly AuditEntry[]): void {
  const insert = database(session).query(
    'INSERT INTO audit (at, author, action, project_id, target, details) VALUES (?, ?, ?, ?, ?, ?)',
  );
  for (const { at, by, action, projectId, target, details } of entries) {
    insert.run(
      at,
      by,
      action,
      projectId ?? null,
      target,
      details === undefined ? null : JSON.stringify(details),
    );
  }
}

/** Skips from one key to the next, so that earlier days cost nothing. */
function keyUsage(session: Session, day: number): readonly KeyUsage[] {
  return database(session)
    .query<KeyUsage, [number]>(
      `WITH RECURSIVE keys (key) AS (
         SELECT min(key) FROM key_usage
         UNION ALL SELECT (SELECT min(key) FROM key_usage WHERE key > keys.key) FROM keys WHERE key IS NOT NULL
       )
       SELECT ${usageColumns} FROM keys CROSS JOIN key_usage USING (key)
       WHERE day = (SELECT max(day) FROM key_usage AS last WHERE last.key = keys.key AND last.day <= ?)
       ORDER BY key`,
    )
    .all(day);
}

function addKeyUsage(session: Session, usages: readonly KeyUsage[]): void {
  const add = database(session).query(
    `INSERT INTO key_usage VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE
     SET requests = requests + excluded.requests, last_used_at = max(last_used_at, excluded.last_used_at)`,
  );
  for (const { key, day, requests, lastUsedAt } of usages) add.run(key, day, requests, lastUsedAt);
}

async function* allAudit(session: Session): AsyncGenerator<readonly AuditEntry[]> {
  for (let after = 0; ; ) {
    const rows = database(session)
      .query<AuditRow, number[]>(`SELECT ${auditColumns} FROM audit WHERE number > ? ORDER BY number LIMIT ?`)
      .all(after, batchSize);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(decodeAudit);
    after = last.number;
  }
}

async function* allKeyUsage(session: Session): AsyncGenerator<readonly KeyUsage[]> {
  for (let [key, day] = ['', 0]; ; ) {
    const rows = database(session)
      .query<KeyUsage, [string, number, number]>(
        `SELECT ${usageColumns} FROM key_usage WHERE (key, day) > (?, ?) ORDER BY key, day LIMIT ?`,
      )
      .all(key, day, batchSize);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    [key, day] = [last.key, last.day];
  }
}
