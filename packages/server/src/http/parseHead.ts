/** Looks up a header by its name in lower case; several of one name are joined with commas. */
export type Header = (name: string) => string | undefined;

/** A head, and what it means for its connection. */
export type ParsedHead<Lines> = {
  readonly method: string;
  /** Path and query as they were sent, without the host, other bytes than ASCII percent-encoded; `*` for OPTIONS alone. */
  readonly target: string;
  readonly lines: Lines;
  /** Whether the connection ends with the response: the client wants it, or a body follows, which is not read. */
  readonly closes: boolean;
  /** Whether the client speaks HTTP/1.0, which has to be told that a connection stays open. */
  readonly isHttp10: boolean;
};

/** What is wrong with a head. */
export type HeadFault =
  | 'malformed'
  | 'methodTooLong'
  | 'targetTooLong'
  | 'headersTooLarge'
  | 'codingUnknown'
  | 'versionUnknown';

/** The maximum number of bytes of a request target, and of all header lines. */
export type HeadLimits = { readonly urlBytes: number; readonly headerBytes: number };

const [tab, lineFeed, carriageReturn, space, colon, slash, question] = [9, 10, 13, 32, 58, 47, 63];

/** The values of the header lines by their names in lower case, in the order in which they came. */
type Fields = ReadonlyMap<string, readonly string[]>;

/** The meaning of header lines, whatever the request line before them is. */
export type HeaderLines = {
  readonly header: Header;
  /** Whether one host is named, none, or something that is not a host. */
  readonly host: 'named' | 'missing' | 'wrong';
  /** How the end of the body is marked, or why that is unknown. */
  readonly body: 'none' | 'sized' | 'chunked' | 'malformed' | 'codingUnknown';
  readonly asksToClose: boolean;
  readonly asksToStay: boolean;
};

/**
 * Parses a whole head, to the empty line that ends it, by the rules of RFC 9112 and without any leniency. `linesIn` reads
 * the header lines that follow the request line.
 */
export function parseHead<Lines extends HeaderLines>(
  bytes: Buffer,
  limits: HeadLimits,
  linesIn: (bytes: Buffer) => Lines | undefined,
): ParsedHead<Lines> | HeadFault {
  const line = parseRequestLine(bytes, limits);
  if (typeof line === 'string') return line;
  if (bytes.length - line.end - '\r\n'.length > limits.headerBytes) return 'headersTooLarge';
  const { method, target, isHttp10 } = line;
  const lines = linesIn(bytes.subarray(line.end));
  if (lines === undefined || lines.host === 'wrong') return 'malformed';
  // HTTP/1.0 has no hosts.
  if (lines.host === 'missing' && !isHttp10) return 'malformed';
  const { body, asksToClose, asksToStay } = lines;
  if (body === 'malformed' || body === 'codingUnknown') return body;
  // Nor has it codings: a proxy may have seen the end of the body elsewhere.
  if (body === 'chunked' && isHttp10) return 'malformed';
  const closes = body !== 'none' || asksToClose || (isHttp10 && !asksToStay);
  return { method, target, lines, closes, isHttp10 };
}

/** Parses header lines, to the empty line that ends them; undefined if they are malformed. */
export function parseHeaderLines(bytes: Buffer): HeaderLines | undefined {
  const fields = readFields(bytes);
  if (fields === undefined) return undefined;
  const header = (name: string) => joined(fields.get(name));
  const wishes = header('connection')?.toLowerCase().split(',') ?? [];
  const has = (wish: string) => wishes.some((text) => text.trim() === wish);
  return {
    header,
    host: hostIn(fields.get('host')),
    body: bodyAfter(fields.get('content-length'), header('transfer-encoding')),
    asksToClose: has('close'),
    asksToStay: has('keep-alive'),
  };
}

function joined(values: readonly string[] | undefined): string | undefined {
  return values === undefined || values.length < 2 ? values?.[0] : values.join(', ');
}

/** By HTTP, one empty line before a request is ignored. Undefined while more bytes are needed to tell. */
export function withoutEmptyLine(bytes: Buffer): Buffer | undefined {
  if (bytes[0] !== carriageReturn) return bytes;
  if (bytes.length < 3) return bytes.length === 1 || bytes[1] === lineFeed ? undefined : bytes;
  return bytes[1] === lineFeed ? bytes.subarray(2) : bytes;
}

/** Whether a head, or its beginning, is of a HEAD request, whatever else is wrong with it. */
export function asksForHead(bytes: Buffer): boolean {
  return (withoutEmptyLine(bytes) ?? bytes).toString('latin1', 0, headStart.length) === headStart;
}

const headStart = 'HEAD ';

/** The end of a head, including its empty line; -1 while that has not arrived. */
export function endOfHead(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(emptyLine, Math.max(0, from - emptyLine.length + 1));
  return at < 0 ? -1 : at + emptyLine.length;
}

const emptyLine = Buffer.from('\r\n\r\n');

/**
 * What is already wrong with an incomplete head; undefined if it may still become valid. Bytes before `from` were
 * checked before, so that a head in many small parts costs no more than others.
 */
export function faultSoFar(bytes: Buffer, from: number, limits: HeadLimits): HeadFault | undefined {
  if (isToken[bytes[0] ?? 0] === 0) return 'malformed';
  const excess = excessSoFar(bytes, limits);
  if (excess !== undefined) return excess;
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === 0 || (bytes[at] === lineFeed && bytes[at - 1] !== carriageReturn)) return 'malformed';
  }
  return undefined;
}

/** Longer than any registered method. */
const maxMethodBytes = 32;

/** The maximum number of bytes of the method and the version of a request line. */
const maxAroundTarget = maxMethodBytes + 32;

/** The maximum number of bytes of a head. */
export function maxHeadBytes({ urlBytes, headerBytes }: HeadLimits): number {
  return maxAroundTarget + urlBytes + headerBytes;
}

function excessSoFar(bytes: Buffer, { urlBytes, headerBytes }: HeadLimits): HeadFault | undefined {
  const lineEnd = bytes.indexOf(lineFeed);
  if (lineEnd >= 0) return bytes.length - lineEnd - 1 > headerBytes + 2 ? 'headersTooLarge' : undefined;
  if (skip(bytes, 0, isToken, maxMethodBytes + 1) > maxMethodBytes) return 'methodTooLong';
  if (bytes.length <= urlBytes + maxAroundTarget) return undefined;
  const start = bytes.indexOf(space) + 1;
  return start > 0 && skip(bytes, start, isTargetByte) - start > urlBytes ? 'targetTooLong' : 'malformed';
}

type RequestLine = {
  readonly method: string;
  readonly target: string;
  readonly isHttp10: boolean;
  readonly end: number;
};

function parseRequestLine(bytes: Buffer, limits: HeadLimits): RequestLine | HeadFault {
  const methodEnd = skip(bytes, 0, isToken, maxMethodBytes + 1);
  if (methodEnd > maxMethodBytes) return 'methodTooLong';
  const start = methodEnd + 1;
  const targetEnd = skip(bytes, start, isTargetByte);
  if (methodEnd === 0 || bytes[methodEnd] !== space || bytes[targetEnd] !== space) return 'malformed';
  if (targetEnd - start > limits.urlBytes) return 'targetTooLong';
  const end = targetEnd + 1 + usualVersion.length;
  const minor = minorVersion(bytes, targetEnd + 1);
  if (typeof minor === 'string') return minor;
  const method = isUsual(bytes, 0, usualMethod) ? 'GET' : bytes.toString('latin1', 0, methodEnd);
  const target = pathAndQuery(bytes.toString('latin1', start, targetEnd), method);
  if (target === undefined) return 'malformed';
  return { method, target: encodeBytes(target), isHttp10: minor === 0, end };
}

const usualMethod = Buffer.from('GET ');
const usualVersion = Buffer.from('HTTP/1.1\r\n');

function isUsual(bytes: Buffer, at: number, usual: Buffer): boolean {
  for (let place = 0; place < usual.length; place++) if (bytes[at + place] !== usual[place]) return false;
  return true;
}

/** The second number of the version, the end of its line included. */
function minorVersion(bytes: Buffer, at: number): number | HeadFault {
  if (isUsual(bytes, at, usualVersion)) return 1;
  const version = bytes.toString('latin1', at, at + usualVersion.length);
  if (!/^HTTP\/\d\.\d\r\n$/.test(version)) return 'malformed';
  return version.startsWith('HTTP/1.') ? Number(version['HTTP/1.'.length]) : 'versionUnknown';
}

/** Percent-encodes the bytes that a client should have: whether they are UTF-8 is seen when they are decoded. */
function encodeBytes(target: string): string {
  return target.replace(/[\x80-\xFF]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** A target as path and query: proxies send whole URLs, and OPTIONS may be about the whole service. */
function pathAndQuery(target: string, method: string): string | undefined {
  if (method === 'CONNECT') return undefined;
  if (target.charCodeAt(0) === slash) return target;
  if (target === '*') return method === 'OPTIONS' ? target : undefined;
  // Without user and password, which must not end up in logs.
  const authority = /^https?:\/\/(?!:)[\w.~!$&'()*+,;=:%[\]-]+(?=[/?#]|$)/i.exec(target)?.[0];
  if (authority === undefined) return undefined;
  const rest = target.slice(authority.length);
  return rest.charCodeAt(0) === slash ? rest : `/${rest.charCodeAt(0) === question ? rest : ''}`;
}

function readFields(bytes: Buffer): Fields | undefined {
  const fields = new Map<string, string[]>();
  let at = 0;
  while (bytes[at] !== carriageReturn) {
    const nameEnd = skip(bytes, at, isToken);
    if (nameEnd === at || bytes[nameEnd] !== colon) return undefined;
    const valueStart = skip(bytes, nameEnd + 1, isBlank);
    const lineEnd = skip(bytes, valueStart, isFieldByte);
    if (bytes[lineEnd] !== carriageReturn || bytes[lineEnd + 1] !== lineFeed) return undefined;
    let valueEnd = lineEnd;
    while (valueEnd > valueStart && isBlank[bytes[valueEnd - 1] ?? 0] === 1) valueEnd--;
    const name = bytes.toString('latin1', at, nameEnd).toLowerCase();
    const value = bytes.toString('latin1', valueStart, valueEnd);
    const known = fields.get(name);
    if (known === undefined) fields.set(name, [value]);
    else known.push(value);
    at = lineEnd + 2;
  }
  return bytes[at + 1] === lineFeed && at + 2 === bytes.length ? fields : undefined;
}

/** HTTP/1.1 requires exactly one host, which may be empty. */
function hostIn(hosts: readonly string[] | undefined): HeaderLines['host'] {
  if (hosts === undefined) return 'missing';
  return hosts.length === 1 && /^[\w.~!$&'()*+,;=:%[\]-]*$/.test(hosts[0] ?? '') ? 'named' : 'wrong';
}

function bodyAfter(lengths: readonly string[] | undefined, codings: string | undefined): HeaderLines['body'] {
  if (lengths === undefined) return codings === undefined ? 'none' : codedBody(codings);
  if (codings !== undefined || lengths.length > 1 || !/^\d{1,15}$/.test(lengths[0] ?? '')) return 'malformed';
  return Number(lengths[0]) > 0 ? 'sized' : 'none';
}

/** `chunked` must come last, and only there, or the end of the body is unknown. It has no parameters. */
function codedBody(codings: string): 'chunked' | 'malformed' | 'codingUnknown' {
  const names = codings.split(',').map((coding) => withoutBlanks(coding).toLowerCase());
  if (!names.every((name) => /^[\w!#$%&'*+.^`|~-]+([ \t]*;.*)?$/.test(name))) return 'malformed';
  if (names.slice(0, -1).includes('chunked') || names.some((name) => /^chunked[ \t]*;/.test(name))) {
    return 'malformed';
  }
  return names.length === 1 && names[0] === 'chunked' ? 'chunked' : 'codingUnknown';
}

/** Trims spaces and tabs only: other parsers take other white space for a part of the text. */
function withoutBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank[text.charCodeAt(start)] === 1) start++;
  while (end > start && isBlank[text.charCodeAt(end - 1)] === 1) end--;
  return text.slice(start, end);
}

/** The first index from `at` on, up to `end`, whose byte is not of a kind. */
function skip(bytes: Buffer, at: number, kind: Uint8Array, end = bytes.length): number {
  let place = at;
  while (place < end && kind[bytes[place] ?? 0] === 1) place++;
  return place;
}

function bytesWhere(isRight: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (isRight(byte) ? 1 : 0));
}

const isToken = bytesWhere((byte) => /^[\w!#$%&'*+.^`|~-]$/.test(String.fromCharCode(byte)));
const isTargetByte = bytesWhere((byte) => byte > space && byte !== 0x7f);
const isBlank = bytesWhere((byte) => byte === space || byte === tab);
const isFieldByte = bytesWhere((byte) => byte === tab || (byte >= space && byte !== 0x7f));
