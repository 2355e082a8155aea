import type { Writer } from '../store/Store.ts';
import type { Webhook } from '../store/Webhook.ts';
import { deliveryOf, messagesFor, resetsFor, scopeMessage } from './callsOf.ts';
import { newMessageId, type Source } from './changeWebhooks.ts';
import type { FoundEvents } from './findEvents.ts';
import type { Timing } from './timing.ts';

type Situation = {
  readonly timing: Timing;
  readonly source: Source;
  /** How many calls of the webhook are pending. */
  readonly waiting: number;
  /** The numbers of the calls that are being made. */
  readonly underWay: ReadonlyMap<number, string>;
};

/** Adds the calls that tell a webhook what happened. */
export async function tellWebhook(
  writer: Writer,
  webhook: Webhook,
  found: Exclude<FoundEvents, { type: 'behind' }>,
  { timing, source, waiting, underWay }: Situation,
): Promise<void> {
  const { at } = found.position;
  const resets = async () => resetsFor(webhook, await writer.spaces(), at);
  let messages = found.type === 'unknown' ? await resets() : messagesFor(webhook, found.spaces, at);
  if (messages.length === 0) return;
  if (webhook.build) return await addBuild(writer, webhook, timing, source, underWay);
  if (waiting + messages.length > timing.mostPending) {
    await writer.dropPending(webhook.webhookId);
    messages = await resets();
  }
  const now = source.now();
  await writer.addDeliveries(
    messages.map((message) => deliveryOf(webhook, message, { now, messageId: newMessageId(source) })),
  );
}

/** Puts off the call that waits for a burst to end, or adds one. */
async function addBuild(
  writer: Writer,
  webhook: Webhook,
  { buildQuiet, buildLongest }: Timing,
  source: Source,
  underWay: ReadonlyMap<number, string>,
): Promise<void> {
  const now = source.now();
  const [last] = await writer.deliveries(webhook.webhookId, { most: 1, state: 'pending' });
  if (last?.type === 'build' && !underWay.has(last.number)) {
    const dueAt = Math.min(now + buildQuiet, last.createdAt + buildLongest);
    // One that has failed is made again anyway.
    if (last.attempts === 0) await writer.putDelivery({ ...last, dueAt });
    return;
  }
  const dueAt = now + buildQuiet;
  const message = scopeMessage('build', webhook, now);
  await writer.addDeliveries([deliveryOf(webhook, message, { now, dueAt, messageId: newMessageId(source) })]);
}
