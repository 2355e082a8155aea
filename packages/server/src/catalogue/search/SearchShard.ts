import { LruCache } from '../../concurrency/LruCache.ts';
import type { Steps } from '../../concurrency/timeSlices.ts';
import type { Words } from '../bitset/Bitset.ts';
import { IntSet } from '../bitset/IntSet.ts';
import type { SavedArrays, Saving } from '../snapshot/SavedArrays.ts';
import { type AnyToken, InvertedIndex } from './InvertedIndex.ts';
import { postingSlots } from './Postings.ts';
import { termMatcher } from './textMatches.ts';
import { type TermTokens, termTokens } from './tokenizer.ts';

/** The normalised text of the item in a slot. */
export type TextOf = (slot: number) => string;

/** Checking a text takes as long as reading this many entries of posting lists. */
const entriesPerCheck = 400;
/**
 * A term is cached if finding it costs at least one entry for this many slots. With 5, searches that are all different take
 * 12 to 18 % longer at a million items, and as long at 100,000; with 40, cheap terms evict the expensive ones.
 */
const slotsPerCachedEntry = 20;

/** One term of a search, prepared for all shards. */
export type Term = {
  readonly term: string;
  readonly tokens: TermTokens;
  readonly isMatch: (text: string) => boolean;
};

/** The terms of a search, prepared for all shards. */
export function prepareTerms(terms: readonly string[]): readonly Term[] {
  return terms.map((term) => ({ term, tokens: termTokens(term), isMatch: termMatcher(term) }));
}

/** What a term is in a shard. */
type Wanted = {
  readonly term: Term;
  /** What is cached. */
  readonly matches?: IntSet;
  /** A slot must have one token of each, the rarest first. */
  readonly tokens: readonly AnyToken[];
  /** Or else one of these, which are the tails of compounds. */
  readonly tails: AnyToken | undefined;
  /** Whether everything that is in them matches. */
  readonly exact: boolean;
  /** How many slots match at most. */
  readonly most: number;
};

/** A search index of a limited number of slots: a search of it is short enough not to keep others waiting. */
export class SearchShard {
  #index = new InvertedIndex();
  #slots = new IntSet();
  readonly #cache: TermCache;
  /** One more than the highest slot there ever was. */
  #end = 0;

  constructor(mostCacheBytes: (slots: number) => number) {
    this.#cache = new TermCache(() => mostCacheBytes(this.#end));
  }

  /** Adds the texts of ascending slots. Until the last step searches may find them or not. */
  *add(slots: Uint32Array, textOf: TextOf): Steps<void> {
    this.#end = Math.max(this.#end, (slots.at(-1) ?? -1) + 1);
    yield* this.#index.add(slots, textOf);
    this.#slots.addAscending(slots);
    // Last of all: otherwise, what was cached while only half of it was there would stay in the cache.
    for (const slot of slots) this.#cache.add(slot);
  }

  /** Removes all slots whose bits are set. Until the last step searches may find them or not. */
  *removeAll(isRemoved: Words): Steps<void> {
    yield* this.#index.removeAll(isRemoved);
    this.#slots.deleteAll(isRemoved);
    this.#cache.clear();
  }

  /** Saves all but its slots. */
  save(): Saving {
    return this.#index.save();
  }

  /** Loads what was saved, with its slots; false if texts have been added meanwhile, or before. */
  *load(saved: SavedArrays, slots: Words): Steps<boolean> {
    const index = yield* InvertedIndex.load(saved);
    if (this.#end > 0) return false;
    this.#index = index;
    this.#slots = IntSet.ofWords(slots);
    this.#end = slots.length * 32;
    return true;
  }

  /** The slots that match all terms. The set is only to be read, before the index changes. */
  find(terms: readonly Term[], textOf: TextOf): IntSet {
    const wanted: Wanted[] = [];
    for (const term of terms) {
      const one = this.#want(term, textOf);
      if (one.most === 0) return none;
      wanted.push(one);
    }
    // The rarest term first, so that few slots are left for the others.
    if (wanted.length > 1) wanted.sort((a, b) => a.most - b.most);
    let found: IntSet | undefined;
    const unchecked: Term[] = [];
    for (const one of wanted) {
      if (found?.count === 0) return found;
      const isCheaperToCheck = found !== undefined && found.count * entriesPerCheck < entriesToUnite(one);
      if (!isCheaperToCheck) found = this.#narrow(found, one, textOf);
      if (isCheaperToCheck || !one.exact) unchecked.push(one.term);
    }
    if (found === undefined) return this.#slots;
    if (unchecked.length === 0) return found;
    const cost = found.count * entriesPerCheck;
    found = check(found, unchecked, textOf);
    const only = terms.length === 1 ? terms[0] : undefined;
    if (only !== undefined && this.#isWorthCaching(cost)) this.#cache.set(only.term, found);
    return found;
  }

  #want(term: Term, textOf: TextOf): Wanted {
    const matches = this.#cache.get(term.term, textOf);
    if (matches !== undefined)
      return { term, matches, tokens: [], tails: undefined, exact: true, most: matches.count };
    const tokens = this.#index.tokensOf(term.tokens);
    const { exact, tail } = term.tokens;
    const tails = tail === undefined ? undefined : this.#index.withPrefix(tail);
    const most = (tokens[0]?.size ?? this.#slots.count) + (tails?.size ?? 0);
    return { term, tokens, tails, exact, most };
  }

  /** Those of some slots, or of all, that have the tokens of a term. */
  #narrow(slots: IntSet | undefined, wanted: Wanted, textOf: TextOf): IntSet {
    const { term, matches, tokens, tails, exact } = wanted;
    if (matches !== undefined) return slots === undefined ? matches : slots.intersection(matches);
    if (tails !== undefined) {
      // The texts whose tails are words, and the others.
      const sure = this.#index.slotsOf(tails);
      const found = slots === undefined ? sure : slots.intersection(sure);
      const others = this.#narrow(slots, { ...wanted, tails: undefined, exact: false }, textOf);
      if (others.count === 0) return found;
      const all = IntSet.union([found, exact ? check(others, [term], textOf) : others], postingSlots);
      const isComplete = exact && slots === undefined;
      if (isComplete && this.#isWorthCaching(others.count * entriesPerCheck)) this.#cache.set(term.term, all);
      return all;
    }
    let found = slots;
    for (const any of tokens) {
      if (found?.count === 0) return found;
      const union = this.#index.slotsOf(any);
      if (exact && any.tokens.length > 1 && this.#isWorthCaching(any.size)) this.#cache.set(term.term, union);
      found = found === undefined ? union : found.intersection(union);
    }
    return found ?? this.#slots;
  }

  #isWorthCaching(entries: number): boolean {
    return entries * slotsPerCachedEntry >= this.#end;
  }
}

/** How many entries must be read to narrow by a term. A single list is used as it is. */
function entriesToUnite({ tokens, tails }: Wanted): number {
  const all = tails === undefined ? tokens : [...tokens, tails];
  return all.reduce((sum, { tokens, size }) => (tokens.length > 1 ? sum + size : sum), 0);
}

const none = new IntSet();

/** Those of some slots whose texts match all terms. */
function check(slots: IntSet, terms: readonly Term[], textOf: TextOf): IntSet {
  const matching = slots.toArray();
  let count = 0;
  for (let at = 0; at < matching.length; at++) {
    const slot = matching[at] ?? 0;
    if (matchesAll(textOf(slot), terms)) matching[count++] = slot;
  }
  return IntSet.ofSorted(count === matching.length ? matching : matching.slice(0, count));
}

function matchesAll(text: string, terms: readonly Term[]): boolean {
  for (let at = 0; at < terms.length; at++) if (terms[at]?.isMatch(text) !== true) return false;
  return true;
}

type Entry = {
  readonly matches: IntSet;
  /** How many changes it includes. */
  seen: number;
};

/** Checking more changed texts than this takes as long as searching again. */
const mostChanges = 256;

/**
 * Which slots match the terms of earlier searches, within a limit of bytes. A change of the index is only noted;
 * an entry is brought up to date when it is next requested.
 */
export class TermCache {
  readonly #entries: LruCache<Entry>;
  /** The latest slots that got a text, in a ring. */
  readonly #changes = new Uint32Array(mostChanges);
  #changed = 0;

  constructor(mostBytes: () => number) {
    this.#entries = new LruCache(mostBytes, ({ matches }) => matches.bytes);
  }

  /** Notes that a slot got a text. */
  add(slot: number): void {
    this.#changes[this.#changed++ % mostChanges] = slot;
  }

  clear(): void {
    this.#entries.clear();
  }

  /** What matches a term, up to date. */
  get(term: string, textOf: (slot: number) => string): IntSet | undefined {
    const entry = this.#entries.get(term);
    if (entry === undefined) return undefined;
    if (entry.seen === this.#changed || this.#catchUp(term, entry, textOf)) return entry.matches;
    this.#entries.delete(term);
    return undefined;
  }

  /** Caches what matches a term now; the set is the cache's own from then on. */
  set(term: string, matches: IntSet): void {
    this.#entries.set(term, { matches, seen: this.#changed });
  }

  /** False if there were too many changes. */
  #catchUp(term: string, entry: Entry, textOf: (slot: number) => string): boolean {
    if (this.#changed - entry.seen > mostChanges) return false;
    const isMatch = termMatcher(term);
    for (; entry.seen < this.#changed; entry.seen++) {
      const slot = this.#changes[entry.seen % mostChanges] ?? 0;
      if (isMatch(textOf(slot))) entry.matches.add(slot);
    }
    return true;
  }
}
