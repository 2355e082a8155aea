import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import { compareText } from './compareItems.ts';

test('texts compare by code point', () => {
  const byCodePoint = (a: string, b: string) => {
    const [left, right] = [[...a], [...b]].map((text) => text.map((c) => c.codePointAt(0) ?? 0));
    const at = left?.findIndex((point, index) => point !== right?.[index]) ?? -1;
    return at < 0 ? (left?.length ?? 0) - (right?.length ?? 0) : (left?.[at] ?? 0) - (right?.[at] ?? -1);
  };
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', 'é', '｡', '\u{FFFD}', '😀', '🀄', '日'),
    maxLength: 6,
  });
  fc.assert(
    fc.property(text, text, (a, b) => Math.sign(compareText(a, b)) === Math.sign(byCodePoint(a, b))),
    { numRuns: runs(5000) },
  );
});

test('an emoji comes after a half-width full stop, though its UTF-16 units are smaller', () => {
  expect('😀' < '｡').toBe(true);
  expect(compareText('😀', '｡')).toBeGreaterThan(0);
});
