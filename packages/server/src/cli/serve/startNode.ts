import { Catalogue } from '../../catalogue/Catalogue.ts';
import { followStore } from '../../catalogue/followStore.ts';
import type { Config } from '../../config.ts';
import { createDelivery } from '../../delivery/createDelivery.ts';
import { RateLimiter } from '../../delivery/RateLimiter.ts';
import { failedResponse } from '../../delivery/Reply.ts';
import type { Logger } from '../../log.ts';
import { createMeter, type Metrics } from '../../management/createMeter.ts';
import { openStore } from '../../store/openStore.ts';
import { listenFailure } from './choosePort.ts';
import { publicUrlOf } from './publicUrlOf.ts';

/** One process that delivers. */
export type Node = {
  readonly metrics: () => Promise<Metrics>;
  readonly limiter: RateLimiter | undefined;
  /** Takes no more requests, finishes those in flight, and lets go of everything. */
  stop(): Promise<void>;
};

/** Loads everything, and only then listens: a node that answers has something to say. */
export async function startNode(config: Config, port: number, log: Logger): Promise<Node> {
  const publicUrl = publicUrlOf(config, port);
  const catalogue = new Catalogue({ mediaUrl: `${publicUrl}/media` });
  await using opened = new AsyncDisposableStack();
  const store = opened.adopt(await openStore(config.databaseUrl), (it) => it.close());
  const following = followStore({ store, catalogue, onError: tellNowAndThen(log) });
  const follower = opened.adopt(await following, (it) => it.stop());
  const limiter = config.rateLimit === undefined ? undefined : new RateLimiter(config.rateLimit);
  const { meter, metrics } = createMeter({
    counts: () => catalogue.counts(Date.now()),
    revision: () => catalogue.revision,
    lagSeconds: () => follower.lagSeconds(Date.now()),
  });
  let stopping = false;
  const { corsOrigins, maxAgeSeconds, sharedCache } = config;
  const fetch = createDelivery({
    catalogue,
    settings: { publicUrl, corsOrigins, maxAgeSeconds, sharedCache },
    now: Date.now,
    log,
    logsRequests: config.logLevel === 'info' || config.logLevel === 'debug',
    meter,
    limiter,
    ready: () => !stopping,
  });
  let requests = 0;
  const counted = (request: Request) => {
    requests++;
    return fetch(request);
  };
  opened.adopt(listen(config, port, counted), async (server) => {
    await becomeQuiet(() => requests);
    await server.stop(false);
  });
  // All went well: it stays open until it is stopped, and is then closed in reverse order.
  const node = opened.move();
  return {
    metrics,
    limiter,
    stop() {
      stopping = true;
      return node.disposeAsync();
    },
  };
}

const quietMilliseconds = 100;
const longestDrain = 1000;

/**
 * Waits until nobody asks any more. Answers say meanwhile that their connections are closed after them: a connection
 * that is cut while a request is on its way to us would be a failed request for its reader.
 */
async function becomeQuiet(requests: () => number): Promise<void> {
  for (let waited = 0; waited < longestDrain; waited += quietMilliseconds) {
    const before = requests();
    await Bun.sleep(quietMilliseconds);
    if (requests() === before) return;
  }
}

function listen(config: Config, port: number, fetch: (request: Request) => Response) {
  const { host: hostname, workers } = config;
  try {
    return Bun.serve({
      hostname,
      port,
      reusePort: workers > 1,
      development: false,
      // Nothing is ever sent to a service that only reads.
      maxRequestBodySize: 16 * 1024,
      fetch,
      error: () => failedResponse(),
    });
  } catch (error) {
    throw listenFailure(error, hostname, port);
  }
}

const pauseMilliseconds = 10_000;

/** The store is asked ten times a second; an outage must not fill the log. */
function tellNowAndThen(log: Logger): (error: unknown) => void {
  let toldAt = -Infinity;
  return (error) => {
    if (Date.now() - toldAt < pauseMilliseconds) return;
    toldAt = Date.now();
    log.error({ err: error }, 'following the store failed; readers get what is known');
  };
}
