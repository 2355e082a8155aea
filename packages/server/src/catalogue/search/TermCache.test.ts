import { expect, test } from 'bun:test';
import { IntSet } from '../bitset/IntSet.ts';
import { TermCache } from './SearchShard.ts';

/** Even slots hold the word `even`. */
const textOf = (slot: number): string => (slot % 2 === 0 ? `even ${slot}` : `odd ${slot}`);

function setOf(...slots: readonly number[]): IntSet {
  return IntSet.ofSorted(Uint32Array.from(slots));
}

function slotsIn(set: IntSet | undefined): readonly number[] | undefined {
  return set && Array.from(set.toArray());
}

test('an entry takes in changes when it is asked for', () => {
  const cache = new TermCache(() => 10_000);
  cache.add(1);
  cache.set('even', setOf(0, 4));
  cache.add(2);
  cache.add(3);
  expect(slotsIn(cache.get('even', textOf))).toEqual([0, 2, 4]);
  cache.add(60);
  expect(slotsIn(cache.get('even', textOf))).toEqual([0, 2, 4, 60]);
  expect(cache.get('odd', textOf)).toBeUndefined();
});

test('an entry with too many changes is dropped', () => {
  const cache = new TermCache(() => 10_000);
  cache.set('even', setOf());
  cache.set('odd', setOf());
  for (let slot = 0; slot < 256; slot++) cache.add(slot % 128);
  expect(cache.get('even', textOf)?.has(126)).toBe(true);
  cache.add(128);
  expect(cache.get('even', textOf)?.has(128)).toBe(true);
  expect(cache.get('odd', textOf)).toBeUndefined();
});

test('nothing is kept where there is no room', () => {
  const cache = new TermCache(() => 0);
  cache.set('even', setOf());
  expect(cache.get('even', textOf)).toBeUndefined();
});
