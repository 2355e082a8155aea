import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import { runAtOnce } from '../../concurrency/timeSlices.ts';
import { saveWith } from '../testing/saveWith.ts';
import { TermDictionary } from './TermDictionary.ts';

const word = fc.oneof(
  fc.constantFrom('a', 'ab', 'abc', 'é', 'żółw', '東', '\uD83D\uDE00', '\uD83D', 'x'.repeat(64)),
  fc.nat(2000).map((n) => n.toString(36)),
  fc.nat(300).map((n) => `same${n}`),
);
const change = fc.record({ word, isAdded: fc.boolean() });
const prefixes = ['', 'a', 'ab', 'b', '1', '10', 'é', 'ż', '\uD83D', 'x', 'sam', 'same', 'same1', 'never'];

/** A dictionary, and the plain way beside it. */
class Reference {
  readonly dictionary = new TermDictionary();
  readonly numbers = new Map<string, number>();
  readonly #free: number[] = [];
  #next = 0;

  apply({ word, isAdded }: { readonly word: string; readonly isAdded: boolean }): void {
    const known = this.numbers.get(word);
    if (isAdded && known === undefined) {
      const number = this.#free.pop() ?? this.#next++;
      this.numbers.set(word, number);
      this.dictionary.add(` ${word} `, 1, word.length + 1, number);
    } else if (!isAdded && known !== undefined) {
      this.numbers.delete(word);
      this.dictionary.delete(known);
      this.#free.push(known);
    }
  }
}

function expectSame(dictionary: TermDictionary, numbers: ReadonlyMap<string, number>): void {
  for (const prefix of prefixes) {
    const words = [...numbers.keys()].filter((word) => word.startsWith(prefix)).sort();
    expect(dictionary.withPrefix(prefix)).toEqual(words.map((word) => numbers.get(word) ?? -1));
  }
  for (const [word, number] of numbers) expect(dictionary.find(`-${word}-`, 1, word.length + 1)).toBe(number);
  expect(dictionary.find('never')).toBe(-1);
  expect([...dictionary.numbers()].sort()).toEqual([...numbers.values()].sort());
}

test('words and prefixes are found as in a plain map, before and after they are saved', () => {
  fc.assert(
    fc.property(fc.nat(1500), fc.array(change, { maxLength: 300, size: 'max' }), (first, changes) => {
      const reference = new Reference();
      for (let n = 0; n < first; n++) reference.apply({ word: n.toString(36), isAdded: true });
      for (const one of changes) reference.apply(one);
      expectSame(reference.dictionary, reference.numbers);
      const loaded = new TermDictionary();
      runAtOnce(loaded.load(saveWith(reference.dictionary.save())));
      expectSame(loaded, reference.numbers);
    }),
    { numRuns: runs(50) },
  );
});

test('words that come and go while they are saved leave the others in order', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 10, maxLength: 60, size: 'max' }), (changes) => {
      const reference = new Reference();
      for (let n = 0; n < 1500; n++) reference.apply({ word: n.toString(36), isAdded: true });
      const kept = new Set(reference.numbers.keys());
      let next = 0;
      const saved = saveWith(reference.dictionary.save(), () => {
        for (const one of changes.slice(next, next + 10)) {
          reference.apply(one);
          if (!one.isAdded) kept.delete(one.word);
        }
        next += 10;
      });
      const loaded = new TermDictionary();
      runAtOnce(loaded.load(saved));
      const sorted = loaded.withPrefix('');
      const places = [...kept].sort().map((word) => sorted.indexOf(loaded.find(word)));
      expect(places).not.toContain(-1);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      for (const word of kept) expect(loaded.find(word)).toBe(reference.numbers.get(word) ?? -1);
      for (const [word] of reference.numbers) {
        const number = loaded.find(word);
        if (number >= 0) expect(loaded.withPrefix(word)).toContain(number);
      }
      // Nothing is there twice, and everything that is there is found.
      expect(new Set(sorted).size).toBe(sorted.length);
      expect([...sorted].sort()).toEqual([...loaded.numbers()].sort());
    }),
    { numRuns: runs(50) },
  );
});

test('who goes through all words misses none, whatever is added meanwhile', () => {
  const dictionary = new TermDictionary();
  const wordOf = (n: number): string => `w${String(n).padStart(5, '0')}`;
  const add = (n: number, number: number): void => dictionary.add(wordOf(n), 0, 6, number);
  for (let number = 0; number < 1000; number++) add(number * 10, number);
  const seen = new Set<number>();
  for (const number of dictionary.numbers()) {
    seen.add(number);
    // Enough words between the others to split the blocks that come later.
    if (seen.size === 10)
      for (let n = 0; n < 900; n++) add(5001 + Math.floor(n / 9) * 10 + (n % 9), 1000 + n);
  }
  for (let number = 0; number < 1000; number++) expect(seen.has(number)).toBe(true);
});
