import {
  type Delivery,
  type DeliveryQuery,
  type DeliveryRow,
  decodeDelivery,
  decodePosition,
  decodeWebhooks,
  encodeDelivery,
  encodePosition,
  encodeWebhook,
  type NewDelivery,
  type PendingCalls,
  type WebhookReader,
  type WebhookWriter,
} from '../Webhook.ts';
import { database, type Session } from './Session.ts';

const columns =
  'number, webhook_id AS webhookId, thing, state, created_at AS createdAt, due_at AS dueAt, document';
const end = Number.MAX_SAFE_INTEGER;

/** What one transaction sees of webhooks. */
export function sqliteWebhookReader(session: Session): WebhookReader {
  return {
    webhooks: async () => {
      const rows = database(session).query<{ document: string }, []>('SELECT document FROM webhooks').all();
      return decodeWebhooks(rows.map(({ document }) => document));
    },
    deliveries: async (webhookId, query) => deliveries(session, webhookId, query),
    delivery: async (number) => {
      const text = `SELECT ${columns} FROM deliveries WHERE number = ?`;
      const row = database(session).query<DeliveryRow, [number]>(text).get(number);
      return row === null ? undefined : decodeDelivery(row);
    },
    pendingCalls: async () =>
      database(session)
        .query<PendingCalls, []>(
          `SELECT webhook_id AS webhookId, count(*) AS count, min(created_at) AS oldestAt, min(due_at) AS dueAt
           FROM deliveries INDEXED BY deliveries_pending WHERE due_at IS NOT NULL GROUP BY webhook_id`,
        )
        .all(),
    dueDeliveries: async (webhookId, now, most) => dueDeliveries(session, webhookId, now, most),
    webhookSender: async () => {
      const row = database(session)
        .query<{ holder: string; until: number; position: string | null }, []>('SELECT * FROM webhook_sender')
        .get();
      const { holder = '', until = 0, position = null } = row ?? {};
      return { holder, remaining: until - Date.now(), position: decodePosition(position) };
    },
  };
}

/** How one transaction changes them. */
export function sqliteWebhookWriter(session: Session): WebhookWriter {
  const run = (text: string, ...values: readonly (string | number)[]) =>
    database(session)
      .query(text)
      .run(...values).changes;
  return {
    putWebhook: async (webhook) =>
      void run(
        `INSERT INTO webhooks VALUES (?, ?) ON CONFLICT DO UPDATE SET document = excluded.document`,
        webhook.webhookId,
        encodeWebhook(webhook),
      ),
    removeWebhook: async (webhookId) => run('DELETE FROM webhooks WHERE webhook_id = ?', webhookId) > 0,
    addDeliveries: async (added) => addDeliveries(session, added),
    putDelivery: async (delivery) => putDelivery(session, delivery),
    dropPending: async (webhookId) =>
      void run(
        `UPDATE deliveries SET state = 'failed', due_at = NULL WHERE webhook_id = ? AND due_at IS NOT NULL`,
        webhookId,
      ),
    pruneDeliveries: async (before, most) => {
      run('DELETE FROM deliveries WHERE due_at IS NULL AND created_at < ?', before);
      run(
        `DELETE FROM deliveries WHERE number IN (
           SELECT old.number FROM webhooks JOIN deliveries AS old USING (webhook_id)
           WHERE old.due_at IS NULL AND old.number <= (
             SELECT number FROM deliveries AS kept
             WHERE kept.webhook_id = webhooks.webhook_id ORDER BY number DESC LIMIT 1 OFFSET ?
           )
         )`,
        most,
      );
    },
    holdSending: async (holder, milliseconds) => {
      const now = Date.now();
      const text = 'UPDATE webhook_sender SET holder = ?, until = ? WHERE holder = ? OR until <= ?';
      return run(text, holder, now + milliseconds, holder, now) > 0;
    },
    releaseSending: async (holder) =>
      void run('UPDATE webhook_sender SET until = 0 WHERE holder = ?', holder),
    putWebhookPosition: async (position) =>
      void run('UPDATE webhook_sender SET position = ?', encodePosition(position)),
  };
}

function deliveries(
  session: Session,
  webhookId: string,
  { before = end, state, most }: DeliveryQuery,
): readonly Delivery[] {
  return database(session)
    .query<DeliveryRow, (string | number)[]>(
      `SELECT ${columns} FROM deliveries WHERE webhook_id = ? AND number < ?
       ${state === undefined ? '' : 'AND state = ?'} ORDER BY number DESC LIMIT ?`,
    )
    .all(webhookId, before, ...(state === undefined ? [] : [state]), most)
    .map(decodeDelivery);
}

function dueDeliveries(session: Session, webhookId: string, now: number, most: number): readonly Delivery[] {
  return database(session)
    .query<DeliveryRow, [string, number, number]>(
      `SELECT ${columns} FROM deliveries AS due INDEXED BY deliveries_pending
       WHERE webhook_id = ? AND due_at <= ? AND NOT EXISTS (
         SELECT 1 FROM deliveries AS earlier WHERE earlier.webhook_id = due.webhook_id
           AND earlier.thing = due.thing AND earlier.number < due.number AND earlier.due_at IS NOT NULL
       ) ORDER BY number LIMIT ?`,
    )
    .all(webhookId, now, most)
    .map(decodeDelivery);
}

function addDeliveries(session: Session, added: readonly NewDelivery[]): void {
  const insert = database(session).query(
    `INSERT INTO deliveries (webhook_id, thing, state, created_at, due_at, document) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  for (const delivery of added) {
    const { webhookId, thing, state, createdAt, dueAt = null } = delivery;
    insert.run(webhookId, thing, state, createdAt, dueAt, encodeDelivery(delivery));
  }
}

function putDelivery(session: Session, delivery: Delivery): void {
  const { number, state, dueAt = null } = delivery;
  database(session)
    .query('UPDATE deliveries SET state = ?, due_at = ?, document = ? WHERE number = ?')
    .run(state, dueAt, encodeDelivery(delivery), number);
}
