import { expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { createJudge, type Guarded, type Route } from './judge.ts';
import type { FuzzRequest } from './makeRequest.ts';
import { parseResponse } from './parseResponse.ts';
import { canary, makeWorld, type Who } from './world.ts';

const world = makeWorld(Date.now());
const [mine, theirs] = [
  { key: 'nsk_mine', secret: 'nss_mine' },
  { key: 'nsk_theirs', secret: 'nss_theirs' },
];
const guarded: Guarded = {
  world,
  keys: [mine, theirs],
  secrets: new Map([
    [mine.secret, 'a secret'],
    ['/srv/data', 'a folder'],
  ]),
};
const shelf = { projectId: 'acme', spaceId: 'web', kind: 'news', instanceId: 'press' } as const;

const usual: FuzzRequest = {
  ...{
    bytes: Buffer.alloc(0),
    method: 'GET',
    target: '/static/projects/acme',
    who: 'project',
    key: mine.key,
  },
  ...{ requestId: 'r1', packing: '', closes: false, hasBody: false, isDamaged: false, isTooLarge: false },
  ...{ statuses: new Set([200, 404]), subject: { type: 'list', shelf, isEmpty: false } },
};

type Told = { status?: number; type?: string; lines?: string; tag?: string; body: string | Uint8Array };

function judged(
  told: Told,
  request: Partial<FuzzRequest> = {},
  route: Route = 'direct',
  judge = createJudge(guarded),
) {
  const { status = 200, type = 'application/json', lines = '', tag = '"x"', body } = told;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const usualLines = `date: x\r\nx-request-id: r1\r\netag: ${tag}\r\ncontent-type: ${type}\r\n`;
  const head = `HTTP/1.1 ${status} X\r\n${usualLines}${lines}content-length: ${bytes.length}\r\n\r\n`;
  const parsed = parseResponse(Buffer.concat([Buffer.from(head), bytes]), {
    ...{ isHead: false, isByProxy: false, isClosed: false },
  });
  if (parsed === undefined) throw new Error('not whole');
  return judge({ ...usual, ...request }, parsed.response, route);
}

const place = { projectId: 'acme', spaceId: 'web' };
const listOf = (name: string) => ({ totalCount: 1, currentPage: 1, list: [{ ...place, name }] });
const body = (value: object) => JSON.stringify(value);

test('content that a reader may see is fine, compressed or not', () => {
  const shown = body(listOf(canary(visibleTo('project'))));
  expect(judged({ body: shown })).toEqual([]);
  expect(judged({ body: gzipSync(shown), lines: 'content-encoding: gzip\r\n' })).toEqual([]);
});

test('a canary is found in a body, a compressed body and a header', () => {
  const hidden = canary(hiddenFrom('project'));
  const leak = [expect.stringContaining(`project sees ${hidden}`)];
  expect(judged({ body: body(listOf(hidden)) })).toEqual(leak);
  expect(judged({ body: gzipSync(body(listOf(hidden))), lines: 'content-encoding: gzip\r\n' })).toEqual(leak);
  expect(judged({ body: body(listOf('')), lines: `x: ${hidden}\r\n` })).toEqual(leak);
  expect(judged({ body: body(listOf('')) }, { who: 'stranger' })).toEqual([]);
  expect(judged({ body: body(listOf(canary(visibleTo('project')))) }, { who: 'stranger' })).toHaveLength(1);
});

test('secrets, paths and the keys of other readers are found', () => {
  expect(judged({ body: body(listOf('')), lines: `x: ${mine.secret}\r\n` })).toEqual(['a secret leaks']);
  expect(judged({ body: body(listOf('/srv/data/newsstand.db')) })).toEqual(['a folder leaks']);
  expect(judged({ body: body(listOf('')), lines: `surrogate-key: key/${mine.key}\r\n` })).toEqual([]);
  expect(judged({ body: body(listOf('')), lines: `surrogate-key: key/${theirs.key}\r\n` })).toHaveLength(1);
});

test('a status must be one of the expected ones', () => {
  expect(judged({ status: 403, type: 'text/html', body: '' }, {}, 'nginx')).toEqual([]);
  expect(judged({ status: 502, type: 'text/html', body: '' }, {}, 'nginx')).not.toEqual([]);
  expect(judged({ status: 200, body: body(listOf('')) }, { statuses: new Set([401]) })).toEqual([
    'status 200 instead of 401',
  ]);
});

test('a response must belong to its request', () => {
  expect(judged({ body: body(listOf('')) }, { requestId: 'r2' })).toEqual(['the response to r1']);
  expect(judged({ body: body({ ...listOf(''), list: [{ ...place, spaceId: 'app' }] }) })).toEqual([
    'items of another space',
  ]);
  const item = { type: 'item', shelf, id: 'n6' } as const;
  expect(judged({ body: body({ ...place, contentId: 'n6' }) }, { subject: item })).toEqual([]);
  expect(judged({ body: body({ ...place, contentId: 'n7' }) }, { subject: item })).toHaveLength(1);
  const lured = { type: 'list', shelf, isEmpty: true } as const;
  expect(judged({ body: body(listOf('')) }, { subject: lured })).toHaveLength(1);
});

test('the same request gets the same response, on every route and in every coding', () => {
  const judge = createJudge(guarded);
  const told = (tag: string, route: Route, request: Partial<FuzzRequest> = {}) =>
    judged({ body: body(listOf('')), tag }, request, route, judge);
  expect(told('"x"', 'direct')).toEqual([]);
  expect(told('W/"x-gzip"', 'varnish')).toEqual([]);
  expect(told('"y"', 'nginx')).toEqual(['the tag y instead of x']);
  expect(told('"y"', 'direct', { target: '/static/projects/other' })).toEqual([]);
  expect(told('"y"', 'direct', { who: 'space' })).toEqual([]);
});

const notFound = {
  ...{ type: '/docs#error-not_found', title: 'Resource not found', status: 404, detail: 'There is nothing.' },
  ...{ code: 'not_found', requestId: 'r1' },
};
const problem = (changed: object) =>
  judged({ status: 404, type: 'application/problem+json', body: body({ ...notFound, ...changed }) });

test('problem details must be complete and reveal no internals', () => {
  expect(problem({})).toEqual([]);
  for (const changed of [
    { code: 'unknown' },
    { status: 400 },
    { type: 'about:blank' },
    { detail: '' },
    { title: undefined },
    { requestId: 'r2' },
    { errors: [] },
    { stack: '' },
    { detail: 'at handle (/x/y.js:10:5)' },
    { detail: 'see store/sqlite/connect.ts' },
    { detail: 'SELECT * FROM records' },
    { detail: 'SQLITE_BUSY' },
    { detail: 'TypeError: x' },
  ])
    expect([changed, problem(changed).length > 0]).toEqual([changed, true]);
  expect(judged({ status: 404, type: 'text/html', body: '' })).toHaveLength(1);
});

function visibleTo(who: Who): number {
  return world.entries.findIndex(({ audience }) => audience.has(who));
}

function hiddenFrom(who: Who): number {
  return world.entries.findIndex(({ audience }) => !audience.has(who));
}
