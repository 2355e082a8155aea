import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../tests/testing/runs.ts';
import { type EventBlock, eventStreamParser, longestBlock } from './subscribe.ts';

/** A plain reading of the specification: of a whole stream at once, field by field. */
function reference(stream: string): EventBlock[] {
  const lines = stream
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .split('\n');
  const blocks: EventBlock[] = [];
  let block: EventBlock = {};
  // What follows the last line end is no line.
  for (const line of lines.slice(0, -1)) {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const rest = colon === -1 ? '' : line.slice(colon + 1);
    const value = rest.startsWith(' ') ? rest.slice(1) : rest;
    if (line === '') {
      blocks.push(block);
      block = {};
    } else if (field === 'event') block.event = value;
    else if (field === 'data') block.data = block.data === undefined ? value : `${block.data}\n${value}`;
    else if (field === 'id' && !value.includes('\0')) block.id = value;
    else if (field === 'retry' && [...value].every((each) => '0123456789'.includes(each)) && value !== '')
      block.retry = Number(value);
  }
  return blocks;
}

/** What comes out of a stream that arrives in these pieces. */
function parsed(pieces: readonly Uint8Array[]): EventBlock[] {
  const read = eventStreamParser();
  const decoder = new TextDecoder();
  return pieces.flatMap((piece) => read(decoder.decode(piece, { stream: true })));
}

const lineEnd = fc.constantFrom('\n', '\r', '\r\n');
const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '  a',
    ':',
    'a: b',
    '新商品',
    '🎈',
    '\ufeff',
    '\u2028x\u0085',
    'a\0b',
    '12',
    '{"a":1}',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((each) => each.replaceAll(/[\r\n]/g, '')),
);
const field = fc.constantFrom('data', 'event', 'id', 'retry', '', 'other', 'Data', ' data', '新');
const line = fc.oneof(
  fc.tuple(field, fc.constantFrom('', ':', ': ', ':  '), text).map((parts) => parts.join('')),
  fc.constant(''),
);
const stream = fc
  .tuple(fc.constantFrom('', '\ufeff'), fc.array(fc.tuple(line, lineEnd)), line)
  .map(([mark, lines, last]) => mark + lines.flat().join('') + last);

test('reads what the specification says, wherever the stream is cut', () => {
  fc.assert(
    fc.property(stream, fc.infiniteStream(fc.nat(7)), (whole, sizes) => {
      const bytes = new TextEncoder().encode(whole);
      const pieces: Uint8Array[] = [];
      for (let start = 0; start < bytes.length; ) {
        const size = sizes.next().value;
        pieces.push(bytes.subarray(start, start + size));
        start += size;
      }
      expect(parsed(pieces)).toEqual(reference(whole));
    }),
    { numRuns: runs(2000) },
  );
});

test('returns an event as soon as its last line has ended', () => {
  for (const end of ['\n', '\r', '\r\n']) {
    const read = eventStreamParser();
    expect(read(`data: a${end}`)).toEqual([]);
    expect(read(end)).toEqual([{ data: 'a' }]);
  }
});

test('holds no more than it has to', () => {
  const half = 'x'.repeat(longestBlock / 2);
  const line = eventStreamParser();
  line(half);
  expect(() => [half, 'x'].map(line)).toThrow('longer than');
  const lines = eventStreamParser();
  expect(() => [half, half, half].map((each) => lines(`data: ${each}\n`))).toThrow('longer than');
  // Comments and unknown fields are not held, however many there are.
  const comments = eventStreamParser();
  for (let count = 0; count < 10; count++) expect(comments(`: ${half}\nother: ${half}\n`)).toEqual([]);
  expect(comments('data: a\n\n')).toEqual([{ data: 'a' }]);
});
