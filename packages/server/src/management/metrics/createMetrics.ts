import type { ShelfCount } from '../../catalogue/Catalogue.ts';
import type { DeliveryMetrics } from '../../delivery/createDelivery.ts';
import type { DisconnectReason } from '../../http/ListenerContext.ts';
import type { HttpListener } from '../../http/listenHttp.ts';
import type { PictureCache } from '../../media/serve/createPictureServer.ts';
import type { SpanCounts } from '../../tracing/createTracer.ts';
import { counter, gauge, Histogram, histogram, type Metric, type Metrics, type Value } from './Metric.ts';

/** What is read when metrics are collected. */
type Watched = {
  readonly counts: () => readonly ShelfCount[];
  readonly revision: () => number;
  readonly lagSeconds: () => number;
  /** The public listener; undefined before it listens. */
  readonly listener: () => Pick<HttpListener, 'connections' | 'bufferedBytes' | 'sentBytes'> | undefined;
  /** Those who listen for events. */
  readonly subscribers: () => Listening;
  /** Pictures that wait to be rendered, and those that are. */
  /** What became of spans; undefined if nothing is traced. */
  readonly spans?: () => SpanCounts | undefined;
  readonly pictures: () => { readonly queued: number; readonly rendering: number };
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

/** The same of rendering pictures. */
const renderBounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;

/** The requests of one operation, by status and by time. */
type Tally = { readonly statuses: Float64Array; readonly times: Histogram };

const mostStatus = 599;

type Tallies = ReadonlyMap<string, Tally>;
type CacheName = Parameters<DeliveryMetrics['cache']>[0] | PictureCache;
type Lookups = { readonly [Cache in CacheName]: { hit: number; miss: number } };

/**
 * Creates the metrics of this process.
 * Counting is plain addition, since every request does it; the rest happens when metrics are collected. The library that
 * combines and formats them is loaded only in the process that is asked for them, where no reader waits for it.
 */
export function createMetrics(watched: Watched): {
  deliveryMetrics: DeliveryMetrics;
  /** Counts a connection that was cut off. */
  countDisconnect: (reason: DisconnectReason) => void;
  /** Counts a lookup in a cache of pictures. */
  countPicture: (cache: PictureCache, hit: boolean) => void;
  /** Counts a picture that was rendered, or could not be. */
  countRender: (seconds: number, isMade: boolean) => void;
  metrics: () => Metrics;
} {
  const tallies = new Map<string, Tally>();
  const lookups: Lookups = {
    view: { hit: 0, miss: 0 },
    response: { hit: 0, miss: 0 },
    picture_memory: { hit: 0, miss: 0 },
    picture_disk: { hit: 0, miss: 0 },
  };
  const renders = { made: new Histogram(renderBounds), failed: new Histogram(renderBounds) };
  const disconnects: Record<DisconnectReason, number> = {
    slow_reader: 0,
    buffer_limit: 0,
    connection_limit: 0,
  };
  const countLookup = (cache: CacheName, hit: boolean) => void lookups[cache][hit ? 'hit' : 'miss']++;
  return {
    deliveryMetrics: {
      request: (operation, status, seconds) => count(tallies, operation, status, seconds),
      cache: countLookup,
    },
    countDisconnect: (reason) => void disconnects[reason]++,
    countPicture: countLookup,
    countRender: (seconds, isMade) => renders[isMade ? 'made' : 'failed'].observe(seconds),
    metrics: () => [
      requests(tallies),
      histogram(
        'newsstand_request_seconds',
        'Time from request to response, in seconds.',
        Array.from(tallies, ([operation, { times }]) => [{ operation }, times]),
      ),
      cacheLookups(lookups),
      ...shelfMetrics(watched),
      ...purgeMetrics(watched),
      ...connectionMetrics(watched, disconnects),
      ...eventMetrics(watched.subscribers()),
      ...pictureMetrics(watched.pictures(), renders),
      ...spanMetrics(watched.spans?.()),
    ],
  };
}

function count(tallies: Map<string, Tally>, operation: string, status: number, seconds: number): void {
  let tally = tallies.get(operation);
  if (tally === undefined) {
    tally = { statuses: new Float64Array(mostStatus + 1), times: new Histogram(bounds) };
    tallies.set(operation, tally);
  }
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
  tally.times.observe(seconds);
}

function requests(tallies: Tallies): Metric {
  const values = [...tallies].flatMap(([operation, { statuses }]) =>
    Array.from(statuses, (value, status) => ({ value, labels: { operation, status } })).filter(
      ({ value }) => value > 0,
    ),
  );
  return counter('newsstand_requests_total', 'Requests handled, by operation and status.', values);
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
    gauge(
      'newsstand_shelf_items',
      'Items on a shelf, by state.',
      watched.counts().flatMap(shelfValues),
      'first',
    ),
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
    gauge(
      'newsstand_purge_pending_keys',
      'Surrogate keys that are still to be purged from a cache in front.',
      purges.map(({ target, pending }) => ({ value: pending, labels: { target } })),
    ),
  ];
}

function connectionMetrics(
  watched: Watched,
  disconnects: Readonly<Record<DisconnectReason, number>>,
): readonly Metric[] {
  const { connections = 0, bufferedBytes = 0, sentBytes = 0 } = watched.listener() ?? {};
  const cut = Object.entries(disconnects).map(([reason, value]) => ({ value, labels: { reason } }));
  const bufferedHelp = 'Memory used to buffer responses for slow readers, in bytes.';
  return [
    gauge('newsstand_connections', 'Open connections of the public listener.', connections),
    gauge('newsstand_buffered_bytes', bufferedHelp, bufferedBytes),
    counter('newsstand_sent_bytes_total', 'Bytes sent by the public listener, heads included.', sentBytes),
    counter('newsstand_connections_cut_total', 'Connections closed by the service, by reason.', cut),
  ];
}

function eventMetrics({ subscribers, events, resets }: Listening): readonly Metric[] {
  const resetsHelp = 'Resets sent: how often a subscriber was told to read everything anew.';
  return [
    gauge('newsstand_subscribers', 'Clients that listen for events.', subscribers),
    counter('newsstand_events_sent_total', 'Events sent, counted for each subscriber.', events),
    counter('newsstand_event_resets_total', resetsHelp, resets),
  ];
}

function pictureMetrics(
  { queued, rendering }: ReturnType<Watched['pictures']>,
  renders: Readonly<Record<'made' | 'failed', Histogram>>,
): readonly Metric[] {
  const times = Object.entries(renders).map(([result, each]) => [{ result }, each] as const);
  const timesHelp = 'Time to render a picture, without the time in the queue, in seconds, by result.';
  return [
    gauge('newsstand_pictures_queued', 'Pictures that wait to be rendered.', queued),
    gauge('newsstand_pictures_rendering', 'Pictures that are being rendered.', rendering),
    histogram('newsstand_picture_render_seconds', timesHelp, times),
  ];
}

function spanMetrics(counts: SpanCounts | undefined): readonly Metric[] {
  if (counts === undefined) return [];
  const values = Object.entries(counts).map(([result, value]) => ({ value, labels: { result } }));
  return [counter('newsstand_spans_total', 'Spans of traced requests, by what became of them.', values)];
}
