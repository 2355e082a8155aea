import { z } from 'zod';
import { type Config, isPostgres } from '../../config.ts';
import type { Usage } from '../../delivery/RateLimiter.ts';
import { openWhenNeeded } from '../../store/openWhenNeeded.ts';
import { openPostgres } from '../../store/postgres/openPostgres.ts';

/** What nodes tell each other of the requests that they let through, so that a limit holds for all of them together. */
export type UsageExchange = {
  /** Tells the other nodes, soon. */
  tell(usages: readonly Usage[]): void;
  close(): Promise<void>;
};

/** What an exchange needs. */
export type ExchangeOptions = {
  readonly config: Config;
  /** Hears what other nodes let through. */
  readonly absorb: (usages: readonly Usage[]) => void;
  readonly onError: (error: unknown) => void;
};

const channelName = 'newsstand_usage';
const pauseMilliseconds = 200;
/** PostgreSQL passes on less than 8000 bytes at once; a key and two numbers take under 200. */
const mostUsages = 35;

const usage = z.object({ key: z.string(), window: z.number(), count: z.number() });
const message = z.codec(z.string(), z.object({ node: z.string(), usages: z.array(usage) }), {
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

/** Opens the exchange where there may be other nodes and something to limit. A database that is away is waited for. */
export function openUsageExchange({ config, absorb, onError }: ExchangeOptions): UsageExchange | undefined {
  if (config.rateLimit === undefined || !isPostgres(config.databaseUrl)) return undefined;
  const node = crypto.randomUUID();
  const waiting = new Map<string, Usage>();
  const opened = openWhenNeeded(() => openChannel(config.databaseUrl, hear));
  let sending: Promise<void> = Promise.resolve();

  function hear(text: string): void {
    const heard = message.safeParse(text);
    if (heard.success && heard.data.node !== node) absorb(heard.data.usages);
  }

  /** What could not be told is not told again: its window is over soon. */
  async function send(): Promise<void> {
    const usages = [...waiting.values()];
    waiting.clear();
    const { channel } = await opened.get();
    for (let first = 0; first < usages.length; first += mostUsages) {
      await channel.send(message.encode({ node, usages: usages.slice(first, first + mostUsages) }));
    }
  }

  const timer = setInterval(() => {
    sending = sending.then(send).catch(onError);
  }, pauseMilliseconds);

  return {
    tell(usages) {
      for (const { key, window, count } of usages) {
        const name = `${window} ${key}`;
        waiting.set(name, { key, window, count: count + (waiting.get(name)?.count ?? 0) });
      }
    },
    async close() {
      clearInterval(timer);
      await sending;
      await opened.close();
    },
  };
}

async function openChannel(url: string, hear: (text: string) => void) {
  const store = await openPostgres(url);
  const channel = await store.channel(channelName, hear);
  return {
    channel,
    async close(): Promise<void> {
      await channel[Symbol.asyncDispose]();
      await store.close();
    },
  };
}
