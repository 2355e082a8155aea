import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ShelfCount } from '../../catalogue/Catalogue.ts';
import type { DeliveryMetrics } from '../../delivery/createDelivery.ts';
import type { DisconnectReason } from '../../http/Connection.ts';

/** What is read when metrics are collected. */
type Watched = {
  readonly counts: () => readonly ShelfCount[];
  readonly revision: () => number;
  readonly lagSeconds: () => number;
  /** The public listener; undefined before it listens. */
  readonly listener: () => { readonly connections: number; readonly bufferedBytes: number } | undefined;
  /** The caches that are purged. */
  readonly purges: () => readonly {
    readonly target: string;
    readonly calls: number;
    readonly failures: number;
    readonly pending: number;
  }[];
};

/** The upper bounds of the histogram of request times, in seconds. */
const bounds = [
  0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1,
] as const;

/** The requests of one operation, by status and by time; `times` has one bucket more than there are bounds. */
type Tally = { readonly statuses: Float64Array; readonly times: Float64Array; seconds: number };

const mostStatus = 599;

type Tallies = ReadonlyMap<string, Tally>;
type Lookups = { readonly [Cache in Parameters<DeliveryMetrics['cache']>[0]]: { hit: number; miss: number } };

/** The metrics of one process, as plain data that can be sent to another. */
export type Metrics = readonly object[];

/**
 * Creates the metrics of this process.
 * Counting is plain addition, since every request does it; the rest happens when metrics are collected.
 */
export function createMetrics(watched: Watched): {
  deliveryMetrics: DeliveryMetrics;
  /** Counts a connection that was cut off. */
  countDisconnect: (reason: DisconnectReason) => void;
  metrics: () => Promise<Metrics>;
} {
  const tallies = new Map<string, Tally>();
  const lookups: Lookups = { view: { hit: 0, miss: 0 }, response: { hit: 0, miss: 0 } };
  const disconnects: Record<DisconnectReason, number> = {
    slow_reader: 0,
    buffer_limit: 0,
    connection_limit: 0,
  };
  const registry = new Registry();
  showRequests(registry, tallies);
  showRequestTimes(registry, tallies);
  showLookups(registry, lookups);
  showShelves(registry, watched);
  showPurges(registry, watched);
  showConnections(registry, watched, disconnects);
  showMemory(registry);
  const deliveryMetrics: DeliveryMetrics = {
    request: (operation, status, seconds) => count(tallies, operation, status, seconds),
    cache: (cache, hit) => void lookups[cache][hit ? 'hit' : 'miss']++,
  };
  return {
    deliveryMetrics,
    countDisconnect: (reason) => void disconnects[reason]++,
    metrics: () => registry.getMetricsAsJSON(),
  };
}

/** The same for the store, which one process watches for the whole node. */
export function createStoreMetrics(isReplaced: () => boolean): () => Promise<Metrics> {
  const registry = new Registry();
  const replaced = new Gauge({
    name: 'newsstand_store_replaced',
    help: '1 if the files of the store were replaced or removed while in use, so that nothing more is written.',
    registers: [registry],
    collect: () => {
      replaced.set(isReplaced() ? 1 : 0);
    },
  });
  return () => registry.getMetricsAsJSON();
}

/** Writes the metrics of one or more processes in the format of Prometheus. */
export function metricsText(processes: readonly Metrics[]): Promise<string> {
  return AggregatorRegistry.aggregate([...processes]).metrics();
}

function showMemory(registry: Registry): void {
  const resident = new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory size in bytes, of all processes together.',
    registers: [registry],
    collect: () => {
      resident.set(process.memoryUsage.rss());
    },
  });
}

function count(tallies: Map<string, Tally>, operation: string, status: number, seconds: number): void {
  let tally = tallies.get(operation);
  if (tally === undefined) {
    const statuses = new Float64Array(mostStatus + 1);
    tally = { statuses, times: new Float64Array(bounds.length + 1), seconds: 0 };
    tallies.set(operation, tally);
  }
  let place = 0;
  while (place < bounds.length && seconds > (bounds[place] ?? 0)) place++;
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
  tally.times[place] = (tally.times[place] ?? 0) + 1;
  tally.seconds += seconds;
}

function showRequests(registry: Registry, tallies: Tallies): void {
  const requests = new Counter({
    name: 'newsstand_requests_total',
    help: 'Requests handled, by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
    collect: () => {
      requests.reset();
      for (const [operation, { statuses }] of tallies) {
        for (const [status, total] of statuses.entries()) {
          if (total > 0) requests.inc({ operation, status }, total);
        }
      }
    },
  });
}

/** The library cannot set the counts of a histogram, so its output is built here. */
function showRequestTimes(registry: Registry, tallies: Tallies): void {
  const config = {
    name: 'newsstand_request_seconds',
    help: 'Time from request to response, in seconds.',
    labelNames: ['operation'],
    buckets: [...bounds],
  };
  const histogram = new Histogram({ ...config, registers: [registry] });
  const read = histogram.get.bind(histogram);
  histogram.get = async () => ({ ...(await read()), values: [...tallies].flatMap(histogramValues) });

  function histogramValues([operation, { times, seconds }]: [string, Tally]) {
    let total = 0;
    const buckets = Array.from(times, (number, index) => {
      total += number;
      const labels = { le: bounds[index] ?? '+Inf', operation };
      return { metricName: `${config.name}_bucket`, labels, value: total };
    });
    const labels = { operation };
    return [
      ...buckets,
      { metricName: `${config.name}_sum`, labels, value: seconds },
      { metricName: `${config.name}_count`, labels, value: total },
    ];
  }
}

function showLookups(registry: Registry, lookups: Lookups): void {
  const counter = new Counter({
    name: 'newsstand_cache_lookups_total',
    help: 'Lookups in the caches of this service, by result.',
    labelNames: ['cache', 'result'],
    registers: [registry],
    collect: () => {
      counter.reset();
      for (const [cache, { hit, miss }] of Object.entries(lookups)) {
        counter.inc({ cache, result: 'hit' }, hit);
        counter.inc({ cache, result: 'miss' }, miss);
      }
    },
  });
}

/** Every worker holds all shelves: one of them counts for all, and the lowest revision is reported. */
function showShelves(registry: Registry, watched: Watched): void {
  const registers = [registry];
  const items = new Gauge({
    name: 'newsstand_shelf_items',
    help: 'Items on a shelf, by state.',
    labelNames: ['project', 'space', 'instance', 'kind', 'state'],
    registers,
    aggregator: 'first',
    collect: () => {
      items.reset();
      for (const shelf of watched.counts()) setShelf(items, shelf);
    },
  });
  const revision = new Gauge({
    name: 'newsstand_revision',
    help: 'The revision of the store that is served.',
    registers,
    aggregator: 'min',
    collect: () => {
      revision.set(watched.revision());
    },
  });
  const lag = new Gauge({
    name: 'newsstand_lag_seconds',
    help: 'How far the served content may be behind the store, in seconds.',
    registers,
    aggregator: 'max',
    collect: () => {
      lag.set(watched.lagSeconds());
    },
  });
}

function showPurges(registry: Registry, watched: Watched): void {
  const registers = [registry];
  const labelNames = ['target'];
  const calls = new Counter({
    name: 'newsstand_purge_calls_total',
    help: 'Purge calls to the caches in front, by result.',
    labelNames: [...labelNames, 'result'],
    registers,
    collect: () => {
      calls.reset();
      for (const { target, calls: done, failures } of watched.purges()) {
        calls.inc({ target, result: 'done' }, done);
        calls.inc({ target, result: 'failed' }, failures);
      }
    },
  });
  const pending = new Gauge({
    name: 'newsstand_purge_pending_keys',
    help: 'Surrogate keys that are still to be purged from a cache in front.',
    labelNames,
    registers,
    collect: () => {
      pending.reset();
      for (const { target, pending: keys } of watched.purges()) pending.set({ target }, keys);
    },
  });
}

function showConnections(
  registry: Registry,
  watched: Watched,
  disconnects: Readonly<Record<DisconnectReason, number>>,
): void {
  const registers = [registry];
  const open = new Gauge({
    name: 'newsstand_connections',
    help: 'Open connections of the public listener.',
    registers,
    collect: () => {
      open.set(watched.listener()?.connections ?? 0);
    },
  });
  const buffered = new Gauge({
    name: 'newsstand_buffered_bytes',
    help: 'Memory used to buffer responses for slow readers, in bytes.',
    registers,
    collect: () => {
      buffered.set(watched.listener()?.bufferedBytes ?? 0);
    },
  });
  const cut = new Counter({
    name: 'newsstand_connections_cut_total',
    help: 'Connections closed by the service, by reason.',
    labelNames: ['reason'],
    registers,
    collect: () => {
      cut.reset();
      for (const [reason, count] of Object.entries(disconnects)) cut.inc({ reason }, count);
    },
  });
}

function setShelf(items: Gauge, shelf: ShelfCount): void {
  const { projectId: project, spaceId: space, instanceId: instance = '', kind } = shelf;
  for (const state of ['live', 'scheduled', 'closed', 'draft'] as const) {
    // Media, categories and tags have no states.
    if (state !== 'live' && instance === '') continue;
    items.set({ project, space, instance, kind, state }, shelf[state]);
  }
}
