import { afterEach, expect, test } from 'bun:test';
import { z } from 'zod';
import { until } from '../../../../tests/testing/until.ts';
import type { Tracing } from '../config/tracing.ts';
import { createTracer, type Tracer, type TracerOptions } from './createTracer.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const attribute = z.object({
  key: z.string(),
  value: z.union([z.object({ stringValue: z.string() }), z.object({ intValue: z.number() })]),
});
const span = z.strictObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.literal(2),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes: z.array(attribute),
  status: z.object({ code: z.literal(2) }).optional(),
});
const batch = z.object({
  resourceSpans: z.tuple([
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.tuple([z.object({ scope: z.object({ name: z.string() }), spans: z.array(span) })]),
    }),
  ]),
});

/** A collector that answers as it is told to. */
function openCollector(answer: (calls: number) => Promise<Response> | Response = () => new Response('{}')) {
  const received: { readonly headers: Headers; readonly batch: z.infer<typeof batch> }[] = [];
  let calls = 0;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      received.push({ headers: request.headers, batch: batch.parse(await request.json()) });
      return await answer(++calls);
    },
  });
  closing.push(() => server.stop(true));
  const spans = () => received.flatMap((each) => each.batch.resourceSpans[0].scopeSpans[0].spans);
  return { url: `${server.url}v1/traces`, received, spans };
}

function open(tracing: Partial<Tracing>, options: Partial<TracerOptions> = {}): Tracer {
  const tracer = createTracer({
    tracing: {
      ...{ url: 'http://127.0.0.1:9', headers: {}, serviceName: 'site' },
      ...{ isParentBased: true, ratio: 1, ...tracing },
    },
    ...{ resource: { 'process.pid': 7 }, version: '1.2.3', onError: () => {}, every: 5, ...options },
  });
  closing.push(() => tracer.stop());
  return tracer;
}

const done = { name: 'GET /a', milliseconds: 12.5, isError: false, attributes: { 'http.route': '/a' } };
const parent = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', isSampled: true };

function trace(tracer: Tracer, count = 1): void {
  for (let number = 0; number < count; number++) {
    const context = tracer.begin(undefined);
    if (context !== undefined) tracer.end(context, done);
  }
}

test('a collector gets spans as OTLP has them in JSON', async () => {
  const { url, received, spans } = openCollector();
  const tracer = open({ url, headers: { authorization: 'Basic abc' } });
  const context = tracer.begin(parent);
  if (context === undefined) throw new Error('not sampled');
  const before = Date.now();
  tracer.end(context, { ...done, isError: true, attributes: { a: 'b', c: 5, d: undefined } });
  await until('spans', () => spans().length === 1);
  expect(received[0]?.headers.get('authorization')).toBe('Basic abc');
  expect(received[0]?.headers.get('content-type')).toBe('application/json');
  expect(received[0]?.batch.resourceSpans[0].resource.attributes).toEqual([
    { key: 'service.name', value: { stringValue: 'site' } },
    { key: 'service.version', value: { stringValue: '1.2.3' } },
    { key: 'process.pid', value: { intValue: 7 } },
  ]);
  expect(spans()).toMatchObject([
    {
      traceId: parent.traceId,
      parentSpanId: parent.spanId,
      name: 'GET /a',
      attributes: [
        { key: 'a', value: { stringValue: 'b' } },
        { key: 'c', value: { intValue: 5 } },
      ],
      status: { code: 2 },
    },
  ]);
  const [only] = spans();
  const [start, end] = [BigInt(only?.startTimeUnixNano ?? 0), BigInt(only?.endTimeUnixNano ?? 0)];
  expect(end - start).toBe(12_500_000n);
  expect(Number(end / 1_000_000n)).toBeGreaterThanOrEqual(before);
  expect(only?.spanId).not.toBe(parent.spanId);
  await until('exported spans', () => tracer.counts().exported === 1);
  expect(tracer.counts()).toEqual({ exported: 1, failed: 0, dropped: 0 });
});

test('a client decides about its own trace, and the share about all others', () => {
  const never = open({ ratio: 0 });
  expect(never.begin(parent)).toMatchObject({ traceId: parent.traceId, parentSpanId: parent.spanId });
  expect(never.begin(undefined)).toBeUndefined();
  const always = open({ ratio: 1 });
  expect(always.begin({ ...parent, isSampled: false })).toBeUndefined();
  const roots = Array.from({ length: 100 }, () => always.begin(undefined));
  expect(new Set(roots.map((each) => each?.traceId)).size).toBe(100);
  expect(new Set(roots.map((each) => each?.spanId)).size).toBe(100);
  for (const each of roots) expect(each?.traceId).toMatch(/^[0-9a-f]{32}$/);
  const half = open({ ratio: 0.5 });
  const sampled = Array.from({ length: 4000 }, () => half.begin(undefined)).filter(Boolean).length;
  expect(Math.abs(sampled - 2000)).toBeLessThan(300);
});

test('without regard to the client, the trace decides, and does so alike everywhere', () => {
  const half = open({ isParentBased: false, ratio: 0.5 });
  const of = (start: string) => ({
    ...parent,
    isSampled: false,
    traceId: `${'0'.repeat(16)}${start.padEnd(16, '0')}`,
  });
  expect(half.begin(of('7fff'))).toBeDefined();
  expect(half.begin(of('8'))).toBeUndefined();
});

test('many spans go in several batches', async () => {
  const { url, received, spans } = openCollector();
  const tracer = open({ url });
  trace(tracer, 2000);
  await until('spans', () => spans().length === 2000);
  expect(received.length).toBeGreaterThanOrEqual(4);
  await until('exported spans', () => tracer.counts().exported === 2000);
});

test('a collector that does not answer is not waited for: what has no room is dropped and counted', async () => {
  const { url, spans } = openCollector(() => new Promise<Response>(() => {}));
  const errors: unknown[] = [];
  const tracer = open({ url }, { patience: 300, onError: (error) => void errors.push(error) });
  trace(tracer, 600);
  await until('spans', () => spans().length > 0);
  const startedBatch = spans().length;
  trace(tracer, 10_000);
  const { dropped } = tracer.counts();
  expect(dropped).toBe(600 + 10_000 - startedBatch - 4096);
  await until('errors', () => errors.length > 0);
  expect(tracer.counts().failed).toBeGreaterThanOrEqual(startedBatch);
});

test('failures are counted and reported without secrets, and the next spans are sent', async () => {
  const { url, spans } = openCollector((calls) => new Response('no', { status: calls === 1 ? 503 : 200 }));
  const errors: unknown[] = [];
  const tracer = open(
    { url, headers: { authorization: 'hunter2' } },
    { onError: (error) => void errors.push(error) },
  );
  trace(tracer);
  await until('a failed export', () => tracer.counts().failed === 1);
  trace(tracer);
  await until('exported spans', () => tracer.counts().exported === 1);
  expect(spans().length).toBe(2);
  expect(errors.map(String)).toEqual(['Error: the collector of traces answered with status 503']);
});

test('stopping sends what is left', async () => {
  const { url, spans } = openCollector();
  const tracer = open({ url }, { every: 600_000 });
  trace(tracer, 3);
  await tracer.stop();
  expect(spans().length).toBe(3);
});
