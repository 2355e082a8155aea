import { z } from 'zod';
import { type Config, isPostgres } from '../../config/readConfig.ts';
import { isNear, type Usage, windowAt } from '../../delivery/RateLimiter.ts';
import { openLazily } from '../../store/openStore.ts';
import type { OnMigration } from '../../store/Store.ts';
import { createReplayFilter, openChannel, signedMessages } from './openChannel.ts';

const usage = z.strictObject({
  /** The format of issued keys. */
  key: z.string().regex(/^nsk_[1-9A-Za-z]{22}$/),
  count: z.int().positive(),
});

/** A notification of PostgreSQL holds less than 8000 bytes; a usage takes at most 55, everything else under 250. */
export const mostUsages = 120;

const contents = z.strictObject({
  sender: z.uuid(),
  /** Grows with each message of a sender. */
  sequence: z.int().positive(),
  window: z.int(),
  usages: z.array(usage).min(1).max(mostUsages),
});

/** Messages to other nodes: the requests that a node let through in one window. */
export const { seal: sealMessage, open: openMessage } = signedMessages('newsstand usage', contents);

/** Shares the requests that nodes let through, so that a limit holds for all of them together. */
export type UsageExchange = {
  /** Sends them to the other nodes, soon. */
  publish(usages: readonly Usage[]): void;
  close(): Promise<void>;
};

/** What an exchange needs. */
export type ExchangeOptions = {
  readonly config: Pick<Config, 'databaseUrl' | 'rateLimit'>;
  /** Called with what other nodes let through. */
  readonly absorb: (usages: readonly Usage[]) => void;
  readonly onError: (error: unknown) => void;
  readonly onMigration?: OnMigration;
  readonly now?: () => number;
};

const channelName = 'newsstand_usage';
const pauseMilliseconds = 200;

/** Opens the exchange if there may be other nodes and there is a limit. Waits for an unavailable database. */
export function openUsageExchange(options: ExchangeOptions): UsageExchange | undefined {
  const { config, absorb, onError, now = Date.now } = options;
  const { databaseUrl, rateLimit } = config;
  if (rateLimit === undefined || !isPostgres(databaseUrl)) return undefined;
  const sender = crypto.randomUUID();
  const isNew = createReplayFilter();
  const opened = openLazily(() => openChannel(databaseUrl, channelName, receive, options));
  const currentWindow = () => windowAt(rateLimit, now());
  let sequence = 0;
  let waiting = new Map<string, Usage>();
  let sending: Promise<void> | undefined;

  /** Forged and replayed messages are ignored. */
  function receive(text: string, key: string): void {
    const message = openMessage(text, key);
    if (message === undefined || message.sender === sender) return;
    const { window, usages } = message;
    if (isNear(window, currentWindow()) && isNew(message))
      absorb(usages.map((usage) => ({ ...usage, window })));
  }

  /** Messages that may have been sent are not repeated, and past windows no longer matter. */
  async function send(): Promise<void> {
    const { channel, key } = await opened.get();
    const window = currentWindow();
    const usages = [...waiting.values()].filter((usage) => usage.window === window);
    waiting = new Map();
    for (let first = 0; first < usages.length; first += mostUsages) {
      const some = usages.slice(first, first + mostUsages).map(({ key, count }) => ({ key, count }));
      await channel.send(sealMessage({ sender, sequence: ++sequence, window, usages: some }, key));
    }
  }

  // One at a time: a database that does not respond must not cause a queue.
  const timer = setInterval(() => {
    sending ??= send()
      .catch(onError)
      .finally(() => {
        sending = undefined;
      });
  }, pauseMilliseconds);

  return {
    publish(usages) {
      for (const { key, window, count } of usages) {
        const known = waiting.get(key);
        if (known !== undefined && known.window > window) continue;
        const before = known?.window === window ? known.count : 0;
        // Counts beyond the limit make no difference.
        waiting.set(key, { key, window, count: Math.min(rateLimit.requests, before + count) });
      }
    },
    async close() {
      clearInterval(timer);
      await sending;
      await opened.close();
    },
  };
}
