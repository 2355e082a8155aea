import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { chunks } from '../testing/importing.ts';
import { readLines, type TextLine } from './readLines.ts';

const utf8 = new TextEncoder();

async function read(list: readonly Uint8Array[], longest = 1000): Promise<readonly TextLine[]> {
  return (await Array.fromAsync(readLines(chunks(list), longest))).flatMap((batch) => batch.lines);
}

test('finds the same lines, however the bytes are split', async () => {
  const texts = fc.array(fc.constantFrom('', ' ', '{"a":1}', 'ニュース 👋', '{"b":2}\r'), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(texts, fc.array(fc.nat(60)), async (parts, cuts) => {
      const bytes = utf8.encode(parts.join('\n'));
      const ends = [...new Set([0, ...cuts, bytes.length])].filter((cut) => cut <= bytes.length);
      ends.sort((some, other) => some - other);
      const pieces = ends.slice(1).map((end, index) => bytes.slice(ends[index] ?? 0, end));
      const expected = parts.map((text, index) => ({ number: index + 1, text }));
      expect(await read(pieces)).toEqual(expected.filter(({ text }) => text.trim() !== ''));
    }),
  );
});

test('drops a byte order mark', async () => {
  expect(await read([utf8.encode('\uFEFF{}\n\uFEFF{}')])).toEqual([
    { number: 1, text: '{}' },
    { number: 2, text: '{}' },
  ]);
});

test('reports a line that is too long, and continues', async () => {
  const pieces = ['a\n', 'xxxxx', 'xxxxx', 'xx\nb\n', 'yyyyyyyyyy', '\nzzzzzzzzzzz'].map((text) =>
    utf8.encode(text),
  );
  const fault = 'the line: is longer than 10 bytes';
  expect(await read(pieces, 10)).toEqual([
    { number: 1, text: 'a' },
    { number: 2, fault },
    { number: 3, text: 'b' },
    { number: 4, text: 'yyyyyyyyyy' },
    { number: 5, fault },
  ]);
});

test('reports a line that is not UTF-8, and continues', async () => {
  const bytes = Buffer.concat([utf8.encode('a\n'), Buffer.from([0xc3, 0x28]), utf8.encode('\nb')]);
  expect(await read([bytes])).toEqual([
    { number: 1, text: 'a' },
    { number: 2, fault: 'the line: is not valid UTF-8; save the file as UTF-8' },
    { number: 3, text: 'b' },
  ]);
});
