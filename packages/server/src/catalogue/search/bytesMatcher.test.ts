import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { bytesMatcher } from './bytesMatcher.ts';
import { textMatches } from './textMatches.ts';

const text = (maxLength: number) =>
  fc.string({
    unit: fc.constantFrom('a', 'b', 'é', 'ß', ' ', '\n', '-', '日', '本', '｡', '😀', '𠮷', 'к', '1'),
    maxLength,
  });

test('a term is found in bytes wherever it is found in the text, and nowhere else', () => {
  let found = 0;
  fc.assert(
    fc.property(text(12), text(3), text(4), text(4), (body, term, before, after) => {
      const bytes = Buffer.from(before + body + after);
      const start = Buffer.byteLength(before);
      const isFound = bytesMatcher(term)(bytes, start, start + Buffer.byteLength(body));
      expect(isFound).toBe(textMatches(body, [term]));
      if (isFound) found++;
    }),
    { numRuns: 20_000 },
  );
  expect(found).toBeGreaterThan(500);
});
