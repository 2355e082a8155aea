import { expect, test } from 'bun:test';
import { hasBit } from '../bitset/words.ts';
import { TermCache } from './TermCache.ts';

/** Even slots hold the word `even`. */
const textOf = (slot: number): string => (slot % 2 === 0 ? `even ${slot}` : `odd ${slot}`);

function bits(...slots: readonly number[]): Int32Array {
  const words = new Int32Array(4);
  for (const slot of slots) words[slot >>> 5] = (words[slot >>> 5] ?? 0) | (1 << (slot & 31));
  return words;
}

test('an entry takes in changes when it is asked for', () => {
  const cache = new TermCache(() => 10_000);
  cache.change(1, true);
  cache.set('even', bits(0, 4));
  cache.change(2, true);
  cache.change(3, true);
  cache.change(0, false);
  expect(cache.get('even', textOf)).toEqual(bits(2, 4));
  cache.change(60, true);
  expect(cache.get('even', textOf)).toEqual(bits(2, 4, 60));
  expect(cache.get('odd', textOf)).toBeUndefined();
});

test('an entry without room for a change, or with too many of them, is dropped', () => {
  const cache = new TermCache(() => 10_000);
  cache.set('even', bits());
  cache.set('odd', bits());
  for (let slot = 0; slot < 256; slot++) cache.change(slot % 128, true);
  expect(hasBit(cache.get('even', textOf) ?? bits(), 126)).toBe(true);
  cache.change(128, true);
  expect(cache.get('even', textOf)).toBeUndefined();
  expect(cache.get('odd', textOf)).toBeUndefined();
});

test('nothing is kept where there is no room', () => {
  const cache = new TermCache(() => 0);
  cache.set('even', bits());
  expect(cache.get('even', textOf)).toBeUndefined();
});
