import { expect, test } from 'bun:test';
import { countText } from './countText.ts';

test('words are counted, and characters of a text without spaces', () => {
  expect(countText('')).toEqual({ words: 0, characters: 0, minutes: 0, isByCharacters: false });
  expect(countText('Two words, e\u0301t 🇯🇵')).toMatchObject({ words: 3, characters: 12, minutes: 1 });
  expect(countText('京都に焙煎所を開きました。')).toEqual({
    ...{ words: 0, characters: 13, minutes: 1, isByCharacters: true },
  });
  expect(countText('word '.repeat(500)).minutes).toBe(3);
});
