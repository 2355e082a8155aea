import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { diffWords, type TextPart } from './diffWords.ts';

function without(type: TextPart['type'], parts: readonly TextPart[]): string {
  return parts
    .filter((part) => part.type !== type)
    .map(({ text }) => text)
    .join('');
}

describe('the difference between two texts', () => {
  test('is found word by word', () => {
    expect(diffWords('The lamp is here', 'The new lamp was here')).toEqual([
      { type: 'same', text: 'The ' },
      { type: 'added', text: 'new ' },
      { type: 'same', text: 'lamp ' },
      { type: 'removed', text: 'is' },
      { type: 'added', text: 'was' },
      { type: 'same', text: ' here' },
    ]);
  });

  test('is found in texts without spaces too', () => {
    const parts = diffWords('新しいランプを発売します。', '新しいカメラを発売します。');
    expect(parts.filter(({ type }) => type === 'same').length).toBeGreaterThan(0);
    expect(parts).toContainEqual({ type: 'removed', text: 'ランプ' });
    expect(parts).toContainEqual({ type: 'added', text: 'カメラ' });
  });

  test('yields both texts', () => {
    const text = fc.array(fc.constantFrom('a', 'b', ' ', 'lamp', '灯', '。')).map((words) => words.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = diffWords(before, after);
        expect(without('added', parts)).toBe(before);
        expect(without('removed', parts)).toBe(after);
        if (before === after) expect(parts.every(({ type }) => type === 'same')).toBe(true);
      }),
    );
  });

  test('of very long texts replaces the whole middle', () => {
    const [before, after] = ['a b '.repeat(3000), 'b c '.repeat(3000)];
    const parts = diffWords(`x ${before}y`, `x ${after}y`);
    expect(parts.map(({ type }) => type)).toEqual(['same', 'removed', 'added', 'same']);
    expect(without('added', parts)).toBe(`x ${before}y`);
  });
});
