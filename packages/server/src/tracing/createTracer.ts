import { randomBytes } from 'node:crypto';
import type { Tracing } from '../config/tracing.ts';

/** The span of a request that is traced. */
export type SpanContext = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
};

/** The attributes of a span, by their names in the semantic conventions. */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

/** A request that has ended. */
export type EndedSpan = {
  readonly name: string;
  readonly milliseconds: number;
  readonly isError: boolean;
  readonly attributes: SpanAttributes;
};

/** How many spans were sent, were not accepted, or had no room to wait. */
export type SpanCounts = { readonly exported: number; readonly failed: number; readonly dropped: number };

/** Traces requests by OTLP over HTTP. */
export type Tracer = {
  /** Decides whether a request is traced; undefined if not. */
  begin(parent: TraceContext | undefined): SpanContext | undefined;
  end(context: SpanContext, span: EndedSpan): void;
  counts(): SpanCounts;
  /** Sends what waits, if that can be done soon. */
  stop(): Promise<void>;
};

/** The options of a tracer. */
export type TracerOptions = {
  readonly tracing: Tracing;
  /** What all spans of this process have in common. */
  readonly resource: SpanAttributes;
  readonly version: string;
  readonly onError: (error: unknown) => void;
  /** In milliseconds: how often spans are sent, and how long a call may take. */
  readonly every?: number;
  readonly patience?: number;
};

/** The largest batch, and how many spans may wait for a slow collector. */
const batchSize = 512;
const mostWaiting = 4096;

/** In OTLP, a span of a server, and the status of one that failed. */
const [serverKind, errorCode] = [2, 2];

/** Creates a tracer. Requests never wait for it: what a slow collector has no time for is dropped, and counted. */
export function createTracer(options: TracerOptions): Tracer {
  const { tracing, resource, version, onError, every = 1000, patience = 10_000 } = options;
  const { url, headers, serviceName, isParentBased, ratio } = tracing;
  const counts = { exported: 0, failed: 0, dropped: 0 };
  const common = attributesOf({ 'service.name': serviceName, 'service.version': version, ...resource });
  const stopping = new AbortController();
  let waiting: object[] = [];
  let sending: Promise<void> | undefined;

  function isSampled(parent: TraceContext | undefined): boolean {
    if (parent === undefined) return ratio === 1 || Math.random() < ratio;
    return isParentBased ? parent.isSampled : fractionOf(parent.traceId) < ratio;
  }

  function start(): void {
    if (waiting.length === 0 || sending !== undefined) return;
    sending = sendAll().finally(() => {
      sending = undefined;
    });
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, batchSize);
      waiting = waiting.slice(batchSize);
      try {
        await send(spans);
        counts.exported += spans.length;
      } catch (error) {
        counts.failed += spans.length;
        onError(error);
        // The others wait for the next turn: a collector that is away is not asked again at once.
        return;
      }
    }
  }

  async function send(spans: readonly object[]): Promise<void> {
    const scopeSpans = [{ scope: { name: 'newsstand', version }, spans }];
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ resourceSpans: [{ resource: { attributes: common }, scopeSpans }] }),
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(patience), stopping.signal]),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the collector of traces answered with status ${response.status}`);
  }

  const timer = setInterval(start, every);
  timer.unref();
  return {
    begin(parent) {
      if (!isSampled(parent)) return undefined;
      const random = randomBytes(24).toString('hex');
      return {
        traceId: parent?.traceId ?? random.slice(16),
        spanId: random.slice(0, 16),
        parentSpanId: parent?.spanId,
      };
    },
    end(context, { name, milliseconds, isError, attributes }) {
      if (waiting.length >= mostWaiting) {
        counts.dropped++;
        return;
      }
      const now = Date.now();
      waiting.push({
        ...context,
        name,
        kind: serverKind,
        startTimeUnixNano: nanoseconds(now - milliseconds),
        endTimeUnixNano: nanoseconds(now),
        attributes: attributesOf(attributes),
        ...(isError && { status: { code: errorCode } }),
      });
      if (waiting.length === batchSize) setImmediate(start);
    },
    counts: () => counts,
    async stop() {
      clearInterval(timer);
      const limit = setTimeout(() => stopping.abort(), stopMilliseconds);
      await sending;
      start();
      await sending;
      clearTimeout(limit);
    },
  };
}

const stopMilliseconds = 2000;

/** The place of a trace among all, from 0 to 1, as other programs see it. */
function fractionOf(traceId: string): number {
  return Number.parseInt(traceId.slice(16, 29), 16) / 2 ** 52;
}

function nanoseconds(milliseconds: number): string {
  return `${BigInt(Math.round(milliseconds * 1000)) * 1000n}`;
}

function attributesOf(attributes: SpanAttributes): readonly object[] {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return [{ key, value: typeof value === 'string' ? { stringValue: value } : { intValue: value } }];
  });
}

/** The span of a client, as W3C Trace Context names it. */
type TraceContext = {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
};

/** Later versions may append more. */
const pattern = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Reads a `traceparent` header; undefined if there is none, or it is not valid. */
export function readTraceparent(header: string | undefined): TraceContext | undefined {
  const [, version, traceId, spanId, flags = '', more] = (header && pattern.exec(header)) || [];
  if (traceId === undefined || spanId === undefined) return undefined;
  if (version === '00' && more !== undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
