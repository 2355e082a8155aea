import type { Writer } from '../store/Store.ts';
import type { Delivery } from '../store/Webhook.ts';
import { type Attempted, afterAttempt, settled } from './attemptCall.ts';
import { disableWebhook, putLastCall, webhookAudit } from './changeWebhooks.ts';
import { pauseAfter, type Timing } from './timing.ts';

/** The author of what the service does by itself, in the audit log. */
const author = 'webhook sender';
const gone = 410;

/** Stores what an attempt came to, and when there is another. A webhook that has failed for too long is switched off. */
export async function recordAttempt(
  writer: Writer,
  delivery: Delivery,
  attempted: Attempted,
  timing: Timing,
  now: number,
): Promise<void> {
  const found = (await writer.webhooks()).find(({ webhookId }) => webhookId === delivery.webhookId);
  // Removed meanwhile, with its calls.
  if (found === undefined) return;
  const { isDelivered, ...attempt } = attempted;
  const webhook = await putLastCall(writer, found, attempt, isDelivered);
  const reason = isDelivered ? undefined : reasonToEnd(attempted, timing, now);
  if (isDelivered || reason !== undefined || webhook.disabledAt !== undefined) {
    await writer.putDelivery(settled(delivery, attempted));
  } else {
    const { firstRetry, longestRetry } = timing;
    const pause = pauseAfter(attempt.attempts, firstRetry, longestRetry, Math.random());
    await writer.putDelivery({ ...afterAttempt(delivery, attempt), dueAt: Math.round(now + pause) });
  }
  if (reason === undefined || webhook.disabledAt !== undefined) return;
  await disableWebhook(writer, webhook, reason, now);
  await writer.addAudit({ at: now, by: author, ...webhookAudit('disable', webhook, { reason }) });
}

function reasonToEnd(attempted: Attempted, { retrying }: Timing, now: number): string | undefined {
  const { status, error, firstAttemptAt = now } = attempted;
  if (status === gone) return 'the receiver answers that it is gone for good (410)';
  if (now - firstAttemptAt < retrying) return undefined;
  const hours = Math.round(retrying / 3_600_000);
  return `a call has failed for ${hours} hours; the last time: ${error ?? `status ${status}`}`;
}
