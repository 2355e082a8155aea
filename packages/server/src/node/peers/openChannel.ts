import { createHmac, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { type Channel, openPostgres, type PostgresOptions } from '../../store/postgres/openPostgres.ts';
import { StoreError } from '../../store/StoreError.ts';

/** A channel to the other nodes of a database, and the key that signs messages. Only readers of the store know the key. */
export type NodeChannel = { readonly channel: Channel; readonly key: string; close(): Promise<void> };

/** Opens a channel by its name; `onMessage` gets every message, from any sender, with the key to verify it. */
export async function openChannel(
  url: string,
  name: string,
  onMessage: (text: string, key: string) => void,
  { onMigration }: Pick<PostgresOptions, 'onMigration'>,
): Promise<NodeChannel> {
  const store = await openPostgres(url, onMigration && { onMigration });
  try {
    const key = await store.read((reader) => reader.mediaKey());
    if (key === '') throw new StoreError('the store has no media key to sign messages with');
    const channel = await store.channel(name, (text) => onMessage(text, key));
    return { channel, key, close: () => store.close() };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Messages of one type that only holders of a key can write. */
type SignedMessages<Message> = {
  seal(message: Message, key: string): string;
  /** Reads only what `seal` wrote with the same key: anyone who can connect to the database can send messages. */
  open(sealed: string, key: string): Message | undefined;
};

const sealLength = 43;

/** The key signs other things too, so the purpose of the messages is part of the seal. */
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

/** In constant time. */
function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** More nodes than run at once, including restarted ones. */
const mostSenders = 1000;

/** Detects replayed messages: returns whether a message is new. The senders silent for longest are forgotten. */
export function createReplayFilter(): (message: { sender: string; sequence: number }) => boolean {
  const sequences = new Map<string, number>();
  return ({ sender, sequence }) => {
    const last = sequences.get(sender) ?? 0;
    if (sequence <= last) return false;
    sequences.delete(sender);
    sequences.set(sender, sequence);
    const [oldest] = sequences.keys();
    if (sequences.size > mostSenders && oldest !== undefined) sequences.delete(oldest);
    return true;
  };
}
