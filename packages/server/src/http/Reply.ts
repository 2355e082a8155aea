import { STATUS_CODES } from 'node:http';

/** A body that is sent as it is read, since it may be larger than memory. */
export type StreamedBody = {
  readonly length: number;
  /** The next piece, which is right until the one after it is read; undefined after the last. */
  read(): Promise<Uint8Array | undefined>;
  /** Lets go of what it reads from; called once, whether or not it was read to its end. */
  close(): void;
};

/** An answer before it goes out. */
export type Reply = {
  readonly status: number;
  /** Whole header lines, each with its line end. What belongs to HTTP itself is added when it is sent. */
  readonly headers: string;
  readonly body: Uint8Array | StreamedBody | undefined;
  /** Whether the bytes of the body are right only until the next answer is made; never so in a promised reply. */
  readonly isFleeting?: boolean;
};

/** What HTTP adds to an answer. */
export type Framing = { readonly date: string; readonly closes: boolean; readonly isOld: boolean };

/** The head of an answer, to the empty line that ends it. */
export function headOf({ status, headers, body }: Reply, { date, closes, isOld }: Framing): string {
  const length = isBodiless(status) ? '' : `content-length: ${body === undefined ? 0 : body.length}\r\n`;
  const connection = closes ? 'connection: close\r\n' : isOld ? 'connection: keep-alive\r\n' : '';
  return `${statusLine(status)}${date}${headers}${length}${connection}\r\n`;
}

/** Whether an answer of this status has no body, not even an empty one. */
export function isBodiless(status: number): boolean {
  return status === 304 || status === 204;
}

const statusLines: string[] = [];

function statusLine(status: number): string {
  statusLines[status] ??= `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n`;
  return statusLines[status];
}
