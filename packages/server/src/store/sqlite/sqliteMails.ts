import {
  decodeMail,
  encodeMail,
  type MailReader,
  type MailRow,
  type MailWriter,
  type PendingMails,
} from '../Mail.ts';
import { database, type Session } from './Session.ts';

const columns = 'number, operator_id AS operatorId, created_at AS createdAt, due_at AS dueAt, document';

/** What one transaction sees of the outbox. */
export function sqliteMailReader(session: Session): MailReader {
  const found = (rest: string, ...values: readonly (string | number)[]) =>
    database(session)
      .query<MailRow, (string | number)[]>(`SELECT ${columns} FROM mails ${rest}`)
      .all(...values)
      .map(decodeMail);
  return {
    mail: async (number) => found('WHERE number = ?', number)[0],
    pendingMails: async () => {
      const row = database(session)
        .query<PendingMails, []>(
          `SELECT count(*) AS count, ifnull(min(created_at), 0) AS oldestAt, ifnull(min(due_at), 0) AS dueAt
           FROM mails WHERE due_at IS NOT NULL`,
        )
        .get();
      return row === null || row.count === 0 ? undefined : row;
    },
    dueMails: async (now, most) => found('WHERE due_at <= ? ORDER BY number LIMIT ?', now, most),
    pendingMailsTo: async (operatorId) =>
      found('WHERE due_at IS NOT NULL AND operator_id = ? ORDER BY number', operatorId),
    countMails: async ({ type, since, by }) =>
      database(session)
        .query<{ count: number }, (string | number | null)[]>(
          'SELECT count(*) AS count FROM mails WHERE type = ?1 AND created_at >= ?2 AND (?3 IS NULL OR author = ?3)',
        )
        .get(type, since, by ?? null)?.count ?? 0,
  };
}

/** How one transaction changes it. */
export function sqliteMailWriter(session: Session): MailWriter {
  const run = (text: string, ...values: readonly (string | number | null)[]) =>
    void database(session)
      .query(text)
      .run(...values);
  return {
    addMail: async (mail) =>
      run(
        'INSERT INTO mails (operator_id, author, type, created_at, due_at, document) VALUES (?, ?, ?, ?, ?, ?)',
        ...[mail.operatorId, mail.by, mail.content.type],
        ...[mail.createdAt, mail.dueAt ?? null, encodeMail(mail)],
      ),
    putMail: async (mail) =>
      run(
        'UPDATE mails SET due_at = ?, document = ? WHERE number = ?',
        ...[mail.dueAt ?? null, encodeMail(mail), mail.number],
      ),
    pruneMails: async (before) => run('DELETE FROM mails WHERE due_at IS NULL AND created_at < ?', before),
  };
}
