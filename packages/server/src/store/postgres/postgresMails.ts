import {
  decodeMail,
  encodeMail,
  type MailReader,
  type MailRow,
  type MailWriter,
  type PendingMails,
} from '../Mail.ts';
import type { Execute } from './postgresWebhooks.ts';
import type { Ask } from './Session.ts';

const columns = `number::float8 AS number, operator_id AS "operatorId", created_at::float8 AS "createdAt",
  due_at::float8 AS "dueAt", document`;

/** What one transaction sees of the outbox. */
export function postgresMailReader(ask: Ask): MailReader {
  const found = async (rest: string, ...values: readonly unknown[]) =>
    (await ask<MailRow>(`SELECT ${columns} FROM newsstand.mails ${rest}`, values)).map(decodeMail);
  return {
    mail: async (number) => (await found('WHERE mails.number = $1', number))[0],
    pendingMails: async () => {
      const [row] = await ask<PendingMails>(
        `SELECT count(*)::float8 AS count, coalesce(min(created_at), 0)::float8 AS "oldestAt",
           coalesce(min(due_at), 0)::float8 AS "dueAt"
         FROM newsstand.mails WHERE due_at IS NOT NULL`,
      );
      return row === undefined || row.count === 0 ? undefined : row;
    },
    dueMails: (now, most) => found('WHERE due_at <= $1 ORDER BY mails.number LIMIT $2', now, most),
    pendingMailsTo: (operatorId) =>
      found('WHERE due_at IS NOT NULL AND operator_id = $1 ORDER BY mails.number', operatorId),
    countMails: async ({ type, since, by }) => {
      const [row] = await ask<{ count: number }>(
        `SELECT count(*)::float8 AS count FROM newsstand.mails
         WHERE type = $1 AND created_at >= $2 AND ($3::text IS NULL OR author = $3)`,
        [type, since, by ?? null],
      );
      return row?.count ?? 0;
    },
  };
}

/** How one transaction changes it. */
export function postgresMailWriter(execute: Execute): MailWriter {
  return {
    addMail: async (mail) =>
      void (await execute(
        `INSERT INTO newsstand.mails (operator_id, author, type, created_at, due_at, document)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [
          ...[mail.operatorId, mail.by, mail.content.type],
          ...[mail.createdAt, mail.dueAt ?? null, encodeMail(mail)],
        ],
      )),
    putMail: async (mail) =>
      void (await execute('UPDATE newsstand.mails SET due_at = $1, document = $2 WHERE number = $3', [
        ...[mail.dueAt ?? null, encodeMail(mail), mail.number],
      ])),
    pruneMails: async (before) =>
      void (await execute('DELETE FROM newsstand.mails WHERE due_at IS NULL AND created_at < $1', [before])),
  };
}
