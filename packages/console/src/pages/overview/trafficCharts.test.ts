import { expect, test } from 'bun:test';
import type { Traffic } from '@newsstand/contract/manage';
import { formatFigure, trafficCharts } from './trafficCharts.ts';

type Sample = Traffic['nodes'][number]['samples'][number];

function sample(at: number, more: Partial<Sample> = {}): Sample {
  return {
    ...{ at, seconds: 2, requests: 0, cacheHits: 0, cacheMisses: 0, lagSeconds: 0 },
    statuses: { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 },
    ...more,
  };
}

const statuses = { '2xx': 8, '3xx': 2, '4xx': 0, '5xx': 0 };

test('each node has a line, over shared times', () => {
  const { times, charts } = trafficCharts({
    nodes: [
      { node: 'a', isThis: true, samples: [sample(10_000, { requests: 10, statuses }), sample(12_000)] },
      { node: 'b', isThis: false, samples: [sample(12_100, { requests: 4, lagSeconds: 0.5, statuses })] },
    ],
  });
  expect(times).toEqual([10, 12]);
  expect(charts.requests.map(({ label, values, newest }) => [label, values, newest])).toEqual([
    ['a', [5, 0], 0],
    ['b', [null, 2], 2],
  ]);
  expect(charts.lag.map(({ newest }) => newest)).toEqual([0, 0.5]);
  expect(new Set(charts.requests.map(({ hue }) => hue)).size).toBe(2);
});

test('responses are summed over the nodes, even if one clock is a step behind', () => {
  const samples = [sample(10_000, { statuses }), sample(12_000, { statuses })];
  const { charts } = trafficCharts({
    nodes: [
      { node: 'a', isThis: true, samples },
      { node: 'b', isThis: false, samples: samples.slice(0, 1) },
    ],
  });
  expect(charts.statuses.map(({ label, values }) => [label, values])).toEqual([
    ['2xx', [8, 8]],
    ['3xx', [2, 2]],
    ['4xx', [0, 0]],
    ['5xx', [0, 0]],
  ]);
});

test('without requests there is no response time and no cache hit rate', () => {
  const busy = sample(12_000, { p50Milliseconds: 0.5, p99Milliseconds: 3, cacheHits: 3, cacheMisses: 1 });
  const { charts } = trafficCharts({
    nodes: [{ node: 'a', isThis: true, samples: [sample(10_000), busy] }],
  });
  expect(charts.cache[0]?.values).toEqual([null, 75]);
  expect(charts.latency.map(({ label, values }) => [label, values])).toEqual([
    ['p99 a', [null, 3]],
    ['p50 a', [null, 0.5]],
  ]);
});

test('a line is interrupted where nothing was measured', () => {
  const samples = [sample(10_000), sample(12_000), sample(60_000)];
  const { times, charts } = trafficCharts({ nodes: [{ node: 'a', isThis: true, samples }] });
  expect(times).toEqual([10, 12, 16, 60]);
  expect(charts.requests[0]?.values).toEqual([0, 0, null, 0]);
  expect(charts.statuses[0]?.values).toEqual([0, 0, null, 0]);
});

test('beyond a limit, nodes are only counted', () => {
  const nodes = Array.from({ length: 30 }, (_, at) => ({ node: `${at}`, isThis: at === 0, samples: [] }));
  const { charts, furtherNodes } = trafficCharts({ nodes });
  expect([charts.requests.length, furtherNodes]).toEqual([12, 18]);
});

test('figures have units', () => {
  expect(formatFigure('requests', 12.345, 'en')).toBe('12.3 /s');
  expect(formatFigure('latency', 0.876, 'en')).toBe('0.88 ms');
  expect(formatFigure('latency', 1500, 'en')).toBe('1.5 s');
  expect(formatFigure('cache', 97, 'ja')).toBe('97 %');
  expect(formatFigure('lag', 0.04, 'en')).toBe('40 ms');
});
