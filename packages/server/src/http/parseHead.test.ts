import { describe, expect, test } from 'bun:test';
import {
  endOfHead,
  faultSoFar,
  type HeadFault,
  type HeadLimits,
  parseHeaderLines,
  parseHead as parseHeadWith,
} from './parseHead.ts';

const limits = { urlBytes: 64, headerBytes: 512 };
const parseHead = (bytes: Buffer, most: HeadLimits) => parseHeadWith(bytes, most, parseHeaderLines);
const parse = (text: string | Buffer) => parseHead(Buffer.from(text), limits);

function parsed(text: string | Buffer) {
  const result = parse(text);
  if (typeof result === 'string') throw new Error(`refused: ${result}`);
  const { method, target, lines, closes, isHttp10 } = result;
  return { head: { method, target, header: lines.header }, closes, isHttp10 };
}

describe('a valid head', () => {
  test('gives method, target and headers', () => {
    const { head, closes, isHttp10 } = parsed(
      'GET /a?b=c HTTP/1.1\r\nHost: h\r\nX-One:  two \t\r\nempty:\r\n\r\n',
    );
    expect([head.method, head.target, closes, isHttp10]).toEqual(['GET', '/a?b=c', false, false]);
    expect(['host', 'x-one', 'empty', 'x-two', 'x-on'].map(head.header)).toEqual([
      'h',
      'two',
      '',
      undefined,
      undefined,
    ]);
  });

  test('joins repeated headers', () => {
    const { head } = parsed('GET / HTTP/1.1\r\nhost: h\r\na: 1\r\nA: 2\r\na:\r\n\r\n');
    expect(head.header('a')).toBe('1, 2, ');
  });

  test('may hold other bytes than ASCII: percent-encoded in the target, Latin-1 in values', () => {
    const bytes = Buffer.concat([
      Buffer.from('GET /日本?a='),
      Buffer.from([0xff]),
      Buffer.from('\u{FFFD} HTTP/1.1\r\nhost: h\r\nx: '),
      Buffer.from([0xe9]),
      Buffer.from('\r\n\r\n'),
    ]);
    const { head } = parsed(bytes);
    expect([head.target, head.header('x')]).toEqual(['/%E6%97%A5%E6%9C%AC?a=%FF%EF%BF%BD', 'é']);
  });

  test.each([
    ['GET http://h/a?b HTTP/1.1', '/a?b'],
    ['GET HTTPS://h:1 HTTP/1.1', '/'],
    ['GET http://[::1]:80/a HTTP/1.1', '/a'],
    ['GET http://h/user@b HTTP/1.1', '/user@b'],
    [`${'M'.repeat(32)} / HTTP/1.1`, '/'],
    ['GET http://h?b/c HTTP/1.1', '/?b/c'],
    ['GET http://h#f HTTP/1.1', '/'],
    ['GET //h/a HTTP/1.1', '//h/a'],
    ['OPTIONS * HTTP/1.1', '*'],
    ['WHAT-EVER / HTTP/1.9', '/'],
  ])('%s asks for %s', (line, target) => {
    expect(parsed(`${line}\r\nhost: h\r\n\r\n`).head.target).toBe(target);
  });

  test.each([
    ['1.1', '', false],
    ['1.1', 'connection: close\r\n', true],
    ['1.1', 'connection: Upgrade, CLOSE\r\n', true],
    ['1.1', 'connection: a\r\nconnection: close\r\n', true],
    ['1.1', 'connection: closed\r\n', false],
    ['1.0', '', true],
    ['1.0', 'connection: Keep-Alive\r\n', false],
    ['1.1', 'content-length: 0\r\n', false],
    ['1.1', 'content-length: 1\r\n', true],
    ['1.1', 'transfer-encoding: chunked\r\n', true],
    ['1.1', 'Transfer-Encoding: Chunked\r\n', true],
    ['1.0', 'content-length: 1\r\nconnection: keep-alive\r\n', true],
  ])('HTTP/%s with %j: closes %p', (version, lines, closes) => {
    const result = parsed(`GET / HTTP/${version}\r\nhost: h\r\n${lines}\r\n`);
    expect([result.closes, result.isHttp10]).toEqual([closes, version === '1.0']);
  });

  test('HTTP/1.0 needs no host', () => {
    expect(parsed('GET / HTTP/1.0\r\n\r\n').head.header('host')).toBeUndefined();
  });
});

const fine = 'GET / HTTP/1.1\r\nhost: h\r\n';

/** Whole heads that are refused, and why. */
const wrong: readonly (readonly [string, HeadFault])[] = [
  ['\r\n\r\n', 'malformed'],
  ['GET\r\n\r\n', 'malformed'],
  ['GET /\r\nhost: h\r\n\r\n', 'malformed'],
  ['GET / \r\nhost: h\r\n\r\n', 'malformed'],
  ['GET  / HTTP/1.1\r\nhost: h\r\n\r\n', 'malformed'],
  ['GET /  HTTP/1.1\r\nhost: h\r\n\r\n', 'malformed'],
  ['GET / HTTP/1.1 \r\nhost: h\r\n\r\n', 'malformed'],
  [' GET / HTTP/1.1\r\nhost: h\r\n\r\n', 'malformed'],
  ['GET\t/ HTTP/1.1\r\nhost: h\r\n\r\n', 'malformed'],
  ['G(T / HTTP/1.1\r\nhost: h\r\n\r\n', 'malformed'],
  ['GÉT / HTTP/1.1\r\nhost: h\r\n\r\n', 'malformed'],
  ['GET / http/1.1\r\nhost: h\r\n\r\n', 'malformed'],
  ['GET / HTTP/1\r\nhost: h\r\n\r\n', 'malformed'],
  ['GET / HTTP/1.10\r\nhost: h\r\n\r\n', 'malformed'],
  ['GET / HTTP/x.1\r\nhost: h\r\n\r\n', 'malformed'],
  ['GET / HTTP/1.1\nhost: h\r\n\r\n', 'malformed'],
  ['GET / HTTP/1.1\rhost: h\r\n\r\n', 'malformed'],
  ['GET /\x00 HTTP/1.1\r\nhost: h\r\n\r\n', 'malformed'],
  ['GET /\x7f HTTP/1.1\r\nhost: h\r\n\r\n', 'malformed'],
  ['GET a HTTP/1.1\r\nhost: h\r\n\r\n', 'malformed'],
  ['GET * HTTP/1.1\r\nhost: h\r\n\r\n', 'malformed'],
  ['GET ftp://h/ HTTP/1.1\r\nhost: h\r\n\r\n', 'malformed'],
  ['GET http:/// HTTP/1.1\r\nhost: h\r\n\r\n', 'malformed'],
  ...['user@h', 'user:pass@h', '@h', ':pass@h', 'a@b@h', ':80', 'h\\x', 'h"', 'h<x>', 'ü'].flatMap(
    (authority) =>
      ['', '/', '?a', '/a'].map(
        (rest) => [`GET http://${authority}${rest} HTTP/1.1\r\nhost: h\r\n\r\n`, 'malformed'] as const,
      ),
  ),
  [`${'M'.repeat(33)} / HTTP/1.1\r\nhost: h\r\n\r\n`, 'methodTooLong'],
  [`${'M'.repeat(9000)} / HTTP/1.1\r\nhost: h\r\n\r\n`, 'methodTooLong'],
  ['CONNECT h:1 HTTP/1.1\r\nhost: h\r\n\r\n', 'malformed'],
  ['CONNECT / HTTP/1.1\r\nhost: h\r\n\r\n', 'malformed'],
  ['GET / HTTP/2.0\r\nhost: h\r\n\r\n', 'versionUnknown'],
  ['GET / HTTP/0.9\r\n\r\n', 'versionUnknown'],
  ['PRI * HTTP/2.0\r\n\r\n', 'versionUnknown'],
  ['GET / HTTP/1.1\r\n\r\n', 'malformed'],
  [`${fine}host: h\r\n\r\n`, 'malformed'],
  [`${fine}host:\r\n\r\n`, 'malformed'],
  ['GET / HTTP/1.1\r\nhost: a b\r\n\r\n', 'malformed'],
  ['GET / HTTP/1.1\r\nhost: h/x\r\n\r\n', 'malformed'],
  ['GET / HTTP/1.0\r\nhost: a\r\nhost: b\r\n\r\n', 'malformed'],
  [`${fine}a : b\r\n\r\n`, 'malformed'],
  [`${fine}a\t: b\r\n\r\n`, 'malformed'],
  [`${fine}: b\r\n\r\n`, 'malformed'],
  [`${fine}a\r\n\r\n`, 'malformed'],
  [`${fine}a b: c\r\n\r\n`, 'malformed'],
  [`${fine}a: b\r\n c\r\n\r\n`, 'malformed'],
  [`${fine}a: b\r\n\tc\r\n\r\n`, 'malformed'],
  [`GET / HTTP/1.1\r\n host: h\r\n\r\n`, 'malformed'],
  [`${fine}a: b\nc: d\r\n\r\n`, 'malformed'],
  [`${fine}a: b\rc: d\r\n\r\n`, 'malformed'],
  [`${fine}a: \x00\r\n\r\n`, 'malformed'],
  [`${fine}a: \x1b\r\n\r\n`, 'malformed'],
  [`${fine}a: \x7f\r\n\r\n`, 'malformed'],
  [`${fine}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`, 'malformed'],
  [`${fine}content-length: 0\r\ntransfer-encoding: chunked\r\n\r\n`, 'malformed'],
  [`${fine}content-length: 1\r\ncontent-length: 1\r\n\r\n`, 'malformed'],
  ...['', '-1', '+1', '1, 1', '0x1', '1.0', '1e1', ' ', '9'.repeat(16)].map(
    (length) => [`${fine}content-length: ${length}\r\n\r\n`, 'malformed'] as const,
  ),
  ...['gzip', 'identity', 'xyz', 'gzip, chunked', 'gzip;a=b, chunked', 'chunked2', 'x, y', 'x;chunked'].map(
    (codings) => [`${fine}transfer-encoding: ${codings}\r\n\r\n`, 'codingUnknown'] as const,
  ),
  [`${fine}transfer-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n`, 'codingUnknown'],
  ...['chunked, gzip', 'chunked, chunked', 'gzip, chunked, x', 'chunked;a=b', 'chunked ;a', 'chunked;'].map(
    (codings) => [`${fine}transfer-encoding: ${codings}\r\n\r\n`, 'malformed'] as const,
  ),
  ...['', ',', 'chunked,', ', chunked', 'chunked chunked', '"chunked"', '(chunked)', 'chunk\u00e9d'].map(
    (codings) => [`${fine}transfer-encoding: ${codings}\r\n\r\n`, 'malformed'] as const,
  ),
  [`${fine}transfer-encoding: chunked\r\ntransfer-encoding: gzip\r\n\r\n`, 'malformed'],
  [`${fine}content-length: 5\r\ntransfer-encoding: gzip\r\n\r\n`, 'malformed'],
  [`${fine}transfer-encoding : chunked\r\n\r\n`, 'malformed'],
  ['GET / HTTP/1.0\r\ntransfer-encoding: chunked\r\n\r\n', 'malformed'],
  ['GET / HTTP/1.0\r\nconnection: keep-alive\r\ntransfer-encoding: chunked\r\n\r\n', 'malformed'],
  [`GET /${'x'.repeat(64)} HTTP/1.1\r\nhost: h\r\n\r\n`, 'targetTooLong'],
  [`GET /${'x'.repeat(700)} HTTP/1.1\r\nhost: h\r\n\r\n`, 'targetTooLong'],
  [`${fine}a: ${'x'.repeat(512)}\r\n\r\n`, 'headersTooLarge'],
];

describe('an invalid head', () => {
  test.each(wrong.map(([text, fault]) => [JSON.stringify(text).slice(0, 70), text, fault] as const))(
    '%s',
    (_name, text, fault) => {
      expect(parse(text)).toBe(fault);
    },
  );

  test.each(['\xa0chunked', 'chunked\xa0', '\x85chunked', 'gzip,\xa0chunked'])(
    'a coding with a blank that is none: %j',
    (codings) => {
      expect(parse(Buffer.from(`${fine}transfer-encoding: ${codings}\r\n\r\n`, 'latin1'))).toBe('malformed');
    },
  );

  test('limits are met to the byte', () => {
    expect(parsed(`GET /${'x'.repeat(63)} HTTP/1.1\r\nhost: h\r\n\r\n`).head.target).toHaveLength(64);
    const filler = limits.headerBytes - (fine.length - fine.indexOf('\n') - 1) - 'a: \r\n'.length;
    expect(parsed(`${fine}a: ${'x'.repeat(filler)}\r\n\r\n`).head.header('a')).toHaveLength(filler);
    expect(parse(`${fine}a: ${'x'.repeat(filler + 1)}\r\n\r\n`)).toBe('headersTooLarge');
  });

  test('is often recognised before it has arrived completely', () => {
    const fault = (text: string) => faultSoFar(Buffer.from(text), 0, limits);
    for (const text of ['G', 'GET / HTTP/1.1\r', 'GET / HTTP/1.1\r\nhost: h\r\n', 'x'.repeat(32)]) {
      expect(fault(text)).toBeUndefined();
    }
    for (const text of ['\x16\x03\x01', '\r\n', '{', 'GET /\n', `${fine}a: b\n`, 'G\x00']) {
      expect([text, fault(text)]).toEqual([text, 'malformed']);
    }
    expect(fault(`GET /${'x'.repeat(700)}`)).toBe('targetTooLong');
    expect(fault(`${fine}a: ${'x'.repeat(700)}`)).toBe('headersTooLarge');
    for (const length of [33, 700]) expect(fault('x'.repeat(length))).toBe('methodTooLong');
    expect(fault(`${'x'.repeat(33)} /`)).toBe('methodTooLong');
    expect(fault(`GET /a b${'x'.repeat(700)}`)).toBe('malformed');
    // Whether a line feed is alone is told by what came before it.
    expect(faultSoFar(Buffer.from('GET / HTTP/1.1\r\nh'), 15, limits)).toBeUndefined();
    expect(faultSoFar(Buffer.from('GET / HTTP/1.1\nh'), 14, limits)).toBe('malformed');
  });
});

test('the end of a head is found wherever it was cut', () => {
  const head = Buffer.from(`${fine}\r\n`);
  for (let cut = 0; cut <= head.length; cut++) {
    expect(endOfHead(head.subarray(0, cut), 0)).toBe(cut === head.length ? cut : -1);
    expect(endOfHead(Buffer.concat([head, head]), Math.min(cut, head.length - 1))).toBe(head.length);
  }
});

test('long blanks cost no more than other bytes', () => {
  const large = { urlBytes: 1e6, headerBytes: 1e7 };
  const blanks = `${fine}a:${' '.repeat(1_000_000)}x${' '.repeat(1_000_000)}\x01\r\n\r\n`;
  expect(parseHead(Buffer.from(blanks), large)).toBe('malformed');
  const codings = `${fine}transfer-encoding: x${' '.repeat(1_000_000)}y,${' '.repeat(1_000_000)}chunked\r\n\r\n`;
  expect(parseHead(Buffer.from(codings), large)).toBe('malformed');
});
