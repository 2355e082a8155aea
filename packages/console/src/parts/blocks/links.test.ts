import { expect, test } from 'bun:test';
import { completeAddress, isSafeHref } from './links.ts';

test('an address is completed, or refused', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['example.com/story', 'https://example.com/story'],
    ['www.example.co.jp', 'https://www.example.co.jp'],
    ['日本語.jp/記事', 'https://日本語.jp/記事'],
    ['localhost:3000/x', 'https://localhost:3000/x'],
    [' https://example.com/?a=1 ', 'https://example.com/?a=1'],
    ['HTTP://example.com', 'HTTP://example.com'],
    ['//example.com/x', 'https://example.com/x'],
    ['/press/story', '/press/story'],
    ['#part', '#part'],
    ['ken@example.com', 'mailto:ken@example.com'],
    ['mailto:ken@example.com', 'mailto:ken@example.com'],
    ['tel:+81-3-1234', 'tel:+81-3-1234'],
  ];
  for (const [typed, href] of cases) expect([typed, completeAddress(typed)]).toEqual([typed, { href }]);
  for (const typed of [
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'JavaScript:x',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc',
  ])
    expect([typed, completeAddress(typed)]).toEqual([typed, { fault: 'unsafe' }]);
  for (const typed of ['', 'two words', 'word', 'https://', 'mailto:'])
    expect([typed, completeAddress(typed)]).toEqual([typed, { fault: 'noAddress' }]);
});

test('stored links that run scripts are known', () => {
  for (const href of ['/x', '#a', 'https://x.y', 'mailto:a@b.c', 'story', '?a:b'])
    expect(isSafeHref(href)).toBe(true);
  for (const href of ['javascript:x', ' java\tscript:x', 'data:x', '\u0001javascript:x'])
    expect(isSafeHref(href)).toBe(false);
});
