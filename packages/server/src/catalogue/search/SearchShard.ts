import type { Steps } from '../../concurrency/timeSlices.ts';
import { IntSet } from '../bitset/IntSet.ts';
import { andWords, clearBit, lowestBit, setBit, type Words, wordsFor } from '../bitset/words.ts';
import { type AnyPosting, InvertedIndex } from './InvertedIndex.ts';
import { TermCache } from './TermCache.ts';
import { termMatcher } from './textMatches.ts';
import { termTokens } from './tokenizer.ts';

/** The normalised text of the item in a slot. */
export type TextOf = (slot: number) => string;

/** To check a text takes as long as to read so many entries of posting lists. */
const entriesPerCheck = 100;
/** What takes at least so many entries to find out is cached: then the cache pays even where terms are rarely repeated. */
const cachedFrom = 4000;
/** Room for slots to come, so that what is cached need not be thrown away with each. */
const spareSlots = 1024;

/** One term of a search. */
type Wanted = {
  readonly term: string;
  /** What matches it, where that is cached. */
  readonly matches: Words | undefined;
  readonly postings: readonly AnyPosting[];
  /** Whether what is in all posting lists matches. */
  readonly exact: boolean;
  /** At most so many slots match. */
  readonly most: number;
  /** The entries of all posting lists. */
  readonly size: number;
};

const all: Wanted = { term: '', matches: undefined, postings: [], exact: true, most: 0, size: 0 };

/** A search index of a limited number of slots: a search of it is short enough not to keep others waiting. */
export class SearchShard {
  readonly #index = new InvertedIndex();
  readonly #slots = new IntSet();
  readonly #cache: TermCache;
  /** One more than the highest slot there ever was. */
  #end = 0;

  constructor(mostCacheBytes: (slots: number) => number) {
    this.#cache = new TermCache(() => mostCacheBytes(this.#end));
  }

  /** Adds a text. Until the last step searches may find it or not. */
  *add(slot: number, text: string): Steps<void> {
    this.#end = Math.max(this.#end, slot + 1);
    yield* this.#index.add(slot, text);
    this.#slots.add(slot);
    // Last of all: what was cached while only a half of it was there would stay in the cache otherwise.
    this.#cache.change(slot, true);
  }

  /** Removes a text that was added. Until the last step searches may find it or not. */
  *remove(slot: number, text: string): Steps<void> {
    yield* this.#index.remove(slot, text);
    this.#slots.delete(slot);
    this.#cache.change(slot, false);
  }

  /** The slots that match all terms. */
  find(terms: readonly string[], textOf: TextOf): Words {
    // Those that leave the fewest come first, so that few are left to be checked against the others.
    const [first, ...others] = terms.map((term) => this.#want(term, textOf)).sort((a, b) => a.most - b.most);
    if (first === undefined) return this.#candidates(all);
    if (first.most === 0) return this.#noBits();
    const found = this.#candidates(first);
    const unchecked = first.exact ? [] : [first.term];
    for (const one of others) {
      const isCheaperToCheck = first.most * entriesPerCheck < one.size;
      if (!isCheaperToCheck) andWords(found, one.matches ?? this.#candidates(one));
      if (isCheaperToCheck || !one.exact) unchecked.push(one.term);
    }
    for (const term of unchecked) {
      const checked = check(found, termMatcher(term), textOf);
      if (terms.length === 1 && checked * entriesPerCheck >= cachedFrom) this.#keep(term, found);
    }
    return found;
  }

  #want(term: string, textOf: TextOf): Wanted {
    const matches = this.#cache.get(term, textOf);
    const { count } = this.#slots;
    if (matches !== undefined) return { term, matches, postings: [], exact: true, most: count, size: 0 };
    const tokens = termTokens(term);
    const postings = this.#index.postingsOf(tokens);
    const most = postings.reduce((least, { size }) => Math.min(least, size), count);
    const total = postings.reduce((sum, { size }) => sum + size, 0);
    return { term, matches, postings, exact: tokens.exact, most, size: total };
  }

  /** The slots that are in all posting lists of a term, or that match it where that is cached. */
  #candidates({ term, matches, postings, exact, size }: Wanted): Words {
    const candidates = this.#noBits();
    if (matches !== undefined) {
      candidates.set(matches.subarray(0, candidates.length));
      return candidates;
    }
    const [first, ...others] = postings.toSorted((a, b) => a.size - b.size);
    if (first === undefined) this.#slots.orInto(candidates);
    else orInto(candidates, first);
    for (const any of others) {
      const bits = this.#noBits();
      orInto(bits, any);
      andWords(candidates, bits);
    }
    if (exact && size >= cachedFrom) this.#keep(term, candidates);
    return candidates;
  }

  #keep(term: string, matches: Words): void {
    const kept = new Int32Array(wordsFor(this.#end + spareSlots));
    kept.set(matches);
    this.#cache.set(term, kept);
  }

  #noBits(): Words {
    return new Int32Array(wordsFor(this.#end));
  }
}

function orInto(words: Words, { lists }: AnyPosting): void {
  for (const list of lists) {
    if (typeof list === 'number') setBit(words, list);
    else list.orInto(words);
  }
}

/** Clears the bits of the slots whose texts do not match; returns how many were checked. */
function check(words: Words, isMatch: (text: string) => boolean, textOf: TextOf): number {
  let checked = 0;
  for (let at = 0; at < words.length; at++) {
    for (let left = words[at] ?? 0; left !== 0; left &= left - 1) {
      const slot = at * 32 + lowestBit(left);
      checked++;
      if (!isMatch(textOf(slot))) clearBit(words, slot);
    }
  }
  return checked;
}
