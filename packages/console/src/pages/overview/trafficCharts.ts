import type { Traffic } from '@newsstand/contract/manage';
import type { Language } from '../../words/languages.ts';

type Sample = Traffic['nodes'][number]['samples'][number];
type Value = number | null;

/** Line colours by their names in the theme. */
export type Hue = 'blue' | 'orange' | 'green' | 'violet' | 'pink' | 'teal' | 'red';

/** A line of a chart, and its newest value. */
export type TrafficLine = {
  readonly label: string;
  readonly hue: Hue;
  readonly isDashed?: boolean;
  readonly values: readonly Value[];
  readonly newest: Value;
};

/** The names of the charts. */
export const chartNames = ['requests', 'statuses', 'latency', 'cache', 'lag'] as const;
/** The name of a chart. */
export type ChartName = (typeof chartNames)[number];

/** The charts, with shared times in seconds since 1970. */
type TrafficCharts = {
  readonly times: readonly number[];
  readonly charts: Readonly<Record<ChartName, readonly TrafficLine[]>>;
  /** How many nodes have no line. */
  readonly furtherNodes: number;
};

type Column = { readonly node: string; readonly hue: Hue; readonly samples: readonly (Sample | undefined)[] };

const stepSeconds = 2;
const nodeHues = ['blue', 'orange', 'green', 'violet', 'pink', 'teal'] as const;
const statusHues = { '2xx': 'green', '3xx': 'blue', '4xx': 'orange', '5xx': 'red' } as const;
const statusNames = ['2xx', '3xx', '4xx', '5xx'] as const;
/** More lines than these cannot be told apart. */
const maxNodes = 12;

/** The samples of all nodes, as lines over shared times. */
export function trafficCharts({ nodes }: Traffic): TrafficCharts {
  const shown = nodes.slice(0, maxNodes);
  const known = [...new Set(shown.flatMap(({ samples }) => samples.map(stepOf)))].sort((a, b) => a - b);
  const times = known.flatMap((time, at) =>
    hasGap(time, known[at + 1]) ? [time, time + 2 * stepSeconds] : [time],
  );
  const columns = shown.map(({ node, samples }, at) => ({
    ...{ node, hue: nodeHues[at % nodeHues.length] ?? 'blue', samples: sampled(samples, times) },
  }));
  const perNode = (value: (sample: Sample) => Value) =>
    columns.map((column) => lineOf(column, column.node, value));
  return {
    times,
    furtherNodes: nodes.length - shown.length,
    charts: {
      requests: perNode(({ requests, seconds }) => requests / seconds),
      statuses: statusNames.map((name) => statusLine(columns, times, name)),
      latency: columns.flatMap((column) => [
        lineOf(column, `p99 ${column.node}`, ({ p99Milliseconds }) => p99Milliseconds ?? null),
        {
          ...lineOf(column, `p50 ${column.node}`, ({ p50Milliseconds }) => p50Milliseconds ?? null),
          isDashed: true,
        },
      ]),
      cache: perNode(({ cacheHits, cacheMisses }) =>
        cacheHits + cacheMisses === 0 ? null : (100 * cacheHits) / (cacheHits + cacheMisses),
      ),
      lag: perNode(({ lagSeconds }) => lagSeconds),
    },
  };
}

/** Nothing is measured while nobody looks: a time without values interrupts the lines. */
function hasGap(time: number, next = time): boolean {
  return next - time > 3 * stepSeconds;
}

function stepOf({ at }: Sample): number {
  return Math.round(at / 1000 / stepSeconds) * stepSeconds;
}

/** A node's samples at these times. Clocks are not in step: a missing sample is replaced by the one just before. */
function sampled(samples: readonly Sample[], times: readonly number[]): Column['samples'] {
  const known = new Map(samples.map((sample) => [stepOf(sample), sample]));
  return times.map((time) => known.get(time) ?? known.get(time - stepSeconds));
}

function lineOf({ hue, samples }: Column, label: string, value: (sample: Sample) => Value): TrafficLine {
  const values = samples.map((sample) => (sample === undefined ? null : value(sample)));
  return { label, hue, values, newest: values.at(-1) ?? null };
}

/** Responses with one class of status, summed over all nodes. */
function statusLine(
  columns: readonly Column[],
  times: readonly number[],
  name: (typeof statusNames)[number],
): TrafficLine {
  const values = times.map((_, at) => {
    const rates = columns.flatMap(({ samples }) => rateOf(samples[at], name) ?? []);
    return rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0);
  });
  return { label: name, hue: statusHues[name], values, newest: values.at(-1) ?? null };
}

function rateOf(sample: Sample | undefined, name: (typeof statusNames)[number]): number | undefined {
  return sample && sample.statuses[name] / sample.seconds;
}

/** A figure with its unit: `12.5 /s`, `0.8 ms`, `97 %`, `40 ms`, `1.2 s`. */
export function formatFigure(name: ChartName, value: number, language: Language): string {
  const write = (number: number) =>
    number.toLocaleString(language, { maximumFractionDigits: number < 10 ? 2 : number < 100 ? 1 : 0 });
  if (name === 'latency') return duration(value);
  if (name === 'lag') return duration(value * 1000);
  return name === 'cache' ? `${write(value)} %` : `${write(value)} /s`;

  function duration(milliseconds: number): string {
    return milliseconds < 1000 ? `${write(milliseconds)} ms` : `${write(milliseconds / 1000)} s`;
  }
}
