import { expect, test } from 'bun:test';
import { until } from '../../../../../../tests/testing/until.ts';
import { createMetrics } from '../../metrics/createMetrics.ts';
import type { Metrics } from '../../metrics/Metric.ts';
import { countersOf, type Sample, sampleOf } from '../../metrics/trafficCounters.ts';
import { openTraffic } from './openTraffic.ts';

function openMeter(lagSeconds = 0) {
  return createMetrics({
    counts: () => [],
    revision: () => 1,
    lagSeconds: () => lagSeconds,
    purges: () => [],
    listener: () => undefined,
    subscribers: () => ({ subscribers: 0, events: 0, resets: 0 }),
    pictures: () => ({ queued: 0, rendering: 0 }),
  });
}

/** What a pipe between processes does to it. */
async function told(...meters: readonly { metrics: () => Metrics }[]) {
  return structuredClone(await Promise.all(meters.map(({ metrics }) => metrics())));
}

test('a sample is the difference of two readings, of all processes together', async () => {
  const [one, two] = [openMeter(1), openMeter(4)];
  one.deliveryMetrics.request('listNews', 200, 0.2);
  one.deliveryMetrics.cache('response', true);
  const before = countersOf(await told(one, two));
  for (let count = 0; count < 98; count++) one.deliveryMetrics.request('listNews', 200, 0.000_2);
  two.deliveryMetrics.request('getNews', 304, 0.000_04);
  two.deliveryMetrics.request('getNews', 404, 0.08);
  two.deliveryMetrics.request('media', 503, 0.09);
  for (const isHit of [true, true, false]) two.deliveryMetrics.cache('response', isHit);
  two.deliveryMetrics.cache('view', false);
  const sample = sampleOf(before, countersOf(await told(one, two)), 70, 2);
  expect(sample).toMatchObject({
    ...{ at: 70, seconds: 2, requests: 101, cacheHits: 2, cacheMisses: 1, lagSeconds: 4 },
    statuses: { '2xx': 98, '3xx': 1, '4xx': 1, '5xx': 1 },
  });
  // 98 of 101 took 0.1 to 0.25 ms, one less, two 50 to 100 ms.
  expect(sample.p50Milliseconds).toBeCloseTo(0.1 + (0.15 * (50.5 - 1)) / 98, 5);
  expect(sample.p99Milliseconds).toBeCloseTo(50 + (50 * (99.99 - 99)) / 2, 3);
});

test('without requests there is no duration, and one beyond all buckets is the longest', async () => {
  const { deliveryMetrics, metrics } = openMeter();
  const before = countersOf(await told({ metrics }));
  const quiet = sampleOf(before, before, 1, 2);
  expect(quiet).toEqual({
    ...{ at: 1, seconds: 2, requests: 0, cacheHits: 0, cacheMisses: 0, lagSeconds: 0 },
    statuses: { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 },
  });
  deliveryMetrics.request('listNews', 200, 7);
  expect(sampleOf(before, countersOf(await told({ metrics })), 1, 2).p99Milliseconds).toBe(1000);
  // Nothing that can't be read counts, and nothing goes below zero.
  expect(countersOf([[{}, { name: 'newsstand_requests_total' }]]).cacheHits).toBe(0);
  expect(sampleOf(countersOf(await told({ metrics })), before, 1, 2).requests).toBe(0);
});

/** A node whose counters are looked at, with a clock that a test sets. */
function openNode(node: string, clock: { now: number }) {
  const { deliveryMetrics, metrics } = openMeter();
  let looks = 0;
  const traffic = openTraffic({
    node,
    counters: async () => {
      const counters = countersOf(await told({ metrics }));
      looks++;
      return counters;
    },
    onError: (error) => {
      throw error;
    },
    now: () => clock.now,
    stepMilliseconds: 2,
  });
  return { ...traffic, deliveryMetrics, looks: () => looks };
}

test('counters are read only while a console is watching, and old samples are dropped', async () => {
  const clock = { now: 1000 };
  const node = openNode('here', clock);
  await Bun.sleep(10);
  expect(node.looks()).toBe(0);
  expect(node.traffic()).toEqual({ nodes: [{ node: 'here', isThis: true, samples: [] }] });
  await until('a look', () => node.looks() > 0);
  node.deliveryMetrics.request('listNews', 200, 0.001);
  clock.now += 2000;
  const samples = () => node.traffic().nodes[0]?.samples ?? [];
  await until('samples', () => samples().length === 1);
  expect(samples()).toMatchObject([{ at: 3000, seconds: 2, requests: 1 }]);
  clock.now += 60_000;
  await Bun.sleep(10);
  const looks = node.looks();
  await Bun.sleep(20);
  expect(node.looks()).toBe(looks);
  // Begins anew: nothing is told of the time between.
  expect(samples().length).toBe(1);
  await until('a look', () => node.looks() > looks);
  clock.now += 300_000;
  await until('samples', () => samples().every(({ at }) => at === clock.now));
  node.close();
  const ended = node.looks();
  node.traffic();
  await Bun.sleep(10);
  expect(node.looks()).toBe(ended);
});

test('nodes exchange samples while a console is watching one of them', async () => {
  const clock = { now: 1000 };
  const [here, there] = [openNode('here', clock), openNode('there', clock)];
  const said: string[] = [];
  const between = (from: string, to: typeof here) => ({
    announceWatcher() {
      said.push(`${from} looks`);
      to.listener.onWatcher();
    },
    publish(sample: Sample) {
      said.push(`${from} tells`);
      to.listener.onSample(from, sample);
    },
  });
  here.connect(between('here', there));
  there.connect(between('there', here));
  here.traffic();
  await until('a look', () => there.looks() > 0);
  there.deliveryMetrics.request('listNews', 200, 0.001);
  clock.now += 2000;
  await until('both nodes', () => here.traffic().nodes.length === 2);
  expect(here.traffic().nodes[1]).toMatchObject({
    ...{ node: 'there', isThis: false },
    samples: [{ at: 3000, requests: 1 }],
  });
  // Nobody looks there, so it is not told what happens here, and is reminded every ten seconds only.
  expect(new Set(said)).toEqual(new Set(['here looks', 'there tells']));
  expect(said.filter((text) => text === 'here looks').length).toBe(1);
  clock.now += 10_000;
  await until('all that is to be said', () => said.filter((text) => text === 'here looks').length === 2);
  clock.now += 61_000;
  const looks = () => here.looks() + there.looks();
  await Bun.sleep(10);
  const before = looks();
  await Bun.sleep(20);
  expect(looks()).toBe(before);
  here.close();
  there.close();
});
