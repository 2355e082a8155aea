import { errors } from '@newsstand/contract';
import type { Random } from './createRandom.ts';
import type { FuzzRequest } from './makeRequest.ts';

/** Bytes that have a meaning in a head, or are forbidden there. */
const special = [
  '\0',
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  '\n\n',
  ' ',
  '\t',
  ':',
  '\x0b',
  '\x7f',
  '\xff',
  '\xc2\xa0',
  '\r\n ',
  ';',
  ',',
];

/** Header lines that two parsers might interpret differently. */
const disputed = [
  'Content-Length: 5',
  'Content-Length: +5',
  'Content-Length: 0',
  'Content-Length: 5\r\nContent-Length: 6',
  'Content-Length : 5',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 3',
  'Transfer-Encoding\t: chunked',
  'Host: second',
  'Expect: 100-continue',
  'Upgrade: h2c\r\nConnection: Upgrade',
  'Connection: x-svc-ac-api-secret',
  ' folded',
  'no colon',
  ': no name',
  'na me: value',
];

/** The statuses that a damaged request may get: never an internal error. */
const anyStatus: ReadonlySet<number> = new Set([
  ...[200, 204, 206, 304, 308],
  ...Object.values(errors)
    .map(({ status }) => status)
    .filter((status) => status < 500),
  ...[501, 505],
]);

/** Damages the bytes of a request, so that it is probably invalid. */
export function damage(random: Random, request: FuzzRequest): FuzzRequest {
  const text = random
    .times(1 + random.below(3), () => 0)
    .reduce((now) => damagedOnce(random, now), request.bytes.toString('latin1'));
  return {
    ...request,
    bytes: Buffer.from(text, 'latin1'),
    requestId: undefined,
    isDamaged: true,
    statuses: anyStatus,
    isTooLarge: false,
    subject: undefined,
  };
}

function damagedOnce(random: Random, text: string): string {
  const at = random.below(text.length);
  const after = at + 1 + random.below(8);
  const lineEnd = text.indexOf('\r\n') + 2;
  return random.pick([
    () => text.slice(0, at) + random.pick(special) + text.slice(at),
    () => text.slice(0, at) + random.pick(special) + text.slice(at + 1),
    () => text.slice(0, at) + String.fromCharCode(random.below(256)) + text.slice(at + 1),
    () => text.slice(0, at) + text.slice(after),
    () => text.slice(0, after) + text.slice(at),
    () => text.slice(0, at),
    () => `${text.slice(0, lineEnd)}${random.pick(disputed)}\r\n${text.slice(lineEnd)}`,
    () => `${text.slice(0, lineEnd)}${random.pick(disputed)}\n${text.slice(lineEnd)}`,
    () => text + random.pick(special) + text,
    () =>
      text.replace(
        /HTTP\/1\.[01]/,
        random.pick(['HTTP/2.0', 'HTTP/1.2', 'http/1.1', 'HTTP/0.9', 'HTTP/11', '', 'HTTP/1.1 x']),
      ),
    () => text.replaceAll('\r\n', random.pick(['\n', '\r', '\r\r\n', '\n\r'])),
  ])();
}
