import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { wellFormedDocument } from './StoredRecord.ts';

test('halves of surrogate pairs become U+FFFD, whole ones and texts about them stay', () => {
  const kept = String.raw`{"a":"\ud83d","\udE00":["\uD83D\uDE00","\\ud83d","\\\ud83d","x\uDFFF\n"]}`;
  expect(JSON.parse(wellFormedDocument(kept))).toEqual({
    a: '\u{FFFD}',
    '\u{FFFD}': ['\u{1F600}', String.raw`\ud83d`, '\\\u{FFFD}', 'x\u{FFFD}\n'],
  });
});

test('any text comes out as toWellFormed makes it, escaped or not', () => {
  const units = fc.constantFrom('\ud83d', '\ude00', '\\', 'u', 'd', '8', '0', '"', 'n', '日');
  fc.assert(
    fc.property(fc.array(units, { maxLength: 30 }), (all) => {
      const text = all.join('');
      expect(JSON.parse(wellFormedDocument(JSON.stringify([text])))).toEqual([text.toWellFormed()]);
    }),
    { numRuns: 2000 },
  );
});
