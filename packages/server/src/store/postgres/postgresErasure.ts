import { endOfPrefix, inJson, labelOf, newPseudonym, type Pseudonym, renamings } from '../Audit.ts';
import { pseudonymColumns } from './postgresAudit.ts';
import type { Execute } from './postgresWebhooks.ts';
import type { Ask } from './Session.ts';

/**
 * Removes an operator, replaces their name by a label wherever it is stored, and drops what would lead from the pseudonym back
 * to it. `name` is how others saw them. `log` gets each record that changes, for mirrors. Returns the label.
 */
export async function eraseOperator(
  ask: Ask,
  execute: Execute,
  log: (shelf: number, id: string) => Promise<void>,
  operatorId: string,
  name?: string,
): Promise<string> {
  await execute('DELETE FROM newsstand.operators WHERE operator_id = $1', [operatorId]);
  const all = await ask<Pseudonym>(`SELECT ${pseudonymColumns} FROM newsstand.pseudonyms`);
  const { pseudonym } = all.find((each) => each.operatorId === operatorId) ?? newPseudonym(operatorId);
  const label = labelOf(pseudonym, all);
  await execute('DELETE FROM newsstand.pseudonyms WHERE pseudonym = $1', [pseudonym]);
  await execute('INSERT INTO newsstand.pseudonyms (pseudonym, label) VALUES ($1, $2)', [pseudonym, label]);
  const target = `operators/~${pseudonym}`;
  await execute(
    `UPDATE newsstand.audit SET personal = NULL
     WHERE (author = $1 OR (target >= $2 AND target < $3)) AND personal IS NOT NULL`,
    [`~${pseudonym}`, target, endOfPrefix(target)],
  );
  await execute('DELETE FROM newsstand.presence WHERE operator_id = $1', [operatorId]);
  await execute('DELETE FROM newsstand.mails WHERE author = $1', [operatorId]);
  const inDocument = (member: string, from: string) => [
    `"${member}":${JSON.stringify(from)}`,
    `"${member}":${JSON.stringify(label)}`,
  ];
  if (name !== undefined) {
    await execute(
      'UPDATE newsstand.mails SET document = replace(document, $1, $2) WHERE strpos(document, $1) > 0',
      inDocument('by', name),
    );
  }
  const author = [operatorId, label];
  for (const [from, to] of renamings(operatorId, label)) {
    const rename = (table: string, one: string, other: string) =>
      execute(
        `UPDATE newsstand.${table} SET document = replace(document, $1, $2) WHERE strpos(document, $1) > 0`,
        [one, other],
      );
    // The body of a call is text inside of its document.
    await rename('deliveries', inJson(from), inJson(to));
    await rename('removed_places', from, to);
    await rename('removed_parts', from, to);
  }
  await execute('UPDATE newsstand.proposals SET proposed_by = $2 WHERE proposed_by = $1', author);
  await execute('UPDATE newsstand.proposals SET closed_by = $2 WHERE closed_by = $1', author);
  await execute('UPDATE newsstand.comments SET author = $2 WHERE author = $1', author);
  await execute('UPDATE newsstand.records SET changed_by = $2 WHERE changed_by = $1', author);
  await execute('UPDATE newsstand.versions SET replaced_by = $2 WHERE replaced_by = $1', author);
  const next = inDocument('changedBy', operatorId);
  await execute(
    'UPDATE newsstand.versions SET next = replace(next, $1, $2) WHERE strpos(next, $1) > 0',
    next,
  );
  const changed = await ask<{ shelf: number; id: string }>(
    `UPDATE newsstand.records SET next = replace(next, $1, $2) WHERE strpos(next, $1) > 0 RETURNING shelf, id`,
    next,
  );
  for (const { shelf, id } of changed) await log(shelf, id);
  return label;
}
