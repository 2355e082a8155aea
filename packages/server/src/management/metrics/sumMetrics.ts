import type { Metrics } from './Metric.ts';

/** The metrics of several processes, which may be silent for a while, end, and be replaced by others. */
type MetricsSum = {
  /** Records the current metrics of a process. */
  update(process: number, metrics: Metrics): void;
  /** The counts of a process stay in the sum after it has ended. */
  close(process: number): void;
  /** The metrics of all processes. */
  metrics(): Promise<readonly Metrics[]>;
};

/** Sums the metrics of processes. Sums never decrease, which would look like a restart. */
export function sumMetrics(): MetricsSum {
  const latest = new Map<number, Metrics>();
  let ended: Promise<Metrics> = Promise.resolve([]);
  return {
    update: (process, metrics) => void latest.set(process, metrics),
    close(process) {
      const counted = latest.get(process)?.filter(isCounted) ?? [];
      latest.delete(process);
      if (counted.length > 0) ended = ended.then((earlier) => added(earlier, counted));
    },
    metrics: async () => [...latest.values(), await ended],
  };
}

/** A gauge is a current value, and a process that has ended has none. */
function isCounted(metric: object): boolean {
  return !('type' in metric) || metric.type !== 'gauge';
}

/** Merges the counts of ended processes into one. */
async function added(...metrics: Metrics[]): Promise<Metrics> {
  const { AggregatorRegistry } = await import('prom-client');
  return await AggregatorRegistry.aggregate(metrics).getMetricsAsJSON();
}
