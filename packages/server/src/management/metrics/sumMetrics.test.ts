import { expect, test } from 'bun:test';
import { createMetrics } from './createMetrics.ts';
import { metricsText } from './Metric.ts';
import { sumMetrics } from './sumMetrics.ts';

const quiet = {
  counts: () => [],
  revision: () => 7,
  lagSeconds: () => 0,
  purges: () => [],
  listener: () => ({ connections: 5, bufferedBytes: 0, sentBytes: 0 }),
  subscribers: () => ({ subscribers: 0, events: 0, resets: 0 }),
  pictures: () => ({ queued: 0, rendering: 0 }),
};

/** A process that has answered so many requests. */
async function metricsAfter(requests: number) {
  const { deliveryMetrics, metrics } = createMetrics(quiet);
  for (let number = 0; number < requests; number++) {
    deliveryMetrics.request('listNews', 200, 0.001);
    deliveryMetrics.cache('view', true);
  }
  // What a pipe between processes does to it.
  return structuredClone(await metrics());
}

async function figuresOf(totals: ReturnType<typeof sumMetrics>) {
  const lines = (await metricsText(await totals.metrics())).split('\n');
  const figure = (name: string) => {
    const line = lines.find((item) => item.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.slice(name.length));
  };
  return {
    requests: figure('newsstand_requests_total{operation="listNews",status="200"}'),
    times: figure('newsstand_request_seconds_count{operation="listNews"}'),
    bucket: figure('newsstand_request_seconds_bucket{le="0.001",operation="listNews"}'),
    hits: figure('newsstand_cache_lookups_total{cache="view",result="hit"}'),
    revision: figure('newsstand_revision'),
    connections: figure('newsstand_connections'),
  };
}

const counted = (number: number) => ({ requests: number, times: number, bucket: number, hits: number });

test('a process that is silent stays in the sum as it last was', async () => {
  const totals = sumMetrics();
  totals.update(1, await metricsAfter(5));
  totals.update(2, await metricsAfter(3));
  expect(await figuresOf(totals)).toMatchObject(counted(8));
  totals.update(1, await metricsAfter(6));
  expect(await figuresOf(totals)).toMatchObject({ ...counted(9), revision: 7 });
});

test('the counts of a process stay when it ends, and the next one adds to them', async () => {
  const totals = sumMetrics();
  totals.update(1, await metricsAfter(5));
  totals.update(2, await metricsAfter(3));
  const { connections = 0 } = await figuresOf(totals);
  for (let life = 0; life < 3; life++) {
    totals.close(2);
    expect(await figuresOf(totals)).toMatchObject({ ...counted(8 + life), revision: 7 });
    totals.update(2, await metricsAfter(1));
    expect(await figuresOf(totals)).toMatchObject(counted(9 + life));
  }
  totals.close(2);
  expect((await figuresOf(totals)).connections).toBeLessThan(connections);
});

test('nothing is left but what was counted when all have ended, even before they were asked', async () => {
  const totals = sumMetrics();
  totals.close(1);
  expect(await metricsText(await totals.metrics())).toBe('\n');
  totals.update(1, await metricsAfter(2));
  totals.close(1);
  totals.close(1);
  expect(await figuresOf(totals)).toEqual({ ...counted(2), revision: undefined, connections: undefined });
});
