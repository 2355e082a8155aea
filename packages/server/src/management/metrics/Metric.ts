/** The metrics of one process, as plain data that can be sent to another, in prom-client's JSON format. */
export type Metrics = readonly object[];

/** How the values of several processes are combined. */
type Aggregator = 'sum' | 'first' | 'min' | 'max';

/** One metric of a process. */
export type Metric = {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly aggregator: Aggregator;
  readonly values: readonly Value[];
};

/** The labels of a value. They never come from a client, so there are few. */
export type Labels = Readonly<Record<string, string | number>>;

/** A value of a metric. */
export type Value = {
  readonly value: number;
  readonly labels: Labels;
  /** If it differs from the name of the metric. */
  readonly metricName?: string;
};

/** A current value, or several with labels. */
export function gauge(
  name: string,
  help: string,
  value: number | readonly Value[],
  aggregator: Aggregator = 'sum',
): Metric {
  return { name, help, type: 'gauge', aggregator, values: valuesOf(value) };
}

/** What has been counted since the start. */
export function counter(name: string, help: string, value: number | readonly Value[]): Metric {
  return { name, help, type: 'counter', aggregator: 'sum', values: valuesOf(value) };
}

function valuesOf(value: number | readonly Value[]): readonly Value[] {
  return typeof value === 'number' ? [{ value, labels: {} }] : value;
}

/** Counts durations in seconds by upper bounds. */
export class Histogram {
  readonly #bounds: readonly number[];
  /** One more than there are bounds. */
  readonly #counts: Float64Array;
  #seconds = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  observe(seconds: number): void {
    let place = 0;
    while (place < this.#bounds.length && seconds > (this.#bounds[place] ?? 0)) place++;
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
    this.#seconds += seconds;
  }

  /** Its values, as those of a metric with these labels. */
  values(name: string, labels: Labels): readonly Value[] {
    let total = 0;
    const buckets = Array.from(this.#counts, (count, index) => {
      total += count;
      const le = this.#bounds[index] ?? '+Inf';
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: total };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#seconds },
      { metricName: `${name}_count`, labels, value: total },
    ];
  }
}

/** Histograms of one metric, by their labels. */
export function histogram(
  name: string,
  help: string,
  histograms: readonly (readonly [Labels, Histogram])[],
): Metric {
  const values = histograms.flatMap(([labels, one]) => one.values(name, labels));
  return { name, help, type: 'histogram', aggregator: 'sum', values };
}

/** Writes the metrics of one or more processes in the format of Prometheus. */
export async function metricsText(processes: readonly Metrics[]): Promise<string> {
  const { AggregatorRegistry } = await import('prom-client');
  return await AggregatorRegistry.aggregate([...processes]).metrics();
}
