import { expect, test } from 'bun:test';
import { describeWords, findWords } from './findWords.ts';

const path = 'values.body';

/** The words that a comment points to in a text, with what is before them. */
function pointedAt(pieces: readonly string[], words: Parameters<typeof findWords>[1]) {
  const found = findWords(pieces, words);
  if (found === undefined) return undefined;
  const before =
    pieces.slice(0, found.start.piece).join('') + pieces[found.start.piece]?.slice(0, found.start.at);
  const until = pieces.slice(0, found.end.piece).join('') + pieces[found.end.piece]?.slice(0, found.end.at);
  return [before, until.slice(before.length)];
}

/** What is said about words of a text, the second ones if there are two. */
function about(text: string, quote: string) {
  const at = text.lastIndexOf(quote);
  const words = describeWords(text, {
    ...{ path, quote, before: text.slice(0, at), after: text.slice(at + quote.length) },
  });
  if (words === undefined) throw new Error(`${quote} is not in ${text}`);
  return words;
}

test('words are found again, the same of several, also after a change elsewhere', () => {
  const text = 'We open on Monday, and close on Monday.';
  const words = about(text, 'Monday');
  expect(words).toEqual({ path, quote: 'Monday', before: 'We open on Monday, and close on ', after: '.' });
  expect(pointedAt([text], words)).toEqual(['We open on Monday, and close on ', 'Monday']);
  expect(pointedAt(['New: we open on Tuesday, and close on Monday!'], words)).toEqual([
    ...['New: we open on Tuesday, and close on ', 'Monday'],
  ]);
  expect(pointedAt(['Monday is when we close. Monday.'], words)).toEqual([
    'Monday is when we close. ',
    'Monday',
  ]);
});

test('words that are changed are gone, even if the same are elsewhere', () => {
  const words = about('We open on Monday, and close on Monday.', 'Monday');
  expect(pointedAt(['We open on Monday, and close on Sunday.'], words)).toBeUndefined();
  expect(pointedAt([''], words)).toBeUndefined();
  const whole = about('Title', 'Title');
  expect(whole).toEqual({ path, quote: 'Title', before: '', after: '' });
  expect(pointedAt(['Title'], whole)).toEqual(['', 'Title']);
  expect(pointedAt(['A new Title for all'], whole)).toBeUndefined();
});

test('a long quote may move, and keeps its place beside new neighbours', () => {
  const words = about(
    'First. The beans are roasted twice a week. Last.',
    'The beans are roasted twice a week.',
  );
  expect(pointedAt(['Other. The beans are roasted twice a week.Else'], words)).toEqual([
    ...['Other. ', 'The beans are roasted twice a week.'],
  ]);
});

test('words may span marks, lines and furigana, which look different in a preview', () => {
  const words = about('Beans\n\nare roasted: 漢字（かんじ）を読む', 'are roasted: 漢字（かんじ）を');
  expect(pointedAt(['Beans', 'are ', 'roas', 'ted', ': ', '漢字', 'かんじ', 'を読む'], words)).toEqual([
    ...['Beans', 'are roasted: 漢字かんじを'],
  ]);
  expect(pointedAt(['  Beans are', ' roasted: 漢字（かんじ）を読む'], words)?.[0]).toBe('  Beans ');
});

test('a script may leave out what is beside the words; the first ones are meant', () => {
  expect(pointedAt(['one two one'], { path, quote: 'one' })).toEqual(['', 'one']);
  expect(pointedAt(['one'], { path, quote: ' ( ' })).toBeUndefined();
});

test('what is selected is cut to what a comment may quote, between characters', () => {
  const { quote, before, after } = about(
    `${'𠮷'.repeat(50)}${'魚'.repeat(299)}𩸽${'𠮷'.repeat(50)}`,
    '魚'.repeat(299),
  );
  expect([quote.length, before, after]).toEqual([299, '𠮷'.repeat(40), `𩸽${'𠮷'.repeat(39)}`]);
  const long = describeWords('𩸽'.repeat(400), { path, quote: '𩸽'.repeat(400) });
  expect(long?.quote).toBe('𩸽'.repeat(300));
  expect(describeWords('text', { path, quote: 'other' })).toBeUndefined();
});
