import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { limits } from '@newsstand/contract';
import { Catalogue } from '../../catalogue/Catalogue.ts';
import { type Follower, followStore, type Shown } from '../../catalogue/followStore.ts';
import { openRendering } from '../../catalogue/items/openRendering.ts';
import { openIndexThreads } from '../../catalogue/search/ShardIndexing.ts';
import { fingerprintOf } from '../../catalogue/snapshot/fingerprintOf.ts';
import { openSnapshots } from '../../catalogue/snapshot/openSnapshots.ts';
import { openPurging } from '../../cdn/followCatalogue.ts';
import { type MemoryBudget, memoryBudget } from '../../config/memoryBudget.ts';
import { type Config, isPostgres, settings } from '../../config/readConfig.ts';
import { version } from '../../config/version.ts';
import { createDelivery, type Delivery } from '../../delivery/createDelivery.ts';
import { RateLimiter } from '../../delivery/RateLimiter.ts';
import { Broadcaster } from '../../events/Broadcaster.ts';
import { awaitPosition, createPositionCodec } from '../../events/position.ts';
import type { DisconnectReason } from '../../http/ListenerContext.ts';
import { type HttpListener, listenHttp } from '../../http/listenHttp.ts';
import type { TlsPair } from '../../http/tls.ts';
import { type Logger, logOccasionally } from '../../log/createLog.ts';
import { shelvesOf } from '../../management/api/service/shelvesOf.ts';
import { createMetrics } from '../../management/metrics/createMetrics.ts';
import type { Metrics } from '../../management/metrics/Metric.ts';
import { watchEventLoop } from '../../management/metrics/watchEventLoop.ts';
import { openRenderer } from '../../media/picture/render/openRenderer.ts';
import { createMediaServer } from '../../media/serve/createMediaServer.ts';
import type { KeyUsage } from '../../store/Admin.ts';
import { isHeld } from '../../store/limitTo.ts';
import type { Followed, Space } from '../../store/Store.ts';
import type { Tracer } from '../../tracing/createTracer.ts';
import { findEvents } from '../../webhooks/findEvents.ts';
import { mediaAddresses, mediaKeyOf, publicUrlOf } from '../addresses.ts';
import { listenFailure } from '../choosePort.ts';
import type { MirrorStatus } from '../messages.ts';
import { openSource } from '../openSource.ts';
import { originalsOf } from '../originalsOf.ts';
import { type CacheSweeper, cachesOf, startCacheSweeper } from '../startCacheSweeper.ts';
import type { WorkerShelves } from './poolShelves.ts';

/** One process that delivers. */
export type Node = {
  readonly metrics: () => Metrics;
  readonly limiter: RateLimiter | undefined;
  readonly shelves: WorkerShelves;
  /** The key usage since the last call. */
  readonly drainUses: () => readonly KeyUsage[];
  /** Gives the listener another certificate. */
  setTls(pair: TlsPair): void;
  /** Accepts no more requests, finishes those in flight, and releases everything. */
  stop(): Promise<void>;
};

/**
 * Loads everything before it listens, so that a node that responds has its content. It awaits `onLoaded` before that:
 * what was written until then is served from the first request on.
 */
export async function startWorker(
  config: Config,
  port: number,
  log: Logger,
  mirrorStatus: () => MirrorStatus | undefined,
  tls: () => TlsPair | undefined,
  worker: number,
  onLoaded: (shelves: WorkerShelves) => Promise<void> = async () => {},
): Promise<Node> {
  const publicUrl = publicUrlOf(config, port);
  const memory = memoryBudget(config);
  await using opened = new AsyncDisposableStack();
  const source = opened.adopt(await openSource(config, mirrorStatus, log), (it) => it.close());
  const onError = logOccasionally(log, 'following the store failed; readers get the last known content');
  const media = await withRetries(config, onError, () => mediaAddresses(config, port, source.followed));
  const { render } = opened.adopt(openRendering(media), (it) => it.close());
  const { scopes } = config;
  const holds = scopes && ((space: Space) => isHeld(scopes, space));
  const indexThreads = opened.adopt(openIndexThreads(memory.indexThreads), (it) => it?.close());
  const catalogue = new Catalogue({ media, render, holds, indexThreads });
  const store = source.followed;
  const purging = opened.adopt(openPurging({ config, catalogue, store, log, worker }), (it) => it?.stop());
  // The workers of a node share its caches.
  const sweeper = worker === 1 ? startSweeper(config, catalogue, log) : undefined;
  opened.defer(() => sweeper?.stop());
  const positions = createPositionCodec(media.key);
  const broadcaster = opened.adopt(
    new Broadcaster({
      ...{ catalogue, store, positions, now: Date.now },
      limits: config,
      onError: logOccasionally(log, 'events cannot be read; subscribers hear of them later'),
    }),
    (it) => it.stop(),
  );
  let released = 0;
  let responseBytes = leastResponseBytes;
  const boundResponses = () => {
    responseBytes = Math.min(memory.responseBytes, Math.max(leastResponseBytes, catalogue.textBytes / 2));
  };
  const onShown = (shown: Shown) => {
    purging?.onShown(shown);
    void broadcaster.tell();
    boundResponses();
    if (shown.type === 'everything' || catalogue.files.released !== released) sweeper?.schedule();
    released = catalogue.files.released;
    if (shown.type === 'everything') void warnOfKey(config, media.key, store, log).catch(onError);
  };
  const snapshots = openSnapshots({
    path: join(config.dataFolder, 'catalogue.snapshot'),
    fingerprint: fingerprintOf(media, version, scopes),
    isTaken: worker === 1,
    onError: logOccasionally(
      log,
      'the snapshot of the catalogue cannot be used; the next start takes longer',
    ),
  });
  const follow = () => followStore({ store, catalogue, onError, onShown, snapshots });
  const follower = opened.adopt(await withRetries(config, onError, follow), (it) => it.stop());
  boundResponses();
  await purging?.begin();
  sweeper?.schedule();
  const limiter = config.rateLimit === undefined ? undefined : new RateLimiter(config.rateLimit);
  let listener: HttpListener | undefined;
  const counting = createMetrics({
    counts: () => catalogue.counts(Date.now()),
    revision: follower.revision,
    lagSeconds: () => Math.max(follower.lagSeconds(Date.now()), source.lagSeconds(Date.now())),
    purges: () => purging?.counts() ?? [],
    listener: () => listener,
    subscribers: () => broadcaster.counts,
    pictures: () => renderer.counts(),
    spans: () => tracer?.counts(),
  });
  const eventLoop = watchEventLoop('worker');
  const tracer = opened.adopt(await openTracer(config, worker, log), (it) => it?.stop());
  const renderer = opened.adopt(createRenderer(memory, counting.countRender), (it) => it.stop());
  let stopping = false;
  const { corsOrigins, maxAgeSeconds, sharedCache, cdnMaxAgeSeconds } = config;
  const delivery = createDelivery({
    catalogue,
    media: createMediaServer({
      originals: originalsOf(
        config,
        logOccasionally(log, 'originals cannot be read from S3; readers get the cached ones'),
      ),
      files: { keyOf: (hash) => catalogue.files.keyOf(hash), refresh: () => lookAgain(config, follower) },
      caching: { maxAgeSeconds: config.mediaMaxAgeSeconds, cdnMaxAgeSeconds },
      renderer,
      cache: cachesOf(config)[0],
      memoryBytes: memory.pictureBytes,
      key: media.key,
      allowsUnsafe: config.mediaUnsafe,
      onLookup: counting.countPicture,
      onFault: logOccasionally(log, 'pictures cannot be cached on this disk; readers still get them'),
    }),
    settings: {
      publicUrl,
      mediaUrl: media.url,
      docsUrl: config.docsUrl,
      isDemo: config.isDemo,
      corsOrigins,
      maxAgeSeconds,
      sharedCache,
      cdnMaxAgeSeconds,
      purges: config.purgeUrls.length > 0,
      holds: holds && ((projectId, spaceId) => holds({ projectId, spaceId })),
    },
    now: Date.now,
    log,
    logsRequests: config.logLevel === 'info' || config.logLevel === 'debug',
    tracer,
    trustedProxies: config.trustedProxies,
    metrics: counting.deliveryMetrics,
    limiter,
    subscribe: (subscription) => broadcaster.subscribe(subscription),
    hasShown: (text) => awaitPosition({ catalogue, positions, now: Date.now, look: follower.look }, text),
    ready: () => !stopping,
    // A cache that is much larger than a small content would hold everything several times.
    responseBytes: () => responseBytes,
    compressingBytes: memory.compressingBytes,
  });
  const warnOfDisconnect = {
    buffer_limit: logOccasionally(
      log,
      `slow readers fill ${settings.bufferLimit.env}; the slowest are disconnected`,
    ),
    connection_limit: logOccasionally(log, 'all connections are in use; new ones are rejected'),
    slow_reader: () => {},
  };
  const onDisconnect = (reason: DisconnectReason) => {
    counting.countDisconnect(reason);
    warnOfDisconnect[reason](undefined);
  };
  const shelves: WorkerShelves = {
    ...shelvesOf(catalogue, follower.revision, Date.now, follower.hurry),
    events: (from, held) => findEvents({ catalogue, store, now: Date.now }, from, held),
  };
  await onLoaded(shelves);
  await catchUp(store, follower, shelves).catch(onError);
  const listening = listen(config, port, tls(), memory.bufferBytes, delivery, onDisconnect);
  listener = opened.adopt(listening, (it) => it.stop());
  // Everything is open until stopped, and is then closed in reverse order.
  const node = opened.move();
  return {
    metrics: () => [...counting.metrics(), eventLoop.metric()],
    limiter,
    shelves,
    drainUses: delivery.drainKeyUsage,
    setTls: listening.setTls,
    stop() {
      stopping = true;
      // Their responses would never end.
      broadcaster.stop();
      // Requests waiting for a picture are told to retry, so stopping does not wait for them.
      renderer.stop();
      return node.disposeAsync();
    },
  };
}

const leastResponseBytes = 4_000_000;

/** Loaded only if there is something to trace to. */
async function openTracer({ tracing }: Config, worker: number, log: Logger): Promise<Tracer | undefined> {
  if (tracing === undefined) return undefined;
  const { createTracer } = await import('../../tracing/createTracer.ts');
  const resource = { 'host.name': hostname(), 'process.pid': process.pid, 'newsstand.worker': worker };
  const onError = logOccasionally(log, 'traces cannot be exported for now, and are lost');
  return createTracer({ tracing, resource, version, onError });
}

function createRenderer(
  { renderers: processes, decoderBytes: memoryBytes, decodedBytes }: MemoryBudget,
  onRendered: (seconds: number, isMade: boolean) => void,
) {
  return openRenderer({ processes, memoryBytes, decodedBytes, onRendered });
}

const catchUpMilliseconds = 2000;

/**
 * Others keep writing while a worker loads: a change that a writer was told is live must also be served by a worker
 * that has just started.
 */
async function catchUp(store: Followed, follower: Follower, shelves: WorkerShelves): Promise<void> {
  for (const end = performance.now() + catchUpMilliseconds; performance.now() < end; ) {
    const { revision } = await store.bookmark();
    if (follower.revision() >= revision) return;
    await shelves.shown(revision);
  }
}

/** Notifications of writes to a remote database arrive a moment later. */
const notificationMilliseconds = 200;

async function lookAgain({ databaseUrl }: Config, follower: Follower): Promise<void> {
  if (isPostgres(databaseUrl)) await Bun.sleep(notificationMilliseconds);
  await follower.look();
}

function startSweeper(config: Config, catalogue: Catalogue, log: Logger): CacheSweeper {
  const isNamed = (hash: string) => catalogue.files.keyOf(hash) !== undefined;
  const onError = logOccasionally(
    log,
    'pictures generated from deleted files cannot be removed from this disk',
  );
  return startCacheSweeper(config, isNamed, onError);
}

const mostConnections = 10_000;

/** The resource limits of this process; empty if the system does not report them. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'latin1');
  } catch {
    return '';
  }
}

/** A connection may need a second file descriptor, for what it downloads; and a few more are needed. */
function connectionLimit(): number {
  const files = Number(/^Max open files +(\d+)/m.exec(readLimits())?.[1] ?? Infinity);
  return Math.max(16, Math.min(mostConnections, Math.floor((files - 200) / 2)));
}

function listen(
  config: Config,
  port: number,
  tls: TlsPair | undefined,
  bufferedBytes: number,
  delivery: Delivery,
  onDisconnect: (reason: DisconnectReason) => void,
) {
  const { host: hostname, workers } = config;
  const { urlBytes, headerBytes } = limits;
  try {
    return listenHttp({
      hostname,
      port,
      reusePort: workers > 1,
      tls,
      limits: { urlBytes, headerBytes, connections: connectionLimit(), bufferedBytes },
      ...delivery,
      onDisconnect,
    });
  } catch (error) {
    throw listenFailure(error, hostname, port, 'port');
  }
}

/** The key changes only if a whole store is copied into the database that this node follows. */
async function warnOfKey(config: Config, key: string, store: Followed, log: Logger): Promise<void> {
  if (config.mediaKey !== undefined || (await mediaKeyOf(config, store)) === key) return;
  log.error({}, 'the store now has a different key for picture URLs: restart this node to use it');
}

const mostAttempts = 10;
const pauseMilliseconds = 1000;

/** Retries: a remote database may be starting at the same time, or drop the connection while everything is read. */
async function withRetries<T>(
  { databaseUrl }: Config,
  onError: (error: unknown) => void,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let attempts = 1; isPostgres(databaseUrl) && attempts < mostAttempts; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      onError(error);
    }
    await Bun.sleep(pauseMilliseconds);
  }
  return await attempt();
}
