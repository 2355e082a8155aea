import { expect, test } from 'bun:test';
import { loopback } from '../http/ipAddress.ts';
import type { EndedSpan, SpanContext, Tracer } from '../tracing/createTracer.ts';
import { observeRequests } from './observeRequests.ts';
import { readHeaders, readRequest } from './readRequest.ts';

const key = { 'x-svc-ac-api-key': 'k', 'x-svc-ac-api-secret': 'the secret' };
const tags = '/static/projects/p/spaces/s/collection/tags';

/** The lines that requests leave in the log. */
function logging(tracer?: Tracer, trustedProxies = loopback) {
  const lines: object[] = [];
  const unheard = () => {};
  const log = {
    debug: unheard,
    warn: unheard,
    error: unheard,
    info: (line: object) => void lines.push(line),
  };
  const requests = observeRequests({ log, tracer, trustedProxies, scheme: 'https' });
  const request = (target: string, sent: Readonly<Record<string, string>>, status = 200, method = 'GET') => {
    const headers = readHeaders((name) => sent[name], '*');
    const media = { read: () => () => ({ code: 'not_found', detail: '' }) as const };
    const read = readRequest(method, target, headers, new Map(), media);
    const onSent = requests?.request(read, { requestId: 'r-1', status, milliseconds: 1.23456 });
    return onSent ?? unheard;
  };
  return { lines, requests, request };
}

test('a line says who got what, how much and how long it took', () => {
  const { lines, request } = logging();
  request(`${tags}?search=private`, { ...key, 'user-agent': 'Browser/1' })('203.0.113.7', 512, true);
  // On a busy machine, sending takes long enough to be told.
  const told = JSON.stringify(lines, (name, value) => (name === 'sendMs' ? undefined : value));
  expect(JSON.parse(told)).toEqual([
    {
      requestId: 'r-1',
      client: '203.0.113.7',
      method: 'GET',
      path: tags,
      operation: 'listTags',
      key: 'k',
      status: 200,
      bytes: 512,
      ms: 1.235,
      userAgent: 'Browser/1',
    },
  ]);
});

test('neither the query nor a secret, nor a key that was not authenticated, is in it', () => {
  const { lines, request } = logging();
  request(`${tags}?search=private`, key)('::1', 1, true);
  request(tags, key, 401)('::1', 1, true);
  request('/docs', key)('::1', 1, true);
  request(tags, key, 405, 'POST')('::1', 1, true);
  request(tags, key, 204, 'OPTIONS')('::1', 1, true);
  request(tags, key, 404, 'HEAD')('::1', 1, true);
  expect(JSON.stringify(lines)).not.toMatch(/private|secret/);
  const keys = lines.map((line) => ('key' in line ? line.key : undefined));
  expect(keys).toEqual(['k', undefined, undefined, undefined, undefined, 'k']);
});

test('of health checks, only those that fail are in it', () => {
  const { lines, request } = logging();
  for (const path of ['/healthz', '/readyz']) request(path, {})('::1', 1, true);
  request('/readyz', {}, 503)('::1', 1, true);
  expect(lines).toMatchObject([{ path: '/readyz', status: 503 }]);
});

test('only a trusted proxy says who the client is', () => {
  const { lines, request } = logging();
  const forwarded = { ...key, 'x-forwarded-for': '198.51.100.1' };
  for (const peer of ['127.0.0.1', '::ffff:127.0.0.1', '203.0.113.7', '::ffff:203.0.113.7', '127.0.0.1'])
    request(tags, forwarded)(peer, 1, true);
  request(tags, key)('127.0.0.1', 1, true);
  expect(lines).toMatchObject(
    ['198.51.100.1', '198.51.100.1', '203.0.113.7', '203.0.113.7', '198.51.100.1', '127.0.0.1'].map(
      (client) => ({ client }),
    ),
  );
});

test('says so if the client left, and names the trace', () => {
  const { lines, request } = logging();
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  request(tags, { ...key, traceparent })('::1', 7, false);
  request(tags, { ...key, traceparent: 'no', 'user-agent': 'x'.repeat(10_000) })('::1', 7, true);
  expect(lines).toMatchObject([
    {
      bytes: 7,
      aborted: true,
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
      span_id: '00f067aa0ba902b7',
    },
    { aborted: undefined, trace_id: undefined, span_id: undefined, userAgent: 'x'.repeat(256) },
  ]);
});

test('what the listener rejects is logged with its client', () => {
  const { lines, requests } = logging();
  requests?.fault('malformed', { requestId: 'r-2', status: 400, milliseconds: 0 })?.('203.0.113.7', 99, true);
  expect(lines).toEqual([
    {
      requestId: 'r-2',
      client: '203.0.113.7',
      operation: 'none',
      status: 400,
      bytes: 99,
      fault: 'malformed',
    },
  ]);
});

const own = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), parentSpanId: undefined };

/** A tracer that samples everything or nothing, and keeps what it gets. */
function keeping(context: SpanContext | undefined) {
  const spans: EndedSpan[] = [];
  const tracer: Tracer = {
    begin: () => context,
    end: (_, span) => void spans.push(span),
    counts: () => ({ exported: 0, failed: 0, dropped: 0 }),
    stop: async () => {},
  };
  return { spans, tracer };
}

test('a traced request is a span without query or signature, and its line names it', () => {
  const { spans, tracer } = keeping(own);
  const { lines, request } = logging(tracer);
  request(`${tags}?search=private`, { ...key, 'user-agent': 'Browser/1' })('203.0.113.7', 512, true);
  request('/media/signature/1x1/a.jpg', {}, 503)('203.0.113.7', 0, false);
  request('/nowhere', {}, 404)('203.0.113.7', 9, true);
  request('/media/signature/1x1/a.jpg', {}, 204, 'OPTIONS')('203.0.113.7', 0, true);
  request('/media/signature/1x1/a.jpg', {}, 405, 'POST')('203.0.113.7', 0, true);
  expect(lines).toMatchObject([0, 1, 2, 3, 4].map(() => ({ trace_id: own.traceId, span_id: own.spanId })));
  const route = '/static/projects/{projectId}/spaces/{spaceId}/collection/tags';
  expect(spans).toMatchObject([
    {
      name: `GET ${route}`,
      isError: false,
      attributes: {
        'http.request.method': 'GET',
        'http.route': route,
        'http.response.status_code': 200,
        'http.response.body.size': 512,
        'url.path': tags,
        'url.scheme': 'https',
        'client.address': '203.0.113.7',
        'user_agent.original': 'Browser/1',
      },
    },
    { name: 'GET /media/{path}', isError: true, attributes: { 'error.type': '503', 'url.path': undefined } },
    { name: 'GET', isError: false, attributes: { 'http.route': undefined, 'url.path': '/nowhere' } },
    { name: 'OPTIONS /media/{path}', attributes: { 'url.path': undefined } },
    { name: 'POST /media/{path}', attributes: { 'url.path': undefined } },
  ]);
  expect(JSON.stringify(spans)).not.toMatch(/private|secret|signature/);
});

test('nothing is observed if nobody wants to know', () => {
  expect(
    observeRequests({ log: undefined, tracer: undefined, trustedProxies: [], scheme: 'http' }),
  ).toBeUndefined();
  const observer = observeRequests({
    log: undefined,
    tracer: keeping(undefined).tracer,
    trustedProxies: [],
    scheme: 'http',
  });
  const headers = readHeaders(() => undefined, '*');
  const media = { read: () => () => ({ code: 'not_found', detail: '' }) as const };
  const asked = readRequest('GET', tags, headers, new Map(), media);
  expect(observer?.request(asked, { requestId: 'r', status: 200, milliseconds: 1 })).toBeUndefined();
});
