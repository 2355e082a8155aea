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
import type { Execute } from './postgresWebhooks.ts';
import { type Ask, arrayLiteral } from './Session.ts';

/** How many entries are fetched at once. */
const batchSize = 1000;
const columns = `number::float8 AS number, at::float8 AS at, author, action, project_id AS "projectId", target, details,
  personal, personal_sha256 AS "personalSha256", hash`;
/** The columns of pseudonyms. */
export const pseudonymColumns = 'pseudonym, salt, operator_id AS "operatorId", label';

/** What one transaction sees of the audit log. */
export function postgresAuditReader(ask: Ask): AuditReader {
  return {
    audit: (query) => audit(ask, query),
    auditChain: () => auditChain(ask),
    pseudonyms: async () => [
      ...(await ask<Pseudonym>(`SELECT ${pseudonymColumns} FROM newsstand.pseudonyms ORDER BY pseudonym`)),
    ],
    allAudit: () => allAudit(ask),
  };
}

/** How one transaction changes it. */
export function postgresAuditWriter(ask: Ask, execute: Execute): Omit<AuditWriter, 'eraseOperator'> {
  return {
    addAudit: (...entries) => addAudit(ask, execute, entries),
    copyAudit: (entries) => insertAudit(execute, entries),
    copyAuditChain: async (chain, pseudonyms) => {
      await insertPseudonyms(execute, pseudonyms);
      await putChain(execute, chain);
    },
    pruneAudit: (before, most) => pruneAudit(ask, execute, before, most),
  };
}

async function auditChain(ask: Ask): Promise<AuditChain> {
  const [row] = await ask<{ anchor: number; anchorHash: string; head: number; headHash: string }>(
    `SELECT anchor::float8 AS anchor, anchor_hash AS "anchorHash", head::float8 AS head, head_hash AS "headHash"
     FROM newsstand.audit_chain`,
  );
  return {
    anchor: { number: row?.anchor ?? 0, hash: row?.anchorHash ?? '' },
    head: { number: row?.head ?? 0, hash: row?.headHash ?? '' },
  };
}

async function putChain(execute: Execute, { anchor, head }: AuditChain): Promise<void> {
  await execute('UPDATE newsstand.audit_chain SET anchor = $1, anchor_hash = $2, head = $3, head_hash = $4', [
    ...[anchor.number, anchor.hash, head.number, head.hash],
  ]);
}

/** The pseudonyms of some names or labels. */
async function pseudonymsOf(ask: Ask, names: readonly string[]): Promise<readonly Pseudonym[]> {
  if (names.length === 0) return [];
  return await ask<Pseudonym>(
    `SELECT ${pseudonymColumns} FROM newsstand.pseudonyms
     WHERE operator_id = ANY ($1::text[]) OR label = ANY ($1::text[])`,
    [arrayLiteral(names)],
  );
}

async function insertPseudonyms(execute: Execute, all: readonly Pseudonym[]): Promise<void> {
  for (const { pseudonym, salt, operatorId, label } of all) {
    const text =
      'INSERT INTO newsstand.pseudonyms (pseudonym, salt, operator_id, label) VALUES ($1, $2, $3, $4)';
    await execute(text, [pseudonym, salt, operatorId, label]);
  }
}

/**
 * Entries that are chained to the newest one: nobody else writes until the transaction ends. Whoever is named for the
 * first time gets a pseudonym.
 */
export async function addAudit(ask: Ask, execute: Execute, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const names = namesIn(entries);
  const known = await pseudonymsOf(ask, names);
  const isKnown = new Set(known.map(({ operatorId, label }) => operatorId ?? label));
  const added = names.filter((name) => !isKnown.has(name)).map(newPseudonym);
  await insertPseudonyms(execute, added);
  const { anchor, head } = await auditChain(ask);
  const sealed = sealAudit(entries, head, namesBy([...known, ...added]));
  await insertAudit(execute, sealed);
  await putChain(execute, { anchor, head: sealed.at(-1) ?? head });
}

async function insertAudit(execute: Execute, entries: readonly StoredAudit[]): Promise<void> {
  await execute(
    `INSERT INTO newsstand.audit
       (number, at, author, action, project_id, target, details, personal, personal_sha256, hash)
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::text[], $9::text[], $10::text[])`,
    [
      arrayLiteral(entries.map(({ number }) => number)),
      arrayLiteral(entries.map(({ at }) => at)),
      arrayLiteral(entries.map(({ author }) => author)),
      arrayLiteral(entries.map(({ action }) => action)),
      arrayLiteral(entries.map(({ projectId }) => projectId)),
      arrayLiteral(entries.map(({ target }) => target)),
      arrayLiteral(entries.map(({ details }) => details)),
      arrayLiteral(entries.map(({ personal }) => personal)),
      arrayLiteral(entries.map(({ personalSha256 }) => personalSha256)),
      arrayLiteral(entries.map(({ hash }) => hash)),
    ],
  );
}

/** The last one that is removed becomes the anchor of the chain. */
async function pruneAudit(ask: Ask, execute: Execute, before: number, most: number): Promise<number> {
  const oldest = await ask<{ number: number; at: number; hash: string }>(
    `SELECT number::float8 AS number, at::float8 AS at, hash FROM newsstand.audit ORDER BY audit.number LIMIT $1`,
    [most],
  );
  const kept = oldest.findIndex(({ at }) => at >= before);
  const removed = kept < 0 ? [...oldest] : oldest.slice(0, kept);
  const last = removed.at(-1);
  if (last === undefined) return 0;
  await execute('DELETE FROM newsstand.audit WHERE number <= $1', [last.number]);
  await putChain(execute, { ...(await auditChain(ask)), anchor: last });
  return removed.length;
}

async function* allAudit(ask: Ask): AsyncGenerator<readonly StoredAudit[]> {
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = await ask<StoredAudit>(
      `SELECT ${columns} FROM newsstand.audit WHERE audit.number > $1 ORDER BY audit.number LIMIT ${batchSize}`,
      [after],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield [...rows];
    after = last.number;
  }
}

/** Only the conditions that are given, so that the planner can use the index of one of them. */
async function audit(ask: Ask, query: AuditQuery): Promise<readonly AuditLine[]> {
  const { before, by, target, action, projectIds, from, until, text, most } = query;
  const named = namesIn([{ at: 0, by: by ?? '', action: '', target: target ?? '' }]);
  const { stored } = namesBy(await pseudonymsOf(ask, named));
  const values: (string | number)[] = [];
  const conditions: string[] = [];
  const value = (given: string | number) => `$${values.push(given)}`;
  if (before !== undefined) conditions.push(`audit.number < ${value(before)}`);
  if (by !== undefined) conditions.push(`author = ${value(stored(by))}`);
  if (projectIds !== undefined) {
    conditions.push(`project_id = ANY (${value(arrayLiteral(projectIds))}::text[])`);
  }
  if (target !== undefined) {
    const start = renamedTarget(target, stored);
    conditions.push(`audit.target >= ${value(start)} AND audit.target < ${value(endOfPrefix(start))}`);
  }
  if (action !== undefined) {
    const [first, end] = actionRange(action);
    conditions.push(`action >= ${value(first)} AND action < ${value(end)}`);
  }
  if (from !== undefined) conditions.push(`audit.at >= ${value(from)}`);
  if (until !== undefined) conditions.push(`audit.at < ${value(until)}`);
  if (text !== undefined) {
    const [plain, quoted] = [value(lowerAscii(text)), value(inJson(lowerAscii(text)))];
    const someone = `SELECT pseudonym FROM newsstand.pseudonyms
      WHERE strpos(lower(coalesce(operator_id, label) COLLATE "C"), ${plain}) > 0`;
    conditions.push(
      `(strpos(lower(action || ' ' || audit.target), ${plain}) > 0 OR strpos(lower(details COLLATE "C"), ${quoted}) > 0
       OR strpos(lower(substr(personal, ${personalStart}) COLLATE "C"), ${quoted}) > 0
       OR substr(author, 2) IN (${someone})
       OR (audit.target LIKE 'operators/~%' AND substr(audit.target, 12, 32) IN (${someone})))`,
    );
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const rows = await ask<StoredAudit>(
    `SELECT ${columns} FROM newsstand.audit ${where} ORDER BY audit.number DESC LIMIT ${value(most)}`,
    values,
  );
  const names = namesBy(
    await ask<Pseudonym>(
      `SELECT ${pseudonymColumns} FROM newsstand.pseudonyms WHERE pseudonym = ANY ($1::text[])`,
      [arrayLiteral(pseudonymsIn(rows))],
    ),
  );
  return rows.map((row) => openAudit(row, names));
}
