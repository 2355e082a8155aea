import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { sniffFormat } from './formats.ts';
import { foreignFiles, sampleFiles } from './testing/sampleFiles.ts';

test.each(sampleFiles.map(({ ext, bytes }, index) => [ext, index, bytes] as const))(
  'detects %s by its bytes (%i)',
  (ext, _, bytes) => {
    expect(sniffFormat(bytes)?.ext).toBe(ext);
  },
);

test('accepts no other format', () => {
  for (const bytes of foreignFiles) expect(sniffFormat(bytes)).toBeUndefined();
});

test('never fails, for any bytes', () => {
  const start = fc.constantFrom(...sampleFiles.map(({ bytes }) => bytes));
  fc.assert(
    fc.property(start, fc.nat(40), fc.uint8Array({ maxLength: 60 }), (bytes, cut, tail) => {
      sniffFormat(Buffer.concat([bytes.subarray(0, cut), tail]));
    }),
  );
});

test('is fast on a long prolog', () => {
  const head = new TextEncoder().encode('<!---->'.repeat(9000));
  expect(sniffFormat(head)).toBeUndefined();
});
