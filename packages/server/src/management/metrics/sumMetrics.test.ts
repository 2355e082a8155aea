import { expect, test } from 'bun:test';
import { createMetrics, metricsText } from './createMetrics.ts';
import { sumMetrics } from './sumMetrics.ts';

const quiet = {
  counts: () => [],
  revision: () => 7,
  lagSeconds: () => 0,
  purges: () => [],
  listener: () => undefined,
};

/** A process that has answered so many requests. */
async function metricsAfter(requests: number) {
  const { meter, metrics } = createMetrics(quiet);
  for (let number = 0; number < requests; number++) {
    meter.request('listNews', 200, 0.001);
    meter.cache('view', true);
  }
  // What a pipe between processes does to it.
  return structuredClone(await metrics());
}

async function figuresOf(ledger: ReturnType<typeof sumMetrics>) {
  const lines = (await metricsText(await ledger.metrics())).split('\n');
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
    memory: figure('process_resident_memory_bytes'),
  };
}

const counted = (number: number) => ({ requests: number, times: number, bucket: number, hits: number });

test('a process that is silent stays in the sum as it last was', async () => {
  const ledger = sumMetrics();
  ledger.tell(1, await metricsAfter(5));
  ledger.tell(2, await metricsAfter(3));
  expect(await figuresOf(ledger)).toMatchObject(counted(8));
  ledger.tell(1, await metricsAfter(6));
  expect(await figuresOf(ledger)).toMatchObject({ ...counted(9), revision: 7 });
});

test('what a process has counted stays when it ends, and the next one adds to it', async () => {
  const ledger = sumMetrics();
  ledger.tell(1, await metricsAfter(5));
  ledger.tell(2, await metricsAfter(3));
  const { memory = 0 } = await figuresOf(ledger);
  for (let life = 0; life < 3; life++) {
    ledger.close(2);
    expect(await figuresOf(ledger)).toMatchObject({ ...counted(8 + life), revision: 7 });
    ledger.tell(2, await metricsAfter(1));
    expect(await figuresOf(ledger)).toMatchObject(counted(9 + life));
  }
  ledger.close(2);
  expect((await figuresOf(ledger)).memory).toBeLessThan(memory);
});

test('nothing is left but what was counted when all have ended, even before they were asked', async () => {
  const ledger = sumMetrics();
  ledger.close(1);
  expect(await metricsText(await ledger.metrics())).toBe('\n');
  ledger.tell(1, await metricsAfter(2));
  ledger.close(1);
  ledger.close(1);
  expect(await figuresOf(ledger)).toEqual({ ...counted(2), revision: undefined, memory: undefined });
});
