import { expect, test } from 'bun:test';
import { withHeadingId } from './withHeadingId.ts';

const heading = (text: string) => ({ type: 'heading', level: 2, text }) as const;

test.each([
  ['A <em>b</em> {#a-b .wide}', { text: 'A <em>b</em>', id: 'a-b' }],
  ['A {#a} b', { text: 'A {#a} b' }],
  ['A {#a b', { text: 'A {#a b' }],
  ['{#a}', { text: '{#a}' }],
])('%s', (text, meant) => {
  expect(withHeadingId(heading(text))).toEqual({ type: 'heading', level: 2, ...meant });
});

test('only headings have anchors', () => {
  const block = { type: 'paragraph', text: 'A {#a}' } as const;
  expect(withHeadingId(block)).toBe(block);
});
