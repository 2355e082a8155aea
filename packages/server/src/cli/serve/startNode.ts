import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@newsstand/contract';
import { Catalogue } from '../../catalogue/Catalogue.ts';
import { followStore } from '../../catalogue/followStore.ts';
import type { Config } from '../../config.ts';
import { createDelivery, type Delivery } from '../../delivery/createDelivery.ts';
import { RateLimiter } from '../../delivery/RateLimiter.ts';
import { listenHttp } from '../../http/listenHttp.ts';
import type { Logger } from '../../log.ts';
import { createMeter, type Metrics } from '../../management/createMeter.ts';
import { openRenderer } from '../../media/render/openRenderer.ts';
import { PictureCache } from '../../media/render/PictureCache.ts';
import { createMediaServer } from '../../media/serve/createMediaServer.ts';
import { openStore } from '../../store/openStore.ts';
import { originalsOf } from '../originalsOf.ts';
import { listenFailure } from './choosePort.ts';
import { mediaAddresses, publicUrlOf } from './publicUrlOf.ts';

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
  const media = await mediaAddresses(config, port);
  const catalogue = new Catalogue({ media });
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
  const renderer = opened.adopt(openRenderer(), (it) => it.stop());
  let stopping = false;
  const { corsOrigins, maxAgeSeconds, sharedCache } = config;
  const delivery = createDelivery({
    catalogue,
    media: createMediaServer({
      originals: originalsOf(config),
      renderer,
      cache: new PictureCache(join(config.dataFolder, 'pictures'), config.mediaCacheBytes),
      key: media.key,
      allowsUnsafe: config.mediaUnsafe,
    }),
    settings: { publicUrl, corsOrigins, maxAgeSeconds, sharedCache },
    now: Date.now,
    log,
    logsRequests: config.logLevel === 'info' || config.logLevel === 'debug',
    meter,
    limiter,
    ready: () => !stopping,
  });
  opened.adopt(listen(config, port, delivery), (listener) => listener.stop());
  // All went well: it stays open until it is stopped, and is then closed in reverse order.
  const node = opened.move();
  return {
    metrics,
    limiter,
    stop() {
      stopping = true;
      // Whoever waits for a picture is told to come back, and nobody waits for that.
      renderer.stop();
      return node.disposeAsync();
    },
  };
}

const mostConnections = 10_000;

/** What the system allows this process; nothing where it does not say. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'latin1');
  } catch {
    return '';
  }
}

/** A connection may need a second file, for what it downloads; and a few are needed besides. */
function connectionLimit(): number {
  const files = Number(/^Max open files +(\d+)/m.exec(readLimits())?.[1] ?? Infinity);
  return Math.max(16, Math.min(mostConnections, Math.floor((files - 200) / 2)));
}

function listen({ host: hostname, workers }: Config, port: number, delivery: Delivery) {
  const { urlBytes, headerBytes } = limits;
  try {
    return listenHttp({
      hostname,
      port,
      reusePort: workers > 1,
      limits: { urlBytes, headerBytes, connections: connectionLimit() },
      ...delivery,
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
