import type { Steps } from '../../concurrency/timeSlices.ts';
import { IntSet } from '../bitset/IntSet.ts';
import { hasBit, setBit, type Words, wordsFor } from '../bitset/words.ts';
import { type AnyPosting, InvertedIndex } from './InvertedIndex.ts';
import { TermCache } from './TermCache.ts';
import { termMatcher } from './textMatches.ts';
import { termTokens } from './tokenizer.ts';

/** The normalised text of the item in a slot. */
export type TextOf = (slot: number) => string;

/** Checking a text takes as long as reading so many entries of posting lists. */
const entriesPerCheck = 250;
/** What costs at least so many entries is cached. */
const cachedFrom = 2500;
/** Looking a slot up in a sorted list takes as long as setting so many bits. */
const bitsPerLookup = 8;
/** The processor fetches so many texts from memory at the same time: a fifth less time for a check. */
const textsAtOnce = 16;

let scratch = new Uint32Array(0);
const bits = new Int32Array(4096);

/** One term of a search. */
type Wanted = {
  readonly term: string;
  /** A slot must be in one list of each; the shortest first. */
  readonly postings: readonly AnyPosting[];
  /** Whether everything that is in them matches. */
  readonly exact: boolean;
  /** How many slots match at most. */
  readonly most: number;
  /** How many entries all lists have. */
  readonly entries: number;
};

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
    // Last of all: otherwise, what was cached while only half of it was there would stay in the cache.
    this.#cache.change(slot, true);
  }

  /** Removes a text that was added. Until the last step searches may find it or not. */
  *remove(slot: number, text: string): Steps<void> {
    yield* this.#index.remove(slot, text);
    this.#slots.delete(slot);
    this.#cache.change(slot, false);
  }

  /** The slots that match all terms, in any order; some may come twice. */
  find(terms: readonly string[], textOf: TextOf): Uint32Array {
    // The rarest term first, so that few slots are left for the others.
    const [first, ...others] = terms.map((term) => this.#want(term, textOf)).sort((a, b) => a.most - b.most);
    if (first === undefined) return this.#slots.toArray();
    let found = this.#narrow(undefined, first);
    const unchecked = first.exact ? [] : [first.term];
    for (const other of others) {
      const isCheaperToCheck = found.length * entriesPerCheck < other.entries;
      if (!isCheaperToCheck) found = this.#narrow(found, other);
      if (isCheaperToCheck || !other.exact) unchecked.push(other.term);
    }
    for (const term of unchecked) {
      const cost = found.length * entriesPerCheck;
      found = matching(found, term, textOf);
      if (terms.length === 1 && cost >= cachedFrom) this.#cache.set(term, IntSet.from(found, this.#end));
    }
    return found;
  }

  #want(term: string, textOf: TextOf): Wanted {
    const matches = this.#cache.get(term, textOf);
    if (matches !== undefined) {
      const { count } = matches;
      return { term, postings: [{ lists: [matches], size: count }], exact: true, most: count, entries: count };
    }
    const tokens = termTokens(term);
    const { exact } = tokens;
    const postings = this.#index.postingsOf(tokens).toSorted((a, b) => a.size - b.size);
    const [only] = postings;
    if (exact && only !== undefined && only.lists.length > 1 && only.size >= cachedFrom) {
      const words = new Int32Array(wordsFor(this.#end));
      for (const list of only.lists) {
        if (typeof list === 'number') setBit(words, list);
        else list.orInto(words);
      }
      const union = IntSet.ofWords(words);
      this.#cache.set(term, union);
      const { count } = union;
      return { term, postings: [{ lists: [union], size: count }], exact: true, most: count, entries: count };
    }
    const most = postings[0]?.size ?? this.#slots.count;
    const entries = postings.reduce((sum, { size }) => sum + size, 0);
    return { term, postings, exact, most, entries };
  }

  /** Of some slots, or of all, those that are in the posting lists of a term. */
  #narrow(slots: Uint32Array | undefined, { postings }: Wanted): Uint32Array {
    const [first, ...others] = postings;
    let found = slots ?? (first === undefined ? this.#slots.toArray() : entriesOf(first));
    for (const posting of slots === undefined ? others : postings) found = this.#keep(found, posting);
    return found;
  }

  /** Of some slots those that are in at least one posting list. */
  #keep(slots: Uint32Array, { lists, size }: AnyPosting): Uint32Array {
    const [only] = lists;
    if (lists.length === 1 && only instanceof IntSet) {
      if (only.words !== undefined) return withBits(slots, only.words);
      if (slots.length * bitsPerLookup < size) return inSet(slots, only);
    }
    const words = bits.fill(0, 0, wordsFor(this.#end));
    for (const list of lists) {
      if (typeof list === 'number') setBit(words, list);
      else list.orInto(words);
    }
    return withBits(slots, words);
  }
}

/** The entries of some posting lists, one list after the other. */
function entriesOf({ lists, size }: AnyPosting): Uint32Array {
  if (scratch.length < size) scratch = new Uint32Array(size * 2);
  const entries = scratch;
  let count = 0;
  for (const list of lists) {
    if (typeof list === 'number') entries[count++] = list;
    else count += list.writeTo(entries, count);
  }
  return entries.subarray(0, count);
}

/** Of some slots those that are in a set. */
function inSet(slots: Uint32Array, set: IntSet): Uint32Array {
  let count = 0;
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0;
    if (set.has(slot)) slots[count++] = slot;
  }
  return slots.subarray(0, count);
}

/** Of some slots those whose bits are set. */
function withBits(slots: Uint32Array, words: Words): Uint32Array {
  let count = 0;
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0;
    if (hasBit(words, slot)) slots[count++] = slot;
  }
  return slots.subarray(0, count);
}

/** Of some slots those whose texts match a term. */
function matching(slots: Uint32Array, term: string, textOf: TextOf): Uint32Array {
  const isMatch = termMatcher(term);
  const texts: string[] = [];
  let count = 0;
  for (let from = 0; from < slots.length; from += textsAtOnce) {
    const end = Math.min(slots.length, from + textsAtOnce);
    for (let at = from; at < end; at++) texts[at - from] = fetched(textOf(slots[at] ?? 0));
    for (let at = from; at < end; at++) {
      if (isMatch(texts[at - from] ?? '')) slots[count++] = slots[at] ?? 0;
    }
  }
  return slots.subarray(0, count);
}

/** The text, after reading its first unit. */
function fetched(text: string): string {
  return text.charCodeAt(0) >= 0 ? text : '';
}
