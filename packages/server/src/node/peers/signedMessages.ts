import { createHmac, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';

/** Messages of one sort that only those who have a key can write. */
export type SignedMessages<Message> = {
  seal(message: Message, key: string): string;
  /** Reads what `seal` wrote with the same key; nothing else. Whoever may connect to a database may speak there. */
  open(signedMessages: string, key: string): Message | undefined;
};

const sealLength = 43;

/** The key signs other things too, so what the messages are goes into the seal. */
export function signedMessages<Message>(
  purpose: string,
  schema: z.ZodType<Message>,
): SignedMessages<Message> {
  const sealOf = (text: string, key: string) =>
    createHmac('sha256', key).update(`${purpose}\n`).update(text).digest('base64url');
  return {
    seal(message, key) {
      const text = JSON.stringify(message);
      return sealOf(text, key) + text;
    },
    open(message, key) {
      const [seal, text] = [message.slice(0, sealLength), message.slice(sealLength)];
      return isSame(seal, sealOf(text, key)) ? schema.safeParse(parsed(text)).data : undefined;
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Takes the same time wherever they differ. */
function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
