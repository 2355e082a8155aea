import type { UsageMessage } from './UsageMessage.ts';

/** More nodes than run at once, including restarted ones. */
const mostSenders = 1000;

/** Detects replayed messages. Of many senders, those silent for longest are forgotten. */
export function createReplayFilter(): (message: Pick<UsageMessage, 'sender' | 'sequence'>) => boolean {
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
