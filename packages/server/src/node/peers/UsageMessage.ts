import { z } from 'zod';
import { signedMessages } from './signedMessages.ts';

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

/** The requests that a node let through in one window, as sent to other nodes. */
export type UsageMessage = Readonly<z.infer<typeof contents>>;

/** Writes and reads such messages. */
export const { seal: sealMessage, open: openMessage } = signedMessages('newsstand usage', contents);
