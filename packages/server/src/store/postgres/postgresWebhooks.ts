import {
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
  type WebhookSender,
  type WebhookWriter,
} from '../Webhook.ts';
import { type Ask, arrayLiteral } from './Session.ts';

/** Executes a statement, and returns how many rows it has written. */
export type Execute = (text: string, values: readonly unknown[]) => Promise<number>;

const columns = `number::float8 AS number, webhook_id AS "webhookId", thing, state,
  created_at::float8 AS "createdAt", due_at::float8 AS "dueAt", document`;

/** What one transaction sees of webhooks. */
export function postgresWebhookReader(ask: Ask): WebhookReader {
  const found = async (rest: string, ...values: readonly unknown[]) =>
    (await ask<DeliveryRow>(`SELECT ${columns} FROM newsstand.deliveries ${rest}`, values)).map(
      decodeDelivery,
    );
  return {
    webhooks: async () => {
      const rows = await ask<{ document: string }>('SELECT document FROM newsstand.webhooks');
      return decodeWebhooks(rows.map(({ document }) => document));
    },
    deliveries: (webhookId, { before, state, most }) =>
      found(
        `WHERE webhook_id = $1 AND ($2::bigint IS NULL OR deliveries.number < $2)
           AND ($3::text IS NULL OR state = $3) ORDER BY deliveries.number DESC LIMIT $4`,
        ...[webhookId, before ?? null, state ?? null, most],
      ),
    delivery: async (number) => (await found('WHERE deliveries.number = $1', number))[0],
    pendingCalls: async () => [
      ...(await ask<PendingCalls>(
        `SELECT webhook_id AS "webhookId", count(*)::float8 AS count, min(created_at)::float8 AS "oldestAt",
           min(due_at)::float8 AS "dueAt"
         FROM newsstand.deliveries WHERE due_at IS NOT NULL GROUP BY webhook_id`,
      )),
    ],
    dueDeliveries: (webhookId, now, most) =>
      found(
        `WHERE webhook_id = $1 AND due_at <= $2 AND NOT EXISTS (
           SELECT FROM newsstand.deliveries AS earlier WHERE earlier.webhook_id = deliveries.webhook_id
             AND earlier.thing = deliveries.thing AND earlier.number < deliveries.number
             AND earlier.due_at IS NOT NULL
         ) ORDER BY deliveries.number LIMIT $3`,
        ...[webhookId, now, most],
      ),
    webhookSender: () => webhookSender(ask),
  };
}

async function webhookSender(ask: Ask): Promise<WebhookSender> {
  const [row] = await ask<{ holder: string; remaining: number; position: string | null }>(
    `SELECT holder, position, CASE WHEN until < clock_timestamp() THEN 0
       ELSE 1000 * extract(epoch FROM until - clock_timestamp()) END::float8 AS remaining
     FROM newsstand.webhook_sender`,
  );
  const { holder = '', remaining = 0, position = null } = row ?? {};
  return { holder, remaining, position: decodePosition(position) };
}

/** How one transaction changes them. */
export function postgresWebhookWriter(execute: Execute): WebhookWriter {
  return {
    putWebhook: async (webhook) =>
      void (await execute(
        `INSERT INTO newsstand.webhooks VALUES ($1, $2)
         ON CONFLICT (webhook_id) DO UPDATE SET document = excluded.document`,
        [webhook.webhookId, encodeWebhook(webhook)],
      )),
    removeWebhook: async (webhookId) =>
      (await execute('DELETE FROM newsstand.webhooks WHERE webhook_id = $1', [webhookId])) > 0,
    addDeliveries: (added) => addDeliveries(execute, added),
    putDelivery: async (delivery) =>
      void (await execute(
        'UPDATE newsstand.deliveries SET state = $1, due_at = $2, document = $3 WHERE number = $4',
        [delivery.state, delivery.dueAt ?? null, encodeDelivery(delivery), delivery.number],
      )),
    dropPending: async (webhookId) =>
      void (await execute(
        `UPDATE newsstand.deliveries SET state = 'failed', due_at = NULL
         WHERE webhook_id = $1 AND due_at IS NOT NULL`,
        [webhookId],
      )),
    pruneDeliveries: async (before, most) => {
      await execute('DELETE FROM newsstand.deliveries WHERE due_at IS NULL AND created_at < $1', [before]);
      await execute(
        `DELETE FROM newsstand.deliveries AS old USING newsstand.webhooks
         WHERE old.webhook_id = webhooks.webhook_id AND old.due_at IS NULL AND old.number <= (
           SELECT number FROM newsstand.deliveries AS kept
           WHERE kept.webhook_id = webhooks.webhook_id ORDER BY number DESC LIMIT 1 OFFSET $1
         )`,
        [most],
      );
    },
    holdSending: async (holder, milliseconds) =>
      (await execute(
        `UPDATE newsstand.webhook_sender
         SET holder = $1, until = clock_timestamp() + $2::float8 * interval '1 millisecond'
         WHERE holder = $1 OR until <= clock_timestamp()`,
        [holder, milliseconds],
      )) > 0,
    releaseSending: async (holder) =>
      void (await execute(`UPDATE newsstand.webhook_sender SET until = '-infinity' WHERE holder = $1`, [
        holder,
      ])),
    putWebhookPosition: async (position) =>
      void (await execute('UPDATE newsstand.webhook_sender SET position = $1', [encodePosition(position)])),
  };
}

async function addDeliveries(execute: Execute, added: readonly NewDelivery[]): Promise<void> {
  if (added.length === 0) return;
  await execute(
    `INSERT INTO newsstand.deliveries (webhook_id, thing, state, created_at, due_at, document)
     SELECT webhook_id, thing, state, created_at, due_at, document
     FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[])
       WITH ORDINALITY AS given (webhook_id, thing, state, created_at, due_at, document, place)
     ORDER BY place`,
    [
      arrayLiteral(added.map(({ webhookId }) => webhookId)),
      arrayLiteral(added.map(({ thing }) => thing)),
      arrayLiteral(added.map(({ state }) => state)),
      arrayLiteral(added.map(({ createdAt }) => createdAt)),
      arrayLiteral(added.map(({ dueAt }) => dueAt ?? null)),
      arrayLiteral(added.map(encodeDelivery)),
    ],
  );
}
