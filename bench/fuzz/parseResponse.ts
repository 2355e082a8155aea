/** A response as it came over the wire. */
export type RawResponse = {
  readonly status: number;
  /** By name in lower case; a header that came twice is a fault, but for those that may. */
  readonly headers: ReadonlyMap<string, string>;
  /** The head as it came, a character for each byte. */
  readonly head: string;
  readonly body: Buffer;
  /** Whether it says that the connection ends with it. */
  readonly closes: boolean;
};

/** Bytes that are not a response by RFC 9112, read without any leniency. */
export class FramingError extends Error {}

const emptyLine = Buffer.from('\r\n\r\n');
const statusLine = /^HTTP\/1\.1 ([2-5]\d\d) [\t\x20-\x7e]*$/;
const headerLine = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/;
/** What may come more than once, and means the same as one list. */
const lists = new Set(['vary', 'via', 'allow', 'cache-control', 'set-cookie']);
const mostHead = 64 * 1024;

/** What has to be known of the request to read its response. */
export type Asked = {
  readonly isHead: boolean;
  /**
   * Whether a proxy answers: nginx says some headers of its own twice with 416, and Varnish refuses what is not HTTP
   * with a status line, and nothing else, before it closes. To HTTP/1.0 it may tell the end of a body by closing.
   */
  readonly isByProxy: boolean;
  /** Whether the other side has closed, so that nothing more can come. */
  readonly isClosed: boolean;
};

/**
 * Reads the first response; undefined while more of it has to come. Interim ones (100) are passed over, as they are
 * for whoever asked.
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

/** Where interim responses at the beginning end; 0 where there are none. */
export function interimEnd(bytes: Buffer): number {
  if (!interimStart.equals(bytes.subarray(0, interimStart.length))) return 0;
  const end = bytes.indexOf(emptyLine);
  return end < 0 ? 0 : end + emptyLine.length;
}

const interimStart = Buffer.from('HTTP/1.1 100 ');

/** What can't become a response any more is not waited for. */
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
  if (status === 204 && (length ?? coding) !== undefined) fail('204 with the length of a body');
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
    if (!/^[\da-f]{1,8}$/i.test(line)) fail(`not a size of a chunk: ${JSON.stringify(line.slice(0, 40))}`);
    const size = Number.parseInt(line, 16);
    const end = lineEnd + 2 + size;
    if (bytes.length < end + 2) return undefined;
    if (bytes.toString('latin1', end, end + 2) !== '\r\n') fail('a chunk that does not end where it says');
    if (size === 0) return { body: Buffer.concat(parts), end: end + 2 };
    parts.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}

function fail(message: string): never {
  throw new FramingError(message);
}
