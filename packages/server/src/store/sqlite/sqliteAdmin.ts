import type { AdminReader, AdminWriter, AuthToken, Factor, KeyUsage, Operator } from '../Admin.ts';
import {
  decodeAccessPolicy,
  decodeAuthToken,
  decodeAuthTokens,
  decodeFactor,
  decodeFactors,
  decodeOperator,
  encodeAccessPolicy,
  encodeAuthToken,
  encodeFactor,
  encodeOperator,
} from '../adminDocuments.ts';
import type { PlaceWriter } from '../Place.ts';
import { database, type Session } from './Session.ts';
import { sqliteAuditReader, sqliteAuditWriter } from './sqliteAudit.ts';
import { sqliteEditingReader, sqliteEditingWriter } from './sqliteEditing.ts';
import { allImported, imported, putImported } from './sqliteImported.ts';
import { changedLast, idsChangedBy, lastChanges, putLastChanges } from './sqliteLastChanges.ts';
import { sqliteMailReader, sqliteMailWriter } from './sqliteMails.ts';
import { sqlitePlaceReader, sqlitePlaceWriter } from './sqlitePlaces.ts';
import { sqliteProposalReader, sqliteProposalWriter } from './sqliteProposals.ts';
import { recordUses } from './sqliteReader.ts';
import { allVersions, putVersions, removedVersions, removeVersions, versionsOf } from './sqliteVersions.ts';
import { sqliteWebhookReader, sqliteWebhookWriter } from './sqliteWebhooks.ts';

/** How many days are in memory at once. */
const batchSize = 1000;
const usageColumns = 'key, day, requests, last_used_at AS lastUsedAt';

type Document = { readonly document: string };

/** What one transaction sees of those who write. */
export function sqliteAdminReader(session: Session): AdminReader {
  return {
    ...sqliteWebhookReader(session),
    ...sqliteMailReader(session),
    ...sqliteEditingReader(session),
    ...sqliteAuditReader(session),
    ...sqliteProposalReader(session),
    ...sqlitePlaceReader(session),
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
    generation: async () =>
      database(session).query<{ generation: number }, []>('SELECT generation FROM about').get()?.generation ??
      1,
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
    imported: async (keys) => imported(session, keys),
    allImported: (scope) => allImported(session, scope),
    keyUsage: async (day) => keyUsage(session, day),
    allVersions: (of) => allVersions(session, of),
    allKeyUsage: () => allKeyUsage(session),
  };
}

/** How one transaction changes it. */
export function sqliteAdminWriter(
  session: Session,
): Omit<AdminWriter, 'eraseOperator'> & Omit<PlaceWriter, 'removeSpace'> {
  const removeFrom = (table: 'operators' | 'passes' | 'factors', column: string, value: string) =>
    database(session).query(`DELETE FROM ${table} WHERE ${column} = ?`).run(value).changes > 0;
  return {
    ...sqliteWebhookWriter(session),
    ...sqliteMailWriter(session),
    ...sqliteEditingWriter(session),
    ...sqliteAuditWriter(session),
    ...sqliteProposalWriter(session),
    ...sqlitePlaceWriter(session),
    putOperator: async (operator) => putOperator(session, operator),
    removeOperator: async (operatorId) => removeFrom('operators', 'operator_id', operatorId),
    putAuthToken: async (authToken) => putAuthToken(session, authToken),
    removeAuthToken: async (sha256) => removeFrom('passes', 'sha256', sha256),
    removeExpiredAuthTokens: async (now) =>
      void database(session).query('DELETE FROM passes WHERE expires_at <= ?').run(now),
    putFactor: async (factor) => putFactor(session, factor),
    removeFactor: async (factorId) => removeFrom('factors', 'factor_id', factorId),
    putGeneration: async (generation) =>
      void database(session).query('UPDATE about SET generation = ?').run(generation),
    putAccessPolicy: async (policy) => {
      database(session).run('DELETE FROM access_policy');
      database(session).query('INSERT INTO access_policy VALUES (?)').run(encodeAccessPolicy(policy));
    },
    addKeyUsage: async (usages) => addKeyUsage(session, usages),
    putVersions: async (versions) => putVersions(session, versions),
    putLastChanges: async (changes) => putLastChanges(session, changes),
    putImported: async (all) => putImported(session, all),
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
