/** A response as received. */
export type RawResponse = {
  readonly status: number;
  /** By lower-case name. Duplicate headers are an error, except for those that may be repeated. */
  readonly headers: ReadonlyMap<string, string>;
  /** The head as received, one character per byte. */
  readonly head: string;
  readonly body: Buffer;
  /** Whether it announces the end of the connection. */
  readonly closes: boolean;
};

/** The bytes are not a response by a strict reading of RFC 9112. */
export class FramingError extends Error {}

const emptyLine = Buffer.from('\r\n\r\n');
const statusLine = /^HTTP\/1\.1 ([2-5]\d\d) [\t\x20-\x7e]*$/;
const headerLine = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/;
/** Headers that may be repeated, which means the same as one list. */
const lists = new Set(['vary', 'via', 'allow', 'cache-control', 'set-cookie']);
const mostHead = 64 * 1024;

/** What must be known about the request to parse its response. */
export type Asked = {
  readonly isHead: boolean;
  /**
   * Whether it comes from a proxy: nginx repeats some of its own headers in a 416, and Varnish rejects invalid HTTP with
   * only a status line before it closes. For HTTP/1.0, it may end a body by closing the connection.
   */
  readonly isByProxy: boolean;
  /** Whether the connection is closed, so that nothing more can arrive. */
  readonly isClosed: boolean;
};

/**
 * Parses the first response; undefined while it is incomplete. Interim responses (100) are skipped.
 */
export function parseResponse(
  bytes: Buffer,
  asked: Asked,
): { readonly response: RawResponse; readonly end: number } | undefined {
  const interim = interimEnd(bytes);
  if (interim > 0) {
    const rest = parseResponse(bytes.subarray(interim), asked);
    return rest && { response: rest.response, end: interim + rest.end };
  }
  const headEnd = bytes.indexOf(emptyLine);
  if (headEnd < 0) {
    checkBeginning(bytes);
    return undefined;
  }
  const head = bytes.toString('latin1', 0, headEnd);
  const [first = '', ...lines] = head.split('\r\n');
  const status = Number(
    statusLine.exec(first)?.[1] ?? fail(`no status line: ${JSON.stringify(first.slice(0, 80))}`),
  );
  const headers = readHeaders(lines, asked.isByProxy && status === 416);
  const start = headEnd + emptyLine.length;
  const isBare = asked.isByProxy && (status === 400 || status === 417) && headers.size === 0;
  const isBodiless = asked.isHead || status === 204 || status === 304 || isBare;
  const closes = isBare || /(^|[, ])close($|[, ])/i.test(headers.get('connection') ?? '');
  const endsWithConnection = asked.isByProxy && closes && !headers.has('content-length');
  if (endsWithConnection && !isBodiless && !headers.has('transfer-encoding')) {
    const response = { status, headers, head, body: bytes.subarray(start), closes };
    return asked.isClosed ? { response, end: bytes.length } : undefined;
  }
  const found = readBody(bytes, start, headers, isBodiless, status);
  if (found === undefined) return undefined;
  return { response: { status, headers, head, body: found.body, closes }, end: found.end };
}

/** The end of interim responses at the beginning; 0 if there are none. */
export function interimEnd(bytes: Buffer): number {
  if (!interimStart.equals(bytes.subarray(0, interimStart.length))) return 0;
  const end = bytes.indexOf(emptyLine);
  return end < 0 ? 0 : end + emptyLine.length;
}

const interimStart = Buffer.from('HTTP/1.1 100 ');

/** Fails early if the bytes can't become a response any more. */
function checkBeginning(bytes: Buffer): void {
  const start = 'HTTP/1.1 ';
  const begun = bytes.toString('latin1', 0, Math.min(bytes.length, start.length));
  if (!start.startsWith(begun)) fail(`no response: ${JSON.stringify(bytes.toString('latin1', 0, 80))}`);
  if (bytes.length > mostHead) fail('a head without an end');
}

function readHeaders(lines: readonly string[], mayRepeat: boolean): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, given = '', value = ''] =
      headerLine.exec(line) ?? fail(`not a header line: ${JSON.stringify(line.slice(0, 80))}`);
    const name = given.toLowerCase();
    const known = headers.get(name);
    if (mayRepeat && known === value) continue;
    if (known !== undefined && !lists.has(name)) fail(`${name} came twice`);
    headers.set(name, known === undefined ? value : `${known}, ${value}`);
  }
  return headers;
}

function readBody(
  bytes: Buffer,
  start: number,
  headers: ReadonlyMap<string, string>,
  isBodiless: boolean,
  status: number,
): { readonly body: Buffer; readonly end: number } | undefined {
  const [length, coding] = [headers.get('content-length'), headers.get('transfer-encoding')];
  if (length !== undefined && !/^(0|[1-9]\d{0,15})$/.test(length)) fail(`content-length is ${length}`);
  if (length !== undefined && coding !== undefined) fail('both content-length and transfer-encoding');
  if (status === 204 && (length ?? coding) !== undefined) fail('204 with a body length');
  if (isBodiless) return { body: bytes.subarray(start, start), end: start };
  if (coding !== undefined) return readChunks(bytes, start, coding);
  if (length === undefined) fail('neither content-length nor transfer-encoding');
  const end = start + Number(length);
  return bytes.length < end ? undefined : { body: bytes.subarray(start, end), end };
}

function readChunks(
  bytes: Buffer,
  start: number,
  coding: string,
): { readonly body: Buffer; readonly end: number } | undefined {
  if (coding.toLowerCase() !== 'chunked') fail(`transfer-encoding is ${coding}`);
  const parts: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const line = bytes.toString('latin1', at, lineEnd);
    if (!/^[\da-f]{1,8}$/i.test(line)) fail(`not a chunk size: ${JSON.stringify(line.slice(0, 40))}`);
    const size = Number.parseInt(line, 16);
    const end = lineEnd + 2 + size;
    if (bytes.length < end + 2) return undefined;
    if (bytes.toString('latin1', end, end + 2) !== '\r\n') fail('a chunk with a wrong size');
    if (size === 0) return { body: Buffer.concat(parts), end: end + 2 };
    parts.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}

function fail(message: string): never {
  throw new FramingError(message);
}
