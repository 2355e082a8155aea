import { createHmac } from 'node:crypto';
import type { SigningSecret } from '../store/Webhook.ts';

/** What a secret begins with; the rest is its key in Base64. */
export const secretPrefix = 'whsec_';

/** The headers that sign a call, as in the Standard Webhooks specification: a signature for each secret in force. */
export function signCall(
  secrets: readonly SigningSecret[],
  messageId: string,
  body: string,
  now: number,
): Readonly<Record<string, string>> {
  const timestamp = `${Math.floor(now / 1000)}`;
  const signatures = secrets
    .filter(({ until }) => until === undefined || until > now)
    .map(({ secret }) => {
      const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`;
    });
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
