import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const usage = z.strictObject({
  /** As keys are issued. */
  key: z.string().regex(/^nsk_[1-9A-Za-z]{22}$/),
  count: z.int().positive(),
});

/** PostgreSQL passes on less than 8000 bytes at once; a usage takes at most 55, everything else under 250. */
export const mostUsages = 120;

const contents = z.strictObject({
  sender: z.uuid(),
  /** Grows with each message of a sender. */
  sequence: z.int().positive(),
  window: z.int(),
  usages: z.array(usage).min(1).max(mostUsages),
});

/** What a node tells others of the requests that it let through in one window. */
export type UsageMessage = Readonly<z.infer<typeof contents>>;

const json = z.codec(z.string(), contents, {
  encode: (value) => JSON.stringify(value),
  decode: (text, context) => {
    try {
      return JSON.parse(text);
    } catch {
      context.issues.push({ code: 'custom', message: 'is no JSON', input: text });
      return z.NEVER;
    }
  },
});

/** Writes a message that only those who have the key could have written. */
export function sealMessage(message: UsageMessage, key: string): string {
  const text = json.encode(message);
  return sealOf(text, key) + text;
}

/** Reads what `sealMessage` wrote with the same key; nothing else. Whoever may connect to a database may speak there. */
export function openMessage(sealed: string, key: string): UsageMessage | undefined {
  const [seal, text] = [sealed.slice(0, sealLength), sealed.slice(sealLength)];
  return isSame(seal, sealOf(text, key)) ? json.safeParse(text).data : undefined;
}

const sealLength = 43;

/** The key signs other things too, so what this is goes into the seal. */
function sealOf(text: string, key: string): string {
  return createHmac('sha256', key).update('newsstand usage\n').update(text).digest('base64url');
}

/** Takes the same time wherever they differ. */
function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
