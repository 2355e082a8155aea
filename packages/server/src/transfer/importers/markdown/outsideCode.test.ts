import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { outsideCode } from './outsideCode.ts';

const upper = (text: string) => text.toUpperCase();

test('code stays as it is', () => {
  const text = 'a `b` c\n```js\nd\n~~~\n```\ne ``f`` g\n~~~~\nh\n~~~\n~~~~\n> ```\n> i\n> ```\nj';
  const meant = 'A `b` C\n```js\nd\n~~~\n```\nE ``f`` G\n~~~~\nh\n~~~\n~~~~\n> ```\n> i\n> ```\nJ';
  expect(outsideCode(text, upper)).toBe(meant);
});

test('whatever the text, nothing of it is lost', () => {
  const pieces = fc.constantFrom('`', '``', '```', '~~~', '\n', ' ', 'word', '> ', '\\');
  fc.assert(
    fc.property(fc.array(pieces), (words) => {
      expect(outsideCode(words.join(''), (text) => text)).toBe(words.join(''));
    }),
  );
});

test('much of it takes no longer than its length', () => {
  const text = '`a ``b\n'.repeat(200_000);
  expect(outsideCode(text, (each) => each)).toBe(text);
});
