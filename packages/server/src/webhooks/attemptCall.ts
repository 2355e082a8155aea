import type { Attempt, NewDelivery, Webhook } from '../store/Webhook.ts';
import { deliveryOf, scopeMessage } from './callsOf.ts';
import { type CallOptions, callUrl } from './callUrl.ts';
import { newMessageId, type Source } from './changeWebhooks.ts';
import { signCall } from './signCall.ts';

/** What one attempt came to. */
export type Attempted = Attempt & { readonly isDelivered: boolean };

/** Makes a call once. Only a status of 2xx is a success. */
export async function attemptCall(
  { url, secrets }: Webhook,
  { messageId, body, attempts, firstAttemptAt }: NewDelivery,
  options: CallOptions,
  now: number,
): Promise<Attempted> {
  const started = performance.now();
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Newsstand',
    ...signCall(secrets, messageId, body, now),
  };
  const result = await callUrl(url, headers, body, options).catch((error: unknown) => ({
    error: plainText(error instanceof Error ? error.message : 'the call failed'),
  }));
  const milliseconds = Math.round(performance.now() - started);
  const isDelivered = 'status' in result && result.status >= 200 && result.status < 300;
  const made = { attempts: attempts + 1, firstAttemptAt: firstAttemptAt ?? now, lastAttemptAt: now };
  return { ...made, milliseconds, ...result, isDelivered };
}

const mostCharacters = 300;

/** A message may quote the receiver, such as the names in its certificate. */
function plainText(message: string): string {
  return message
    .replaceAll(/[\p{Cc}\p{Bidi_C}]/gu, ' ')
    .slice(0, mostCharacters)
    .toWellFormed();
}

/** The delivery after an attempt that is not repeated. */
export function settled<D extends NewDelivery>(delivery: D, { isDelivered, ...attempt }: Attempted): D {
  return {
    ...afterAttempt(delivery, attempt),
    state: isDelivered ? 'delivered' : 'failed',
    dueAt: undefined,
  };
}

/** The delivery with its latest attempt in place of the one before. */
export function afterAttempt<D extends NewDelivery>(delivery: D, attempt: Attempt): D {
  return { ...delivery, status: undefined, response: undefined, error: undefined, ...attempt };
}

/** Sends a test event now, once. It still has to be added to the log. */
export async function sendTest(webhook: Webhook, options: CallOptions, source: Source): Promise<NewDelivery> {
  const now = source.now();
  const message = scopeMessage('test', webhook, now);
  const call = deliveryOf(webhook, message, { now, messageId: newMessageId(source) });
  return settled(call, await attemptCall(webhook, call, options, now));
}
