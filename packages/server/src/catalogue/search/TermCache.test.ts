import { expect, test } from 'bun:test';
import { TermCache } from './TermCache.ts';

type Notes = (readonly [slot: number, text: string | undefined])[];

/** A cache whose entries note down every change; each takes 1000 bytes and what a cache adds. */
function notingCache(mostBytes: number): TermCache<Notes> {
  return new TermCache<Notes>({
    mostBytes: () => mostBytes,
    bytesOf: () => 1000,
    patchOf: (term) => (notes, slot, text) => {
      notes.push([slot, text]);
      return term !== 'refuses';
    },
  });
}

const textOf = (slot: number): string => `text ${slot}`;

test('what is known takes notice of changes, in order, when it is asked for', () => {
  const cache = notingCache(10_000);
  cache.change(1, true);
  cache.set('a', [], 0);
  cache.change(2, true);
  cache.change(0, false);
  expect(cache.get('a', textOf)).toEqual([
    [2, 'text 2'],
    [0, undefined],
  ]);
  cache.change(3, true);
  expect(cache.get('a', textOf)?.at(-1)).toEqual([3, 'text 3']);
  expect(cache.get('b', textOf)).toBeUndefined();
});

test('what cannot take a change, or too many of them, is forgotten', () => {
  const cache = notingCache(10_000);
  cache.set('refuses', [], 0);
  cache.set('a', [], 0);
  cache.change(1, true);
  expect(cache.get('refuses', textOf)).toBeUndefined();
  expect(cache.get('refuses', textOf)).toBeUndefined();
  for (let i = 0; i < 255; i++) cache.change(i, true);
  expect(cache.get('a', textOf)).toHaveLength(256);
  for (let i = 0; i < 257; i++) cache.change(i, true);
  expect(cache.get('a', textOf)).toBeUndefined();
});

test('what was not asked for the longest goes first', () => {
  const cache = notingCache(3600);
  for (const term of ['a', 'b', 'c']) cache.set(term, [], 0);
  cache.get('a', textOf);
  cache.set('d', [], 0);
  expect(['a', 'b', 'c', 'd'].map((term) => cache.get(term, textOf) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test('a turn lets an entry stay once more', () => {
  const staysAfter = (others: readonly string[]) => {
    const cache = notingCache(2400);
    cache.set('dear', [], 1);
    for (const term of others) cache.set(term, [], 0);
    return cache.get('dear', textOf) !== undefined;
  };
  expect(staysAfter(['a', 'b', 'c'])).toBe(true);
  expect(staysAfter(['a', 'b', 'c', 'd'])).toBe(false);
});

test('nothing is kept where there is no room', () => {
  const cache = notingCache(0);
  cache.set('a', [], 3);
  expect(cache.get('a', textOf)).toBeUndefined();
});
