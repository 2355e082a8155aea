import { STATUS_CODES } from 'node:http';

/** A body that is sent as it is read, since it may be larger than memory. */
export type StreamedBody = {
  readonly length: number;
  /** The next chunk, valid until the one after it is read; undefined after the last. */
  read(): Promise<Uint8Array | undefined>;
  /** Releases what it reads from; called once, whether or not it was read to its end. */
  close(): void;
};

/** A response before it is sent. */
export type HttpResponse = {
  readonly status: number;
  /** Whole header lines, as `headerLines` writes them. What belongs to HTTP itself is added when they are sent. */
  readonly headers: string;
  readonly body: Uint8Array | StreamedBody | undefined;
  /** Called when the body is sent, or copied: its memory may be used again from then on. */
  readonly release?: (() => void) | undefined;
};

/** Writes a header as HTTP sends it. */
export function headerLine(name: string, value: string): string {
  return `${name}: ${value}\r\n`;
}

/** Writes several headers, one line each. */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => headerLine(name, value))
    .join('');
}

/** What the connection adds to a response. */
export type Framing = {
  /** The `Date` header line. */
  readonly date: string;
  readonly closes: boolean;
  /** The client speaks HTTP/1.0, which has to be told that a connection stays open. */
  readonly isHttp10: boolean;
};

/** The head of a response, to the empty line that ends it. */
export function responseHead({ status, headers, body }: HttpResponse, framing: Framing): string {
  const length = hasNoBody(status) ? '' : headerLine('content-length', `${body?.length ?? 0}`);
  const connection = framing.closes ? closeLine : framing.isHttp10 ? keepAliveLine : '';
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n${framing.date}${headers}${length}${connection}\r\n`;
}

const closeLine = headerLine('connection', 'close');
const keepAliveLine = headerLine('connection', 'keep-alive');

/** Whether a response of this status has no body, not even an empty one. */
export function hasNoBody(status: number): boolean {
  return status === 304 || status === 204;
}
