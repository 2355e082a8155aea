import type { Traffic } from '@newsstand/contract/manage';
import { z } from 'zod';
import type { Metrics } from './Metric.ts';

/** The traffic of one node during an interval. */
export type Sample = Traffic['nodes'][number]['samples'][number];

/** The counts of a node's processes since they started. */
export type Counters = {
  readonly statuses: Readonly<Record<keyof Sample['statuses'], number>>;
  /** The number of requests by upper bound of their time in seconds; ascending, the last is infinity. */
  readonly times: ReadonlyMap<number, number>;
  readonly cacheHits: number;
  readonly cacheMisses: number;
  readonly lagSeconds: number;
};

const metric = z.object({
  name: z.string(),
  values: z.array(
    z.object({
      labels: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
      value: z.number(),
      metricName: z.string().optional(),
    }),
  ),
});
type Value = z.infer<typeof metric>['values'][number];

/** Reads the counts of a node's processes from their metrics. */
export function countersOf(processes: readonly Metrics[]): Counters {
  const values = new Map<string, Value[]>();
  for (const one of processes.flat()) {
    const { name, values: more } = metric.safeParse(one).data ?? { name: '', values: [] };
    if (watched.has(name)) values.set(name, [...(values.get(name) ?? []), ...more]);
  }
  const responses = of('newsstand_cache_lookups_total').filter(
    ({ labels }) => labels['cache'] === 'response',
  );
  return {
    statuses: statusesOf(of('newsstand_requests_total')),
    times: timesOf(of('newsstand_request_seconds')),
    cacheHits: sum(responses.filter(({ labels }) => labels['result'] === 'hit')),
    cacheMisses: sum(responses.filter(({ labels }) => labels['result'] === 'miss')),
    lagSeconds: Math.max(0, ...of('newsstand_lag_seconds').map(({ value }) => value)),
  };

  function of(name: string): readonly Value[] {
    return values.get(name) ?? [];
  }
}

const watched: ReadonlySet<string> = new Set([
  'newsstand_requests_total',
  'newsstand_request_seconds',
  'newsstand_cache_lookups_total',
  'newsstand_lag_seconds',
]);

function statusesOf(values: readonly Value[]): Counters['statuses'] {
  const beginningWith = (digit: string) =>
    sum(values.filter(({ labels }) => String(labels['status']).startsWith(digit)));
  return {
    '2xx': beginningWith('2'),
    '3xx': beginningWith('3'),
    '4xx': beginningWith('4'),
    '5xx': beginningWith('5'),
  };
}

/** Of all operations together. */
function timesOf(values: readonly Value[]): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  for (const { labels, value, metricName } of values) {
    if (metricName?.endsWith('_bucket') !== true) continue;
    const bound = labels['le'] === '+Inf' ? Infinity : Number(labels['le']);
    times.set(bound, (times.get(bound) ?? 0) + value);
  }
  return new Map([...times].sort(([one], [other]) => one - other));
}

function sum(values: readonly Value[]): number {
  return values.reduce((total, { value }) => total + value, 0);
}

/** The difference of two readings of the counters. */
export function sampleOf(before: Counters, after: Counters, at: number, seconds: number): Sample {
  const more = (one: number, other: number) => Math.max(0, other - one);
  const statuses = {
    '2xx': more(before.statuses['2xx'], after.statuses['2xx']),
    '3xx': more(before.statuses['3xx'], after.statuses['3xx']),
    '4xx': more(before.statuses['4xx'], after.statuses['4xx']),
    '5xx': more(before.statuses['5xx'], after.statuses['5xx']),
  };
  const times = new Map(
    Array.from(after.times, ([bound, count]) => [bound, more(before.times.get(bound) ?? 0, count)]),
  );
  const [p50, p99] = [timeAt(times, 0.5), timeAt(times, 0.99)];
  return {
    ...{ at, seconds, statuses },
    requests: Object.values(statuses).reduce((total, count) => total + count, 0),
    ...(p50 !== undefined && { p50Milliseconds: p50 * 1000 }),
    ...(p99 !== undefined && { p99Milliseconds: p99 * 1000 }),
    cacheHits: more(before.cacheHits, after.cacheHits),
    cacheMisses: more(before.cacheMisses, after.cacheMisses),
    lagSeconds: after.lagSeconds,
  };
}

/** A quantile of the request times, in seconds; interpolated linearly between two bounds. */
function timeAt(times: ReadonlyMap<number, number>, share: number): number | undefined {
  const wanted = share * Math.max(0, ...times.values());
  if (wanted === 0) return undefined;
  let [low, below] = [0, 0];
  for (const [bound, count] of times) {
    if (count >= wanted) {
      return bound === Infinity ? low : low + ((bound - low) * (wanted - below)) / (count - below);
    }
    [low, below] = [bound, count];
  }
  return low;
}
