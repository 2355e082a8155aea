import type { StreamedBody } from '../../http/HttpResponse.ts';
import { type MediaResponse, mediaProblems } from './MediaResponse.ts';

/** Bytes of a file from `start` up to `end`, which is exclusive. */
export type Range = { readonly start: number; readonly end: number };

/** Something that can be sent whole or in part. It never changes, since its URL contains a hash of its content. */
export type Resource = {
  /** The strong ETag, with quotes. */
  readonly tag: string;
  readonly type: string;
  readonly length: number;
  /** Further header lines. */
  readonly lines: string;
  /** The bytes, or a function that reads them; it gives undefined if they are gone. */
  readonly content: Uint8Array | ((range: Range) => Promise<StreamedBody | undefined>);
};

/** The conditional and range headers of a request (RFC 9110), and whether it is a HEAD request. */
export type Conditions = {
  readonly ifNoneMatch: string | undefined;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  readonly isHead: boolean;
};

/** Sends a resource: whole, in part, or as 304 if the client already has it. */
export function sendResource(
  resource: Resource,
  conditions: Conditions,
): MediaResponse | Promise<MediaResponse> {
  const { tag, type, length } = resource;
  const lines = `etag: ${tag}\r\naccept-ranges: bytes\r\n${commonLines}${resource.lines}`;
  if (conditions.ifNoneMatch !== undefined && matches(conditions.ifNoneMatch, tag))
    return { status: 304, headers: lines, body: undefined };
  const typed = `${lines}content-type: ${type}\r\n`;
  const isRanged = conditions.range !== undefined && (conditions.ifRange ?? tag) === tag;
  const range = isRanged ? parseRange(conditions.range, length) : undefined;
  if (range === 'outside') {
    return { ...mediaProblems.rangeOutside, headers: `content-range: bytes */${length}\r\n` };
  }
  if (conditions.isHead) return { status: 200, headers: typed, body: unread(length) };
  if (range === undefined) return withBody(resource, { start: 0, end: length }, 200, typed);
  const part = `${typed}content-range: bytes ${range.start}-${range.end - 1}/${length}\r\n`;
  return withBody(resource, range, 206, part);
}

/** Any page may embed it, and browsers must not guess another type. */
const commonLines = [
  'cross-origin-resource-policy: cross-origin',
  'x-content-type-options: nosniff',
  '',
].join('\r\n');

function matches(header: string, tag: string): boolean {
  return header.split(',').some((one) => ['*', tag, `W/${tag}`].includes(one.trim()));
}

/** The body of a response to HEAD: only its length is used. */
function unread(length: number): StreamedBody {
  return { length, read: () => Promise.resolve(undefined), close: () => {} };
}

function withBody(
  { content }: Resource,
  range: Range,
  status: number,
  headers: string,
): MediaResponse | Promise<MediaResponse> {
  if (content instanceof Uint8Array)
    return { status, headers, body: content.subarray(range.start, range.end) };
  return content(range).then((body) =>
    body === undefined ? mediaProblems.notFound : { status, headers, body },
  );
}

/** Parses a `Range` header. Undefined means to send everything, also for several ranges, which players do not need. */
function parseRange(header: string, length: number): Range | 'outside' | undefined {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header.trim());
  const [, first = '', last = ''] = found ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return suffix(Number(last), length);
  const start = Number(first);
  const end = last === '' ? length : Math.min(Number(last) + 1, length);
  if (last !== '' && Number(last) < start) return undefined;
  return start < length ? { start, end } : 'outside';
}

function suffix(count: number, length: number): Range | 'outside' {
  return count === 0 || length === 0 ? 'outside' : { start: Math.max(0, length - count), end: length };
}
