import type { ShelfCount } from '../../catalogue/Catalogue.ts';
import type { DeliveryMetrics } from '../../delivery/createDelivery.ts';
import type { DisconnectReason } from '../../http/Connection.ts';
import type { SenderCounts } from '../../webhooks/startSender.ts';

/** What is read when metrics are collected. */
type Watched = {
  readonly counts: () => readonly ShelfCount[];
  readonly revision: () => number;
  readonly lagSeconds: () => number;
  /** The public listener; undefined before it listens. */
  readonly listener: () => { readonly connections: number; readonly bufferedBytes: number } | undefined;
  /** Those who listen for events. */
  readonly subscribers: () => Listening;
  /** The caches that are purged. */
  readonly purges: () => readonly {
    readonly target: string;
    readonly calls: number;
    readonly failures: number;
    readonly pending: number;
  }[];
};

/** How many listen for events, and what they were sent since the start. */
type Listening = { readonly subscribers: number; readonly events: number; readonly resets: number };

/** The upper bounds of the histogram of request times, in seconds. */
const bounds = [
  0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1,
] as const;

/** The requests of one operation, by status and by time; `times` has one bucket more than there are bounds. */
type Tally = { readonly statuses: Float64Array; readonly times: Float64Array; seconds: number };

const mostStatus = 599;

type Tallies = ReadonlyMap<string, Tally>;
type Lookups = { readonly [Cache in Parameters<DeliveryMetrics['cache']>[0]]: { hit: number; miss: number } };

/** The metrics of one process, as plain data that can be sent to another, in prom-client's JSON format. */
export type Metrics = readonly object[];

/** How the values of several processes are combined. */
type Aggregator = 'sum' | 'first' | 'min' | 'max';

type Metric = {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly aggregator: Aggregator;
  readonly values: readonly Value[];
};

type Value = {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number>>;
  /** If it differs from the name of the metric. */
  readonly metricName?: string;
};

/**
 * Creates the metrics of this process.
 * Counting is plain addition, since every request does it; the rest happens when metrics are collected. The library that
 * combines and formats them is loaded only in the process that is asked for them, where no reader waits for it.
 */
export function createMetrics(watched: Watched): {
  deliveryMetrics: DeliveryMetrics;
  /** Counts a connection that was cut off. */
  countDisconnect: (reason: DisconnectReason) => void;
  metrics: () => Metrics;
} {
  const tallies = new Map<string, Tally>();
  const lookups: Lookups = { view: { hit: 0, miss: 0 }, response: { hit: 0, miss: 0 } };
  const disconnects: Record<DisconnectReason, number> = {
    slow_reader: 0,
    buffer_limit: 0,
    connection_limit: 0,
  };
  const deliveryMetrics: DeliveryMetrics = {
    request: (operation, status, seconds) => count(tallies, operation, status, seconds),
    cache: (cache, hit) => void lookups[cache][hit ? 'hit' : 'miss']++,
  };
  return {
    deliveryMetrics,
    countDisconnect: (reason) => void disconnects[reason]++,
    metrics: () => [
      requests(tallies),
      requestTimes(tallies),
      cacheLookups(lookups),
      ...shelfMetrics(watched),
      ...purgeMetrics(watched),
      ...connectionMetrics(watched, disconnects),
      ...eventMetrics(watched.subscribers()),
      memory(),
    ],
  };
}

/** The metrics of the parent process, which watches the store for the whole node. */
export function parentMetrics(
  version: string,
  isReplaced: boolean,
  webhooks: SenderCounts | undefined,
): Metrics {
  const help =
    '1 if the files of the store were replaced or removed while in use, so that nothing more is written.';
  const own = [gauge('newsstand_store_replaced', help, isReplaced ? 1 : 0), buildInfo(version), memory()];
  return webhooks === undefined ? own : [...own, ...webhookMetrics(webhooks)];
}

/** The version as a label, so that it can be joined with other metrics. */
function buildInfo(version: string): Metric {
  const labels = { version, bun: Bun.version };
  const help = 'Always 1; the versions of this program and of its runtime are in the labels.';
  return { ...gauge('newsstand_build_info', help, 1), values: [{ value: 1, labels }] };
}

/** Only the node that calls webhooks reports what is pending. */
function webhookMetrics({
  delivered,
  failed,
  pending,
  oldestPendingSeconds,
}: SenderCounts): readonly Metric[] {
  const calls = [
    { value: delivered, labels: { result: 'delivered' } },
    { value: failed, labels: { result: 'failed' } },
  ];
  const oldestHelp = 'How long the oldest pending call of a webhook has been waiting, in seconds.';
  return [
    counter('newsstand_webhook_calls_total', 'Calls of webhooks by this node, by result.', calls),
    gauge('newsstand_webhook_pending', 'Calls of webhooks that are still to be made.', pending),
    gauge('newsstand_webhook_oldest_pending_seconds', oldestHelp, oldestPendingSeconds, 'max'),
  ];
}

/** Writes the metrics of one or more processes in the format of Prometheus. */
export async function metricsText(processes: readonly Metrics[]): Promise<string> {
  const { AggregatorRegistry } = await import('prom-client');
  return await AggregatorRegistry.aggregate([...processes]).metrics();
}

function gauge(name: string, help: string, value: number, aggregator: Aggregator = 'sum'): Metric {
  return { name, help, type: 'gauge', aggregator, values: [{ value, labels: {} }] };
}

function counter(name: string, help: string, values: readonly Value[]): Metric {
  return { name, help, type: 'counter', aggregator: 'sum', values };
}

function memory(): Metric {
  const help = 'Resident memory size in bytes, of all processes together.';
  return gauge('process_resident_memory_bytes', help, process.memoryUsage.rss());
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

function requests(tallies: Tallies): Metric {
  const values = [...tallies].flatMap(([operation, { statuses }]) =>
    Array.from(statuses, (value, status) => ({ value, labels: { operation, status } })).filter(
      ({ value }) => value > 0,
    ),
  );
  return counter('newsstand_requests_total', 'Requests handled, by operation and status.', values);
}

function requestTimes(tallies: Tallies): Metric {
  const name = 'newsstand_request_seconds';
  const help = 'Time from request to response, in seconds.';
  return { name, help, type: 'histogram', aggregator: 'sum', values: [...tallies].flatMap(valuesOf) };

  function valuesOf([operation, { times, seconds }]: [string, Tally]): Value[] {
    let total = 0;
    const buckets = Array.from(times, (number, index) => {
      total += number;
      const labels = { le: bounds[index] ?? '+Inf', operation };
      return { metricName: `${name}_bucket`, labels, value: total };
    });
    const labels = { operation };
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: seconds },
      { metricName: `${name}_count`, labels, value: total },
    ];
  }
}

function cacheLookups(lookups: Lookups): Metric {
  const values = Object.entries(lookups).flatMap(([cache, { hit, miss }]) => [
    { value: hit, labels: { cache, result: 'hit' } },
    { value: miss, labels: { cache, result: 'miss' } },
  ]);
  const help = 'Lookups in the caches of this service, by result.';
  return counter('newsstand_cache_lookups_total', help, values);
}

/** Every worker holds all shelves: one of them counts for all, and the lowest revision is reported. */
function shelfMetrics(watched: Watched): readonly Metric[] {
  const lagHelp = 'How far the served content may be behind the store, in seconds.';
  return [
    {
      name: 'newsstand_shelf_items',
      help: 'Items on a shelf, by state.',
      type: 'gauge',
      aggregator: 'first',
      values: watched.counts().flatMap(shelfValues),
    },
    gauge('newsstand_revision', 'The revision of the store that is served.', watched.revision(), 'min'),
    gauge('newsstand_lag_seconds', lagHelp, watched.lagSeconds(), 'max'),
  ];
}

function shelfValues(shelf: ShelfCount): readonly Value[] {
  const { projectId: project, spaceId: space, instanceId: instance = '', kind } = shelf;
  // Media, categories and tags have no states.
  const states = instance === '' ? (['live'] as const) : (['live', 'scheduled', 'closed', 'draft'] as const);
  return states.map((state) => ({ value: shelf[state], labels: { project, space, instance, kind, state } }));
}

function purgeMetrics(watched: Watched): readonly Metric[] {
  const purges = watched.purges();
  const calls = purges.flatMap(({ target, calls: done, failures }) => [
    { value: done, labels: { target, result: 'done' } },
    { value: failures, labels: { target, result: 'failed' } },
  ]);
  return [
    counter('newsstand_purge_calls_total', 'Purge calls to the caches in front, by result.', calls),
    {
      name: 'newsstand_purge_pending_keys',
      help: 'Surrogate keys that are still to be purged from a cache in front.',
      type: 'gauge',
      aggregator: 'sum',
      values: purges.map(({ target, pending }) => ({ value: pending, labels: { target } })),
    },
  ];
}

function connectionMetrics(
  watched: Watched,
  disconnects: Readonly<Record<DisconnectReason, number>>,
): readonly Metric[] {
  const { connections = 0, bufferedBytes = 0 } = watched.listener() ?? {};
  const cut = Object.entries(disconnects).map(([reason, value]) => ({ value, labels: { reason } }));
  const bufferedHelp = 'Memory used to buffer responses for slow readers, in bytes.';
  return [
    gauge('newsstand_connections', 'Open connections of the public listener.', connections),
    gauge('newsstand_buffered_bytes', bufferedHelp, bufferedBytes),
    counter('newsstand_connections_cut_total', 'Connections closed by the service, by reason.', cut),
  ];
}

function eventMetrics({ subscribers, events, resets }: Listening): readonly Metric[] {
  const total = (value: number) => [{ value, labels: {} }];
  const resetsHelp = 'Resets sent: how often a subscriber was told to read everything anew.';
  return [
    gauge('newsstand_subscribers', 'Clients that listen for events.', subscribers),
    counter('newsstand_events_sent_total', 'Events sent, counted for each subscriber.', total(events)),
    counter('newsstand_event_resets_total', resetsHelp, total(resets)),
  ];
}
