import type { StreamedBody } from '../../http/HttpResponse.ts';
import { type MediaResponse, mediaProblems } from './MediaResponse.ts';
import { type Range, readRange } from './parseRange.ts';

/** Something that can be sent, whole or in part. What it is called says what is in it, so it never changes. */
export type Resource = {
  /** With its quotes; names these very bytes. */
  readonly tag: string;
  readonly type: string;
  readonly length: number;
  /** Header lines of its own. */
  readonly lines: string;
  /** The bytes, or where they are read from; undefined where they are gone. */
  readonly content: Uint8Array | ((range: Range) => Promise<StreamedBody | undefined>);
};

/** What a reader says about the bytes that it has and wants. */
export type Wishes = {
  readonly held: string | undefined;
  readonly range: string | undefined;
  /** The range is wanted only where the rest is of this tag. */
  readonly ifRange: string | undefined;
  /** Only what would be said of the bytes is wanted. */
  readonly isHead: boolean;
};

/** Sends a resource as a reader wants it: whole, in part, or not at all where the reader has it. */
export function sendResource(resource: Resource, wishes: Wishes): MediaResponse | Promise<MediaResponse> {
  const { tag, type, length } = resource;
  const lines = `etag: ${tag}\r\naccept-ranges: bytes\r\n${usualLines}${resource.lines}`;
  if (wishes.held !== undefined && isHeld(wishes.held, tag))
    return { status: 304, headers: lines, body: undefined };
  const typed = `${lines}content-type: ${type}\r\n`;
  const isRanged = wishes.range !== undefined && (wishes.ifRange ?? tag) === tag;
  const range = isRanged ? readRange(wishes.range, length) : undefined;
  if (range === 'outside') {
    return { ...mediaProblems.rangeOutside, headers: `content-range: bytes */${length}\r\n` };
  }
  if (wishes.isHead) return { status: 200, headers: typed, body: unread(length) };
  if (range === undefined) return withBody(resource, { start: 0, end: length }, 200, typed);
  const part = `${typed}content-range: bytes ${range.start}-${range.end - 1}/${length}\r\n`;
  return withBody(resource, range, 206, part);
}

/** Everybody may see it, from any page. What is said to be one type is never taken for another. */
const usualLines = ['cross-origin-resource-policy: cross-origin', 'x-content-type-options: nosniff', ''].join(
  '\r\n',
);

function isHeld(header: string, tag: string): boolean {
  return header.split(',').some((one) => ['*', tag, `W/${tag}`].includes(one.trim()));
}

/** A body that nobody reads: only its length is told. */
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
