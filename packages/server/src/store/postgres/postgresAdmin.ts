import type { AdminReader, AdminWriter, KeyUsage } from '../Admin.ts';
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
import { postgresAuditReader, postgresAuditWriter } from './postgresAudit.ts';
import { postgresEditingReader, postgresEditingWriter } from './postgresEditing.ts';
import { allImported, imported } from './postgresImported.ts';
import { changedLast, idsChangedBy, lastChanges } from './postgresLastChanges.ts';
import { postgresMailReader, postgresMailWriter } from './postgresMails.ts';
import { postgresPlaceReader } from './postgresPlaces.ts';
import { postgresProposalReader, postgresProposalWriter } from './postgresProposals.ts';
import { allVersions, recordUses, removedVersions, versionsOf } from './postgresVersions.ts';
import { type Execute, postgresWebhookReader, postgresWebhookWriter } from './postgresWebhooks.ts';
import { type Ask, arrayLiteral } from './Session.ts';

/** How many days are fetched at once. */
const batchSize = 1000;
const usageColumns = 'key, day, requests::float8 AS requests, last_used_at::float8 AS "lastUsedAt"';

type Document = { readonly document: string };

/** What one transaction sees of those who write. */
export function postgresAdminReader(ask: Ask): AdminReader {
  const documents = async (text: string, ...values: readonly unknown[]) =>
    (await ask<Document>(`SELECT document FROM newsstand.${text}`, values)).map(({ document }) => document);
  return {
    ...postgresWebhookReader(ask),
    ...postgresMailReader(ask),
    ...postgresEditingReader(ask),
    ...postgresAuditReader(ask),
    ...postgresProposalReader(ask),
    ...postgresPlaceReader(ask),
    generation: async () =>
      (await ask<{ generation: number }>('SELECT generation FROM newsstand.about'))[0]?.generation ?? 1,
    operators: async () => (await documents('operators ORDER BY operator_id')).map(decodeOperator),
    operator: async (operatorId) =>
      (await documents('operators WHERE operator_id = $1', operatorId)).map(decodeOperator)[0],
    authToken: async (sha256) =>
      (await documents('passes WHERE sha256 = $1', sha256)).map(decodeAuthToken)[0],
    authTokens: async (operatorId) =>
      decodeAuthTokens(
        operatorId === undefined
          ? await documents('passes WHERE operator_id IS NULL')
          : await documents('passes WHERE operator_id = $1', operatorId),
      ),
    factor: async (factorId) =>
      (await documents('factors WHERE factor_id = $1', factorId)).map(decodeFactor)[0],
    factors: async (operatorId) =>
      decodeFactors(await documents('factors WHERE operator_id = $1', operatorId)),
    accessPolicy: async () => decodeAccessPolicy((await documents('access_policy'))[0]),
    versions: (key, most, before) => versionsOf(ask, key, most, before),
    removed: (scope, most) => removedVersions(ask, scope, most),
    uses: (target, most) => recordUses(ask, target, most),
    lastChanges: (keys) => lastChanges(ask, keys),
    changedLast: (question) => changedLast(ask, question),
    idsChangedBy: (shelf, by) => idsChangedBy(ask, shelf, by),
    imported: (keys) => imported(ask, keys),
    allImported: (scope) => allImported(ask, scope),
    keyUsage: (day) => keyUsage(ask, day),
    allVersions: (of) => allVersions(ask, of),
    allKeyUsage: () => allKeyUsage(ask),
  };
}

/** How one transaction changes it. */
export function postgresAdminWriter(
  ask: Ask,
  execute: Execute,
): Omit<AdminWriter, 'putVersions' | 'putLastChanges' | 'putImported' | 'removeVersions' | 'eraseOperator'> {
  return {
    ...postgresWebhookWriter(execute),
    ...postgresMailWriter(execute),
    ...postgresEditingWriter(execute),
    ...postgresAuditWriter(ask, execute),
    ...postgresProposalWriter(execute),
    putOperator: async (operator) =>
      void (await execute(
        `INSERT INTO newsstand.operators VALUES ($1, $2)
         ON CONFLICT (operator_id) DO UPDATE SET document = excluded.document`,
        [operator.operatorId, encodeOperator(operator)],
      )),
    removeOperator: async (operatorId) =>
      (await execute('DELETE FROM newsstand.operators WHERE operator_id = $1', [operatorId])) > 0,
    putAuthToken: async (authToken) =>
      void (await execute(
        `INSERT INTO newsstand.passes VALUES ($1, $2, $3, $4) ON CONFLICT (sha256) DO UPDATE
         SET operator_id = excluded.operator_id, expires_at = excluded.expires_at, document = excluded.document`,
        [
          authToken.sha256,
          authToken.operatorId ?? null,
          authToken.expiresAt ?? null,
          encodeAuthToken(authToken),
        ],
      )),
    removeAuthToken: async (sha256) =>
      (await execute('DELETE FROM newsstand.passes WHERE sha256 = $1', [sha256])) > 0,
    removeExpiredAuthTokens: async (now) =>
      void (await execute('DELETE FROM newsstand.passes WHERE expires_at <= $1', [now])),
    putFactor: async (factor) =>
      void (await execute(
        `INSERT INTO newsstand.factors VALUES ($1, $2, $3) ON CONFLICT (factor_id) DO UPDATE
         SET operator_id = excluded.operator_id, document = excluded.document`,
        [factor.factorId, factor.operatorId, encodeFactor(factor)],
      )),
    removeFactor: async (factorId) =>
      (await execute('DELETE FROM newsstand.factors WHERE factor_id = $1', [factorId])) > 0,
    putGeneration: async (generation) =>
      void (await execute('UPDATE newsstand.about SET generation = $1', [generation])),
    putAccessPolicy: async (policy) => {
      await execute('DELETE FROM newsstand.access_policy', []);
      await execute('INSERT INTO newsstand.access_policy VALUES ($1)', [encodeAccessPolicy(policy)]);
    },
    addKeyUsage: (usages) => addKeyUsage(execute, usages),
  };
}

/** Backwards, as the index can be read: the newest day of each key is its first. */
async function keyUsage(ask: Ask, day: number): Promise<readonly KeyUsage[]> {
  const text = `SELECT DISTINCT ON (key) ${usageColumns} FROM newsstand.key_usage
    WHERE day <= $1 ORDER BY key DESC, day DESC`;
  return (await ask<KeyUsage>(text, [day])).toReversed();
}

/** Summed up first, since one statement cannot update a row twice. */
async function addKeyUsage(execute: Execute, usages: readonly KeyUsage[]): Promise<void> {
  await execute(
    `INSERT INTO newsstand.key_usage AS known
     SELECT key, day, sum(requests), max(last_used_at)
     FROM unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[]) AS given (key, day, requests, last_used_at)
     GROUP BY key, day
     ON CONFLICT (key, day) DO UPDATE SET requests = known.requests + excluded.requests,
       last_used_at = greatest(known.last_used_at, excluded.last_used_at)`,
    [
      arrayLiteral(usages.map(({ key }) => key)),
      arrayLiteral(usages.map(({ day }) => day)),
      arrayLiteral(usages.map(({ requests }) => requests)),
      arrayLiteral(usages.map(({ lastUsedAt }) => lastUsedAt)),
    ],
  );
}

async function* allKeyUsage(ask: Ask): AsyncGenerator<readonly KeyUsage[]> {
  for (let [key, day] = ['', 0]; ; ) {
    const rows = await ask<KeyUsage>(
      `SELECT ${usageColumns} FROM newsstand.key_usage WHERE (key, day) > ($1, $2)
       ORDER BY key, day LIMIT ${batchSize}`,
      [key, day],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield [...rows];
    [key, day] = [last.key, last.day];
  }
}
