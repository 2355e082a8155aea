import { expect, test } from 'bun:test';
import { loopback } from '../http/ipAddress.ts';
import { createRequestLog } from './createRequestLog.ts';
import { readHeaders, readRequest } from './readRequest.ts';

const key = { 'x-svc-ac-api-key': 'k', 'x-svc-ac-api-secret': 'the secret' };
const tags = '/static/projects/p/spaces/s/collection/tags';

/** The lines that requests leave in the log. */
function logging(trustedProxies = loopback) {
  const lines: object[] = [];
  const unheard = () => {};
  const log = {
    debug: unheard,
    warn: unheard,
    error: unheard,
    info: (line: object) => void lines.push(line),
  };
  const requests = createRequestLog(log, trustedProxies);
  const request = (target: string, sent: Readonly<Record<string, string>>, status = 200) => {
    const headers = readHeaders((name) => sent[name], '*');
    const media = { read: () => () => ({ code: 'not_found', detail: '' }) as const };
    const read = readRequest('GET', target, headers, new Map(), media);
    return requests.request(read, { requestId: 'r-1', status, milliseconds: 1.23456 });
  };
  return { lines, requests, request };
}

test('a line says who got what, how much and how long it took', () => {
  const { lines, request } = logging();
  request(`${tags}?search=private`, { ...key, 'user-agent': 'Browser/1' })('203.0.113.7', 512, true);
  expect(JSON.parse(JSON.stringify(lines))).toEqual([
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
  expect(JSON.stringify(lines)).not.toMatch(/private|secret/);
  expect(lines.map((line) => 'key' in line && line.key)).toEqual(['k', undefined, undefined]);
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
  requests.fault('malformed', { requestId: 'r-2', status: 400, milliseconds: 0 })('203.0.113.7', 99, true);
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
