import type { AuditEntry } from '../store/Admin.ts';
import type { Grant } from '../store/Credential.ts';
import type { Writer } from '../store/Store.ts';
import type { Attempt, Delivery, NewDelivery, Webhook } from '../store/Webhook.ts';
import { deliveryOf, resetsFor } from './callsOf.ts';
import { secretPrefix } from './signCall.ts';

/** The sources of time and randomness. */
export type Source = { readonly now: () => number; readonly random: (bytes: number) => Uint8Array };

/** A webhook, and its secret, which is shown only now. */
export type IssuedWebhook = { readonly webhook: Webhook; readonly secret: string };

/** The properties of a new webhook. */
export type WebhookOrder = Grant & Pick<Webhook, 'url' | 'kinds' | 'events' | 'build' | 'drafts'>;

/** Creates a webhook. It hears of everything from then on. */
export async function createWebhook(
  writer: Writer,
  order: WebhookOrder,
  { now, random }: Source,
): Promise<IssuedWebhook> {
  const secret = newSecret(random);
  const webhookId = `wh_${Buffer.from(random(12)).toString('base64url')}`;
  const webhook: Webhook = { webhookId, ...order, secrets: [{ secret }], createdAt: now() };
  await listenFromNow(writer, now());
  await writer.putWebhook(webhook);
  return { webhook, secret };
}

/** Gives a webhook a new secret. Calls are signed with the earlier one too, until the end of the grace period. */
export async function rotateWebhook(
  writer: Writer,
  webhook: Webhook,
  graceMilliseconds: number,
  { now, random }: Source,
): Promise<IssuedWebhook> {
  const secret = newSecret(random);
  const until = now() + graceMilliseconds;
  // Two are in force at most.
  const kept = webhook.secrets
    .slice(0, 1)
    .map((old) => ({ ...old, until }))
    .filter((old) => old.until > now());
  const rotated = { ...webhook, secrets: [{ secret }, ...kept] };
  await writer.putWebhook(rotated);
  return { webhook: rotated, secret };
}

/** Switches a webhook on. It was told nothing meanwhile, so it has to read everything anew. */
export async function enableWebhook(writer: Writer, webhook: Webhook, source: Source): Promise<Webhook> {
  if (webhook.disabledAt === undefined) return webhook;
  const now = source.now();
  const { disabledAt: _, disabledBecause: __, ...enabled } = webhook;
  await listenFromNow(writer, now);
  await writer.putWebhook(enabled);
  const resets = resetsFor(enabled, await writer.spaces(), now);
  await writer.addDeliveries(
    resets.map((reset) => deliveryOf(enabled, reset, { now, messageId: newMessageId(source) })),
  );
  return enabled;
}

/** Switches a webhook off. Calls that are still to be made are given up. */
export async function disableWebhook(
  writer: Writer,
  webhook: Webhook,
  reason: string,
  now: number,
): Promise<Webhook> {
  if (webhook.disabledAt !== undefined) return webhook;
  const disabled = { ...webhook, disabledAt: now, disabledBecause: reason };
  await writer.putWebhook(disabled);
  await writer.dropPending(webhook.webhookId);
  return disabled;
}

/** A call again, with the same ID, so that the receiver can tell that it is the same message. */
export function replayOf(delivery: Delivery, now: number): NewDelivery {
  const { webhookId, messageId, type, thing, body } = delivery;
  return {
    ...{ webhookId, messageId, type, thing, body },
    ...{ createdAt: now, state: 'pending', dueAt: now, attempts: 0 },
  };
}

/** Adds a call, and returns it with its number. */
export async function addDelivery(writer: Writer, added: NewDelivery): Promise<Delivery> {
  await writer.addDeliveries([added]);
  const [delivery] = await writer.deliveries(added.webhookId, { most: 1 });
  return { ...added, number: delivery?.number ?? 0 };
}

/** Stores in a webhook what its latest attempt came to. */
export async function putLastCall(
  writer: Writer,
  webhook: Webhook,
  { lastAttemptAt, status, error }: Attempt,
  isDelivered: boolean,
): Promise<Webhook> {
  if (lastAttemptAt === undefined) return webhook;
  const called = { ...webhook, lastCall: { at: lastAttemptAt, isDelivered, status, error } };
  await writer.putWebhook(called);
  return called;
}

/** Adds a test that was sent, and returns it with its number. */
export async function addMadeTest(writer: Writer, webhook: Webhook, made: NewDelivery): Promise<Delivery> {
  await putLastCall(writer, webhook, made, made.state === 'delivered');
  return addDelivery(writer, made);
}

/** The ID of a new message. */
export function newMessageId({ random }: Pick<Source, 'random'>): string {
  return `msg_${Buffer.from(random(18)).toString('base64url')}`;
}

/** An audit entry of a webhook. Paths and queries of URLs may hold secrets: only the host is recorded. */
export function webhookAudit(
  action: string,
  { webhookId, projectId, url }: Webhook,
  details: Readonly<Record<string, unknown>> = {},
): Pick<AuditEntry, 'action' | 'projectId' | 'target' | 'details'> {
  return {
    action: `webhook.${action}`,
    projectId,
    target: `webhooks/${webhookId}`,
    details: { host: new URL(url).host, ...details },
  };
}

function newSecret(random: Source['random']): string {
  return `${secretPrefix}${Buffer.from(random(32)).toString('base64')}`;
}

/** While no webhook was on, nobody has kept track of events: the first one begins here. */
async function listenFromNow(writer: Writer, now: number): Promise<void> {
  const isListening = (await writer.webhooks()).some(({ disabledAt }) => disabledAt === undefined);
  if (!isListening) await writer.putWebhookPosition({ ...(await writer.bookmark()), at: now });
}
