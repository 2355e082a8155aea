import { traffic } from '@newsstand/contract/manage';
import { z } from 'zod';
import type { TrafficExchange, TrafficListener } from '../../management/api/service/openTraffic.ts';
import { openLazily } from '../../store/openStore.ts';
import type { OnMigration } from '../../store/Store.ts';
import { createReplayFilter, openChannel, signedMessages } from './openChannel.ts';

const channelName = 'newsstand_traffic';

const contents = z.strictObject({
  sender: z.uuid(),
  /** Grows with each message of a sender. */
  sequence: z.int().positive(),
  at: z.int(),
  node: z.string().min(1).max(300),
  /** Undefined: a console is watching there. */
  sample: traffic.shape.nodes.element.shape.samples.element.optional(),
});

type Payload = Pick<z.infer<typeof contents>, 'sample'>;
const mostWaiting = 4;

const { seal, open } = signedMessages('newsstand traffic', contents);

/** Clocks differ; a message older than this is a replay. */
const nearMilliseconds = 60_000;
const pauseMilliseconds = 10_000;

/** What the exchange needs. */
export type TrafficExchangeOptions = {
  readonly databaseUrl: string;
  readonly node: string;
  readonly listener: TrafficListener;
  readonly onError: (error: unknown) => void;
  readonly onMigration?: OnMigration;
};

/** Publishes this node's traffic, and that a console is watching. Waits for an unavailable database. */
export function openTrafficExchange(
  options: TrafficExchangeOptions,
): TrafficExchange & { close(): Promise<void> } {
  const { databaseUrl, node, listener, onError } = options;
  const sender = crypto.randomUUID();
  const isNew = createReplayFilter();
  const opened = openLazily(() => openChannel(databaseUrl, channelName, receive, options));
  const waiting: Payload[] = [];
  let sequence = 0;
  let sending: Promise<void> | undefined;

  function receive(text: string, key: string): void {
    const message = open(text, key);
    if (message === undefined || message.sender === sender) return;
    if (Math.abs(Date.now() - message.at) > nearMilliseconds || !isNew(message)) return;
    if (message.sample === undefined) listener.onWatcher();
    else listener.onSample(message.node, message.sample);
  }

  /** One at a time, and only a few wait: while a database does not respond, messages become outdated. */
  function enqueue(parts: Payload): void {
    if (waiting.length < mostWaiting) waiting.push(parts);
    sending ??= send()
      .catch((error: unknown) => {
        waiting.length = 0;
        onError(error);
      })
      .finally(() => {
        sending = undefined;
      });
  }

  async function send(): Promise<void> {
    const { channel, key } = await opened.get();
    for (let parts = waiting.shift(); parts !== undefined; parts = waiting.shift())
      await channel.send(seal({ sender, sequence: ++sequence, at: Date.now(), node, ...parts }, key));
  }

  // A console on another node must be noticed here, even after an outage.
  const listen = () => void opened.get().catch(onError);
  const timer = setInterval(listen, pauseMilliseconds);
  listen();
  return {
    announceWatcher: () => enqueue({}),
    publish: (sample) => enqueue({ sample }),
    async close() {
      clearInterval(timer);
      await sending;
      await opened.close();
    },
  };
}
