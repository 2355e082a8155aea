import { describe, expect, test } from 'bun:test';
import { createMetrics, metricsText, parentMetrics } from './createMetrics.ts';

const quiet = {
  counts: () => [],
  revision: () => 0,
  lagSeconds: () => 0,
  purges: () => [],
  listener: () => undefined,
  subscribers: () => ({ subscribers: 0, events: 0, resets: 0 }),
};
const linesOf = (text: string) => text.split('\n');

describe('createMetrics', () => {
  test('counts requests by operation and status', async () => {
    const { deliveryMetrics, metrics } = createMetrics(quiet);
    deliveryMetrics.request('listNews', 200, 0.001);
    deliveryMetrics.request('listNews', 200, 0.001);
    deliveryMetrics.request('listNews', 304, 0.001);
    deliveryMetrics.request('getNews', 404, 0.001);
    for (const text of [await metricsText([await metrics()]), await metricsText([await metrics()])]) {
      expect(linesOf(text)).toContain('newsstand_requests_total{operation="listNews",status="200"} 2');
      expect(linesOf(text)).toContain('newsstand_requests_total{operation="listNews",status="304"} 1');
      expect(linesOf(text)).toContain('newsstand_requests_total{operation="getNews",status="404"} 1');
    }
  });

  test('names the versions of the program and its runtime', async () => {
    const lines = linesOf(await metricsText([parentMetrics('1.2.3', false, undefined)]));
    expect(lines).toContain(`newsstand_build_info{version="1.2.3",bun="${Bun.version}"} 1`);
  });

  test('puts request times in stretches that add up', async () => {
    const { deliveryMetrics, metrics } = createMetrics(quiet);
    for (const seconds of [0.000_01, 0.000_05, 0.000_3, 0.9, 7])
      deliveryMetrics.request('listNews', 200, seconds);
    const lines = linesOf(await metricsText([await metrics()]));
    const bucket = (le: string) => `newsstand_request_seconds_bucket{le="${le}",operation="listNews"}`;
    expect(lines).toContain(`${bucket('0.00005')} 2`);
    expect(lines).toContain(`${bucket('0.0005')} 3`);
    expect(lines).toContain(`${bucket('0.5')} 3`);
    expect(lines).toContain(`${bucket('1')} 4`);
    expect(lines).toContain(`${bucket('+Inf')} 5`);
    expect(lines).toContain('newsstand_request_seconds_count{operation="listNews"} 5');
    expect(
      lines.some((line) => /^newsstand_request_seconds_sum\{operation="listNews"\} 7\.9003/.test(line)),
    ).toBe(true);
    expect(lines).toContain('# TYPE newsstand_request_seconds histogram');
  });

  test('counts lookups in the caches', async () => {
    const { deliveryMetrics, metrics } = createMetrics(quiet);
    deliveryMetrics.cache('view', true);
    deliveryMetrics.cache('view', false);
    deliveryMetrics.cache('view', true);
    const lines = linesOf(await metricsText([await metrics()]));
    expect(lines).toContain('newsstand_cache_lookups_total{cache="view",result="hit"} 2');
    expect(lines).toContain('newsstand_cache_lookups_total{cache="view",result="miss"} 1');
    expect(lines).toContain('newsstand_cache_lookups_total{cache="response",result="hit"} 0');
  });

  test('reads the shelves when metrics are collected', async () => {
    const place = { projectId: 'acme', spaceId: 'web' };
    let live = 3;
    const { metrics } = createMetrics({
      ...quiet,
      counts: () => [
        { ...place, instanceId: 'press', kind: 'news', live, scheduled: 2, closed: 0, draft: 1 },
        { ...place, kind: 'media', live: 9, scheduled: 0, closed: 0, draft: 0 },
      ],
      revision: () => 41,
      lagSeconds: () => 1.5,
    });
    const shelf = 'newsstand_shelf_items{project="acme",space="web"';
    const before = linesOf(await metricsText([await metrics()]));
    expect(before).toContain(`${shelf},instance="press",kind="news",state="live"} 3`);
    expect(before).toContain(`${shelf},instance="press",kind="news",state="draft"} 1`);
    expect(before).toContain(`${shelf},instance="",kind="media",state="live"} 9`);
    expect(before.filter((line) => line.includes('kind="media"'))).toHaveLength(1);
    expect(before).toContain('newsstand_revision 41');
    expect(before).toContain('newsstand_lag_seconds 1.5');
    live = 4;
    expect(linesOf(await metricsText([await metrics()]))).toContain(
      `${shelf},instance="press",kind="news",state="live"} 4`,
    );
  });

  test('counts the purges of the caches in front', async () => {
    const purges = () => [{ target: 'cache:1', calls: 3, failures: 2, pending: 7 }];
    const { metrics } = createMetrics({ ...quiet, purges });
    for (let times = 0; times < 2; times++) {
      const lines = linesOf(await metricsText([await metrics()]));
      expect(lines).toContain('newsstand_purge_calls_total{target="cache:1",result="done"} 3');
      expect(lines).toContain('newsstand_purge_calls_total{target="cache:1",result="failed"} 2');
      expect(lines).toContain('newsstand_purge_pending_keys{target="cache:1"} 7');
    }
  });

  test('reports the memory of the process', async () => {
    const found = /^process_resident_memory_bytes (\d+)$/m.exec(
      await metricsText([await createMetrics(quiet).metrics()]),
    );
    expect(Number(found?.[1])).toBeGreaterThan(10_000_000);
  });

  test('counters of workers are summed up, but not gauges of what they all hold', async () => {
    const shelf = {
      projectId: 'a',
      spaceId: 'b',
      kind: 'tag',
      live: 5,
      scheduled: 0,
      closed: 0,
      draft: 0,
    } as const;
    const jsons = await Promise.all(
      [1, 2].map((number) => {
        const { deliveryMetrics, countDisconnect, metrics } = createMetrics({
          ...quiet,
          counts: () => [shelf],
          revision: () => 10 - number,
          lagSeconds: () => number,
          listener: () => ({ connections: number, bufferedBytes: 1000 * number }),
          subscribers: () => ({ subscribers: 10 * number, events: 100 * number, resets: number }),
        });
        deliveryMetrics.request('listTags', 200, 0.000_1);
        countDisconnect('slow_reader');
        return metrics();
      }),
    );
    // What a pipe between processes does to it.
    const lines = linesOf(await metricsText(structuredClone(jsons)));
    expect(lines).toContain('newsstand_requests_total{operation="listTags",status="200"} 2');
    expect(lines).toContain('newsstand_request_seconds_bucket{le="0.0001",operation="listTags"} 2');
    expect(lines).toContain('newsstand_request_seconds_count{operation="listTags"} 2');
    expect(lines).toContain('newsstand_subscribers 30');
    expect(lines).toContain('newsstand_events_sent_total 300');
    expect(lines).toContain('newsstand_event_resets_total 3');
    expect(lines).toContain(
      'newsstand_shelf_items{project="a",space="b",instance="",kind="tag",state="live"} 5',
    );
    expect(lines).toContain('newsstand_connections 3');
    expect(lines).toContain('newsstand_buffered_bytes 3000');
    expect(lines).toContain('newsstand_connections_cut_total{reason="slow_reader"} 2');
    expect(lines).toContain('newsstand_connections_cut_total{reason="buffer_limit"} 0');
    expect(lines).toContain('newsstand_revision 8');
    expect(lines).toContain('newsstand_lag_seconds 2');
  });
});
