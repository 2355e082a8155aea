import { expect, test } from 'bun:test';
import { withFootnotes } from './footnotes.ts';

test('notes become a list, numbered as they are spoken of', () => {
  const text =
    'B[^b] and A[^a], again[^b].\n\n[^a]: About A\ngoes on\n\n    and on\n[^b]: https://example.com\n\nEnd';
  expect(withFootnotes(text)).toBe(
    'B<sup>1</sup> and A<sup>2</sup>, again<sup>1</sup>.\n\nEnd\n\n1. https://example.com\n2. About A\n    goes on\n    \n    and on\n',
  );
});

test.each(['`[^a]` and [^b]', 'no [^1] note', '```\n[^a]: x\n```\nA[^a]', 'nothing'])(
  '%s stays as it is',
  (text) => expect(withFootnotes(text)).toBe(text),
);

test('a note that nobody speaks of is not lost', () => {
  expect(withFootnotes('Text\n\n[^x]: Lost?')).toBe('Text\n\n\n1. Lost?\n');
});

test('very many take no longer than their length', () => {
  const count = 50_000;
  const numbers = Array.from({ length: count }, (_, index) => index);
  const text = `${numbers.map((each) => `[^${each}]`).join(' ')}\n${numbers.map((each) => `[^${each}]: n`).join('\n')}`;
  expect(withFootnotes(text)).toEndWith(`\n${count}. n\n`);
});
