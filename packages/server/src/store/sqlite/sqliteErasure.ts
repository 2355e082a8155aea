import { endOfPrefix, inJson, labelOf, newPseudonym, renamings } from '../Audit.ts';
import { encodeThing } from '../changedThing.ts';
import { database, type Session, yieldToEventLoop } from './Session.ts';
import { insertPseudonym, pseudonyms } from './sqliteAudit.ts';
import { shelfKey, shelvesOf } from './sqliteReader.ts';

/** How many rows are looked at before yielding. */
const turnSize = 500;

/** Where proposals and comments name operators. */
const reviewColumns = [
  ['proposals', 'proposed_by'],
  ['proposals', 'closed_by'],
  ['comments', 'author'],
] as const;

/**
 * Removes an operator, replaces their name by a label wherever it is stored, and drops what would lead from the pseudonym back
 * to it. `name` is how others saw them. Returns the label.
 */
export async function eraseOperator(session: Session, operatorId: string, name?: string): Promise<string> {
  const db = database(session);
  db.query('DELETE FROM operators WHERE operator_id = ?').run(operatorId);
  const known = pseudonyms(db, [operatorId])[0] ?? newPseudonym(operatorId);
  const label = labelOf(known.pseudonym, pseudonyms(db));
  db.query('DELETE FROM pseudonyms WHERE pseudonym = ?').run(known.pseudonym);
  insertPseudonym(db, { pseudonym: known.pseudonym, salt: null, operatorId: null, label });
  const [author, target] = [`~${known.pseudonym}`, `operators/~${known.pseudonym}`];
  const own = 'SELECT number FROM audit WHERE author = ? AND number > ? ORDER BY number LIMIT ?';
  await erasePersonal(session, own, [author]);
  const about =
    'SELECT number FROM audit WHERE target >= ? AND target < ? AND number > ? ORDER BY number LIMIT ?';
  await erasePersonal(session, about, [target, endOfPrefix(target)]);
  db.query('DELETE FROM presence WHERE operator_id = ?').run(operatorId);
  db.query('DELETE FROM mails WHERE author = ?').run(operatorId);
  for (const [table, column] of reviewColumns)
    db.query(`UPDATE ${table} SET ${column} = ? WHERE ${column} = ?`).run(label, operatorId);
  const inDocument = (member: string, from: string) => [
    `"${member}":${JSON.stringify(from)}`,
    `"${member}":${JSON.stringify(label)}`,
  ];
  if (name !== undefined) {
    db.query('UPDATE mails SET document = replace(document, ?1, ?2) WHERE instr(document, ?1)').run(
      ...inDocument('by', name),
    );
  }
  for (const [from, to] of renamings(operatorId, label)) {
    const rename = (table: string, one: string, other: string) =>
      db
        .query(`UPDATE ${table} SET document = replace(document, ?1, ?2) WHERE instr(document, ?1)`)
        .run(one, other);
    // The body of a call is text inside of its document.
    rename('deliveries', inJson(from), inJson(to));
    rename('removed_places', from, to);
    rename('removed_parts', from, to);
    await yieldToEventLoop();
  }
  await renameAuthors(session, operatorId, label, inDocument('changedBy', operatorId));
  return label;
}

async function erasePersonal(session: Session, select: string, values: readonly string[]): Promise<void> {
  const erase = 'UPDATE audit SET personal = NULL WHERE number IN (SELECT value FROM json_each(?))';
  for (let after = 0; ; await yieldToEventLoop()) {
    const numbers = database(session)
      .query<{ number: number }, (string | number)[]>(select)
      .all(...values, after, turnSize)
      .map(({ number }) => number);
    const last = numbers.at(-1);
    if (last === undefined) return;
    database(session).query(erase).run(JSON.stringify(numbers));
    after = last;
  }
}

/** In records and versions, and in their next versions; mirrors hear of these. */
async function renameAuthors(
  session: Session,
  operatorId: string,
  label: string,
  [from = '', to = '']: readonly string[],
): Promise<void> {
  const db = database(session);
  const shelves = new Map(shelvesOf(session, {}).map((shelf) => [shelf.shelf, shelfKey(shelf)]));
  await inTurns(session, 'records', 'record', (range) => {
    db.query(`UPDATE records SET changed_by = ? WHERE changed_by = ? AND ${range}`).run(label, operatorId);
    const changed = db
      .query<{ shelf: number; id: string }, [string, string]>(
        `UPDATE records SET next = replace(next, ?1, ?2) WHERE instr(next, ?1) AND ${range} RETURNING shelf, id`,
      )
      .all(from, to);
    for (const { shelf, id } of changed) {
      const place = shelves.get(shelf);
      if (place === undefined) continue;
      const thing = encodeThing({ type: 'record', key: { ...place, id } });
      db.query('INSERT OR REPLACE INTO changes (thing) VALUES (?)').run(thing);
    }
  });
  await inTurns(session, 'versions', 'version', (range) => {
    db.query(`UPDATE versions SET replaced_by = ? WHERE replaced_by = ? AND ${range}`).run(label, operatorId);
    db.query(`UPDATE versions SET next = replace(next, ?1, ?2) WHERE instr(next, ?1) AND ${range}`).run(
      from,
      to,
    );
  });
}

async function inTurns(
  session: Session,
  table: 'records' | 'versions',
  column: 'record' | 'version',
  work: (range: string) => void,
): Promise<void> {
  const last = database(session)
    .query<{ last: number | null }, []>(`SELECT max(${column}) AS last FROM ${table}`)
    .get()?.last;
  for (let from = 0; from <= (last ?? -1); from += turnSize) {
    work(`${column} >= ${from} AND ${column} < ${from + turnSize}`);
    await yieldToEventLoop();
  }
}
