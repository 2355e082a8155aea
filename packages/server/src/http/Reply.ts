import { STATUS_CODES } from 'node:http';

/** A body that is sent as it is read, since it may be larger than memory. */
export type StreamedBody = {
  readonly length: number;
  /** The next piece, which is right until the one after it is read; undefined after the last. */
  read(): Promise<Uint8Array | undefined>;
  /** Lets go of what it reads from; called once, whether or not it was read to its end. */
  close(): void;
};

/** A part of a head, a byte for each character. What is sent again and again is kept as bytes. */
export type HeadPart = string | Uint8Array;

/** An answer before it goes out. */
export type Reply = {
  readonly status: number;
  /**
   * Whole header lines, each with its line end, in as many parts as they were made of: to join them would cost more than
   * to write them. What belongs to HTTP itself is added when they are sent.
   */
  readonly headers: string | readonly HeadPart[];
  readonly body: Uint8Array | StreamedBody | undefined;
  /** Whether the bytes of the body are right only until the next answer is made; never so in a promised reply. */
  readonly isFleeting?: boolean;
};

/** The header lines of an answer as one text. */
export function headersOf({ headers }: Reply): string {
  return typeof headers === 'string' ? headers : joinedParts(headers).toString('latin1');
}

/** Some parts as one. */
export function joinedParts(parts: readonly HeadPart[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
}

/** What HTTP adds to an answer. */
export type Framing = {
  /** The header line that tells the date. */
  readonly date: HeadPart;
  readonly closes: boolean;
  readonly isOld: boolean;
};

/** Writes the head of an answer, to the empty line that ends it; gives back where it ends. */
export function writeHead(
  into: Buffer,
  start: number,
  { status, headers, body }: Reply,
  framing: Framing,
): number {
  let at = putPart(into, start, statusLine(status));
  at = putPart(into, at, framing.date);
  if (typeof headers === 'string') at = putPart(into, at, headers);
  else for (const part of headers) at = putPart(into, at, part);
  if (!isBodiless(status)) {
    at = putPart(into, at, lengthStart);
    at = putNumber(into, at, body === undefined ? 0 : body.length);
    at = putPart(into, at, lineEnd);
  }
  if (framing.closes) at = putPart(into, at, closing);
  else if (framing.isOld) at = putPart(into, at, staying);
  return putPart(into, at, lineEnd);
}

function putPart(into: Buffer, at: number, part: HeadPart): number {
  if (typeof part !== 'string') {
    into.set(part, at);
    return at + part.length;
  }
  // A call costs more than a few characters do.
  if (part.length > shortText) return at + into.write(part, at, 'latin1');
  for (let index = 0; index < part.length; index++) into[at + index] = part.charCodeAt(index);
  return at + part.length;
}

const shortText = 32;

function putNumber(into: Buffer, at: number, number: number): number {
  const last = number >= 10 ? putNumber(into, at, Math.floor(number / 10)) : at;
  into[last] = 0x30 + (number % 10);
  return last + 1;
}

const lengthStart = Buffer.from('content-length: ');
const lineEnd = Buffer.from('\r\n');
const closing = 'connection: close\r\n';
const staying = 'connection: keep-alive\r\n';

/** Whether an answer of this status has no body, not even an empty one. */
export function isBodiless(status: number): boolean {
  return status === 304 || status === 204;
}

const statusLines: Buffer[] = [];

function statusLine(status: number): Buffer {
  statusLines[status] ??= Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n`);
  return statusLines[status];
}
