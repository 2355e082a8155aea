import { AggregatorRegistry } from 'prom-client';
import type { Metrics } from './createMetrics.ts';

/** The metrics of several processes, each of which may be silent for a while, end, and be followed by another. */
type MetricsSum = {
  /** Takes down what a process says now. */
  update(process: number, metrics: Metrics): void;
  /** What a process has counted stays in the sum when it has ended. */
  close(process: number): void;
  /** All of it. */
  metrics(): Promise<readonly Metrics[]>;
};

/** Sums the metrics of processes. Sums never go down, which would look like a restart. */
export function sumMetrics(): MetricsSum {
  const latest = new Map<number, Metrics>();
  let ended: Promise<Metrics> = Promise.resolve([]);
  return {
    update: (process, metrics) => void latest.set(process, metrics),
    close(process) {
      const counted = latest.get(process)?.filter(isCounted) ?? [];
      latest.delete(process);
      ended = ended.then((earlier) => added(earlier, counted));
    },
    metrics: async () => [...latest.values(), await ended],
  };
}

/** A gauge is a current value, and a process that has ended has none. */
function isCounted(metric: object): boolean {
  return !('type' in metric) || metric.type !== 'gauge';
}

/** Kept as one, however many have ended. */
function added(...metrics: Metrics[]): Promise<Metrics> {
  return AggregatorRegistry.aggregate(metrics).getMetricsAsJSON();
}
