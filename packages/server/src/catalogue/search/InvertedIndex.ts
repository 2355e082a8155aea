import type { Steps } from '../../concurrency/timeSlices.ts';
import { IntSet } from '../bitset/IntSet.ts';
import { TermDictionary } from './TermDictionary.ts';
import { type TermTokens, tokenize } from './tokenizer.ts';

/** Posting lists of which a slot must be in at least one. */
export type AnyPosting = {
  readonly lists: readonly (number | IntSet)[];
  /** The entries of all lists together. */
  readonly size: number;
};

/** Which slots have which words, and which pairs of characters of scripts written without spaces. */
export class InvertedIndex {
  readonly #words = new TermDictionary();
  /** By the first and then by the second unit of a pair. */
  readonly #pairs = new Map<number, Map<number, IntSet>>();

  /** Adds a text, in steps if it is long. */
  add(slot: number, text: string): Steps<void> {
    return tokenize(text, {
      word: (word) => this.#words.add(word, slot),
      pair: (first, second) => this.#addPair(first, second, slot),
    });
  }

  /** Removes a text that was added, even if only a part of it was. */
  remove(slot: number, text: string): Steps<void> {
    return tokenize(text, {
      word: (word) => this.#words.delete(word, slot),
      pair: (first, second) => this.#deletePair(first, second, slot),
    });
  }

  /** What a slot must be in to have the tokens of a term: in one posting list of each. */
  postingsOf({ words, pairs, prefix, unit }: TermTokens): readonly AnyPosting[] {
    const all = words.map((word) => anyOf(listOf(this.#words.get(word))));
    for (const [first, second] of pairs) all.push(anyOf(listOf(this.#pairs.get(first)?.get(second))));
    if (prefix !== undefined) all.push(anyOf(this.#words.withPrefix(prefix)));
    if (unit !== undefined) all.push(anyOf([...(this.#pairs.get(unit)?.values() ?? [])]));
    return all;
  }

  #addPair(first: number, second: number, slot: number): void {
    let seconds = this.#pairs.get(first);
    if (seconds === undefined) {
      seconds = new Map();
      this.#pairs.set(first, seconds);
    }
    const postings = seconds.get(second);
    if (postings === undefined) seconds.set(second, new IntSet(slot));
    else postings.add(slot);
  }

  #deletePair(first: number, second: number, slot: number): void {
    const seconds = this.#pairs.get(first);
    const postings = seconds?.get(second);
    postings?.delete(slot);
    if (postings?.count === 0) seconds?.delete(second);
    if (seconds?.size === 0) this.#pairs.delete(first);
  }
}

function anyOf(lists: readonly (number | IntSet)[]): AnyPosting {
  const size = lists.reduce<number>((sum, list) => sum + (typeof list === 'number' ? 1 : list.count), 0);
  return { lists, size };
}

function listOf(postings: number | IntSet | undefined): readonly (number | IntSet)[] {
  return postings === undefined ? [] : [postings];
}
