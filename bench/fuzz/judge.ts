import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type ErrorCode, errors } from '@newsstand/contract';
import type { FuzzRequest, Keys } from './makeRequest.ts';
import type { RawResponse } from './parseResponse.ts';
import { canaryPattern, canaryStart, type World } from './world.ts';

/** The route of a request. */
export type Route = 'direct' | 'nginx' | 'varnish';

/** What must never be in a response, and who may see which content. */
export type Guarded = {
  readonly world: World;
  /** Texts that must never be sent, with descriptions: secrets, paths of the server. */
  readonly secrets: ReadonlyMap<string, string>;
  /** All keys; each may be sent only to its own reader. */
  readonly keys: readonly Keys[];
};

/** Describes what is wrong with a response. */
export type Judge = (request: FuzzRequest, response: RawResponse, route: Route) => readonly string[];

const problemType = 'application/problem+json';

/** Statuses that a proxy may return by itself, for invalid or too large requests. */
const ofProxies: ReadonlySet<number> = new Set([
  400, 403, 404, 405, 408, 411, 413, 414, 416, 417, 431, 501, 505,
]);

/** What code, queries and paths look like in error messages. */
const traces: readonly (readonly [RegExp, string])[] = [
  [/\bat .{1,200}:\d+:\d+/, 'a stack trace'],
  [/\.tsx?\b|node_modules|bun:/, 'the name of a source file'],
  [/\b(SELECT|INSERT|UPDATE|DELETE) .{0,80}\b(FROM|INTO|SET|WHERE)\b|SQLITE_|PRAGMA/, 'SQL'],
  [/\b(Type|Range|Reference|Syntax)Error\b|\[object |\bundefined\b is not/, 'an exception'],
];

/** Creates the judge of a run. It remembers responses, because they must be the same every time. */
export function createJudge(guarded: Guarded): Judge {
  const seen = new Map<string, string>();
  return (request, response, route) => {
    const text = readable(response);
    if (typeof text !== 'string') return [text.fault];
    const faults = [
      ...judgeStatus(request, response, route),
      ...judgeHeaders(request, response, route),
      ...judgeLeaks(guarded, request, response, text),
      ...judgeBody(request, response, text, route),
    ];
    if (faults.length === 0) faults.push(...judgeSameness(seen, request, response));
    return faults;
  };
}

/** The decompressed body as text. */
function readable({ headers, body }: RawResponse): string | { readonly fault: string } {
  const packing = headers.get('content-encoding');
  try {
    if (packing === undefined || body.length === 0) return body.toString('latin1');
    if (packing === 'gzip') return gunzipSync(body).toString('latin1');
    if (packing === 'br') return brotliDecompressSync(body).toString('latin1');
  } catch {
    return { fault: `the body is not ${packing}` };
  }
  return { fault: `content-encoding is ${packing}` };
}

function judgeStatus(
  { statuses, isDamaged, isTooLarge }: FuzzRequest,
  { status }: RawResponse,
  route: Route,
): readonly string[] {
  if (isTooLarge && route === 'direct')
    return status === 414 || status === 431 ? [] : [`status ${status} for a request that is too large`];
  if (statuses.has(status)) return [];
  if (route !== 'direct' && ofProxies.has(status)) return [];
  // A proxy may serve a range of anything that it has cached.
  if (route !== 'direct' && status === 206 && statuses.has(200)) return [];
  return [`status ${status}${isDamaged ? '' : ` instead of ${[...statuses].join(' or ')}`}`];
}

/** Whether the response is the proxy's own. */
function isOfProxy({ status, headers }: RawResponse, route: Route): boolean {
  return route !== 'direct' && ofProxies.has(status) && headers.get('content-type') !== problemType;
}

function judgeHeaders(request: FuzzRequest, response: RawResponse, route: Route): readonly string[] {
  const faults: string[] = [];
  const { status, headers } = response;
  const { requestId } = request;
  const told = headers.get('x-request-id');
  if (isOfProxy(response, route)) return faults;
  if (!headers.has('date')) faults.push('no date');
  if (told === undefined) faults.push('no x-request-id');
  else if (requestId !== undefined && told !== requestId) faults.push(`the response to ${told}`);
  if (status === 405 && !headers.has('allow')) faults.push('405 without allow');
  return faults;
}

function judgeLeaks(
  { world, secrets, keys }: Guarded,
  { who, key: own }: FuzzRequest,
  { head }: RawResponse,
  body: string,
): readonly string[] {
  const faults: string[] = [];
  for (const text of [head, body]) {
    if (text.includes(canaryStart)) {
      for (const [found, place] of text.matchAll(canaryPattern)) {
        const entry = world.entries[Number(place)];
        if (entry?.audience.has(who) !== true)
          faults.push(`${who} sees ${found}, of ${entry?.kind} ${entry?.id}`);
      }
    }
    for (const [secret, what] of secrets) if (text.includes(secret)) faults.push(`${what} leaks`);
    if (!text.includes('nsk_')) continue;
    for (const { key } of keys)
      if (key !== own && text.includes(key)) faults.push(`the key ${key} of another reader leaks`);
  }
  return faults;
}

function judgeBody(
  request: FuzzRequest,
  response: RawResponse,
  text: string,
  route: Route,
): readonly string[] {
  const { status, headers, body } = response;
  const type = headers.get('content-type') ?? '';
  if (request.method === 'HEAD' || status === 204 || status === 304) return [];
  if (type === problemType) return judgeProblem(response, body.toString('utf8'), route);
  if (status >= 400) {
    if (isOfProxy(response, route)) return [];
    return [`${status} is ${type}, not problem details`];
  }
  if (!request.target.startsWith('/static/') || type !== 'application/json' || status !== 200) return [];
  return judgeContent(request, parsed(Buffer.from(text, 'latin1').toString('utf8')));
}

/** Checks problem details as promised in docs/interface.md. */
function judgeProblem({ status, headers }: RawResponse, text: string, route: Route): readonly string[] {
  const problem = parsed(text);
  if (!isObject(problem)) return ['problem details that are not JSON'];
  const { type, title, detail, code, requestId, errors: faults, ...others } = problem;
  const wrong: string[] = [];
  if (!isCode(code) || errors[code].status !== status || problem['status'] !== status)
    wrong.push(`the code ${code} with status ${status}`);
  if (type !== `/docs#error-${code}`) wrong.push(`the type ${type}`);
  if (typeof title !== 'string' || typeof detail !== 'string' || detail === '')
    wrong.push('no title or detail');
  if (typeof requestId !== 'string' || (route === 'direct' && requestId !== headers.get('x-request-id')))
    wrong.push(`the request ID ${requestId}`);
  if ((code === 'invalid_parameters') !== Array.isArray(faults))
    wrong.push('errors where they do not belong');
  const unknown = Object.keys(others).filter((name) => name !== 'status');
  if (unknown.length > 0) wrong.push(`unknown members ${unknown.join(', ')}`);
  for (const [pattern, what] of traces) if (pattern.test(text)) wrong.push(`${what}: ${text.slice(0, 300)}`);
  return wrong;
}

function isCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errors, code);
}

/** Checks that the response contains what was requested. */
function judgeContent({ subject }: FuzzRequest, content: unknown): readonly string[] {
  if (!isObject(content)) return ['content that is not a JSON object'];
  if (subject === undefined) return [];
  const isThere = (item: unknown) =>
    isObject(item) &&
    item['projectId'] === subject.shelf.projectId &&
    item['spaceId'] === subject.shelf.spaceId;
  if (subject.type === 'item') {
    const id = content['contentId'] ?? content['mediaId'];
    return isThere(content) && id === subject.id ? [] : [`the item ${id} instead of ${subject.id}`];
  }
  const { totalCount, currentPage, list } = content;
  if (!Array.isArray(list) || typeof totalCount !== 'number' || typeof currentPage !== 'number')
    return ['an invalid list'];
  if (list.length > totalCount) return [`${list.length} items of ${totalCount}`];
  if (subject.isEmpty && totalCount > 0) return [`a search for a hidden word finds ${totalCount}`];
  return list.every(isThere) ? [] : ['items of another space'];
}

const mostSeen = 20_000;

/** The same request gets the same response, by GET and HEAD, with and without proxies. Content does not change in a run. */
function judgeSameness(
  seen: Map<string, string>,
  { method, target, who, isDamaged }: FuzzRequest,
  { status, headers }: RawResponse,
): readonly string[] {
  const isContent = status === 200 && target.startsWith('/static/') && !target.includes('previewAt');
  if (!isContent || isDamaged || (method !== 'GET' && method !== 'HEAD')) return [];
  const requested = `${who} ${target}`;
  // The first part of a tag identifies the uncompressed bytes.
  const print = /^(?:W\/)?"(\w+)/.exec(headers.get('etag') ?? '')?.[1];
  if (print === undefined) return ['no etag'];
  const before = seen.get(requested);
  if (before !== undefined && before !== print) return [`the tag ${print} instead of ${before}`];
  if (seen.size < mostSeen) seen.set(requested, print);
  return [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
