import { expect, test } from 'bun:test';
import { FramingError, parseResponse } from './parseResponse.ts';

const direct = { isHead: false, isByProxy: false, isClosed: false };
const parse = (text: string, asked: Partial<typeof direct> = {}) =>
  parseResponse(Buffer.from(text, 'latin1'), { ...direct, ...asked });
const ok = 'HTTP/1.1 200 OK\r\n';

test('a response is read to its last byte and no further', () => {
  const parsed = parse(`${ok}content-length: 5\r\nx: y\r\n\r\nhelloHTTP/1.1`);
  expect(parsed?.response.body.toString()).toBe('hello');
  expect(parsed?.end).toBe(`${ok}content-length: 5\r\nx: y\r\n\r\nhello`.length);
  const chunked = parse(`${ok}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\nrest`);
  expect(chunked?.response.body.toString()).toBe('abcde');
  expect(parse(`${ok}content-length: 5\r\n\r\n`, { isHead: true })?.response.body.length).toBe(0);
  expect(parse('HTTP/1.1 304 Not Modified\r\netag: "x"\r\n\r\n')?.response.status).toBe(304);
});

test('an incomplete response is awaited', () => {
  const whole = `${ok}content-length: 5\r\n\r\nhello`;
  for (let length = 0; length < whole.length; length++) expect(parse(whole.slice(0, length))).toBeUndefined();
  expect(parse(`${ok}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n`)).toBeUndefined();
});

test('interim responses are skipped', () => {
  expect(parse('HTTP/1.1 100 Continue\r\n\r\n')).toBeUndefined();
  const parsed = parse(`HTTP/1.1 100 Continue\r\n\r\n${ok}content-length: 0\r\n\r\n`);
  expect(parsed?.response.status).toBe(200);
});

test.each([
  ['another version', 'HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n'],
  ['no status line', '<html>'],
  ['no length', `${ok}x: y\r\n\r\n`],
  ['a length twice', `${ok}content-length: 0\r\ncontent-length: 0\r\n\r\n`],
  ['a length with a sign', `${ok}content-length: +5\r\n\r\nhello`],
  ['a length and a coding', `${ok}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['a length of 204', 'HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n'],
  ['a header twice', `${ok}content-length: 0\r\nx-request-id: a\r\nx-request-id: b\r\n\r\n`],
  ['a space before a colon', `${ok}content-length : 0\r\n\r\n`],
  ['a folded line', `${ok}x: y\r\n z\r\ncontent-length: 0\r\n\r\n`],
  ['a bare LF', `${ok}x: y\nz: 1\r\ncontent-length: 0\r\n\r\n`],
  ['a control character', `${ok}x: a\x01b\r\ncontent-length: 0\r\n\r\n`],
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ['a chunk that is longer than it says', `${ok}transfer-encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n`],
])('not taken: %s', (_, text) => {
  expect(() => parse(text)).toThrow(FramingError);
});

test('a proxy may reject with one line, and end a body by closing', () => {
  expect(parse('HTTP/1.1 400 Bad Request\r\n\r\n', { isByProxy: true })?.response.closes).toBe(true);
  const closing = `${ok}connection: close\r\n\r\nhel`;
  expect(parse(closing, { isByProxy: true })).toBeUndefined();
  expect(parse(closing, { isByProxy: true, isClosed: true })?.response.body.toString()).toBe('hel');
});
