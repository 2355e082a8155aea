import type { Steps } from '../../concurrency/timeSlices.ts';
import { hasBit, type Words } from '../bitset/Bitset.ts';
import { IntSet } from '../bitset/IntSet.ts';
import { radixSort, upTo } from '../orders/radixSort.ts';
import { TermDictionary } from './TermDictionary.ts';
import { type TermTokens, type TokenVisitor, tokenize } from './tokenizer.ts';

/** The slots whose texts have a token. Most words occur in one text only: then it is that slot alone. */
type Postings = number | IntSet;

/** Posting lists of which a slot must be in at least one. */
export type AnyPosting = {
  readonly lists: readonly Postings[];
  /** The entries of all lists together. */
  readonly size: number;
};

/** Which token occurs in which text, in the order in which they were met. */
type Occurrences = { tokens: Float64Array; slots: Uint32Array; count: number };

/** Which slots have which words, and which pairs of characters of scripts written without spaces. */
export class InvertedIndex {
  readonly #words = new TermDictionary();
  /** The tokens of pairs, by both units. */
  readonly #pairs = new Map<number, number>();
  /** The pairs that begin with a unit. */
  readonly #pairsOfUnit = new Map<number, Set<number>>();
  /** By token: the number of a word or a pair. */
  readonly #postings: (Postings | undefined)[] = [];
  /** The number of the text in which each token was met last: most are met several times in the same one. */
  #lastTexts = new Float64Array(1024);
  #texts = 0;
  readonly #freeTokens: number[] = [];
  /** How many are adding texts now. */
  #adding = 0;

  /**
   * Adds the texts of ascending slots. Many at once are several times as quick as one by one: their occurrences are collected
   * and sorted by token, so that each posting list is touched once.
   */
  *add(slots: Uint32Array, textOf: (slot: number) => string): Steps<void> {
    const met: Occurrences = { tokens: new Float64Array(4096), slots: new Uint32Array(4096), count: 0 };
    this.#adding++;
    try {
      let [text, slot, number] = ['', 0, 0];
      const visitor: TokenVisitor = {
        word: (start, end) => this.#note(met, this.#tokenOfWord(text, start, end), slot, number),
        pair: (first, second) => this.#note(met, this.#tokenOfPair(first, second), slot, number),
      };
      for (slot of slots) {
        text = textOf(slot);
        number = ++this.#texts;
        yield* tokenize(text, visitor);
        yield;
      }
      yield* this.#insert(met);
    } finally {
      this.#adding--;
    }
  }

  /** Removes all slots whose bits are set. */
  *removeAll(isRemoved: Words): Steps<void> {
    for (const token of this.#words.numbers()) {
      if (this.#sweep(token, isRemoved)) this.#words.delete(token);
      yield;
    }
    for (const [pair, token] of this.#pairs) {
      if (this.#sweep(token, isRemoved)) this.#deletePair(pair);
      yield;
    }
  }

  /** What a slot must be in to have the tokens of a term: in one posting list of each. */
  postingsOf({ words, pairs, prefix, unit }: TermTokens): readonly AnyPosting[] {
    const all = words.map((word) => this.#anyOf([this.#words.find(word)]));
    for (const [first, second] of pairs) all.push(this.#anyOf([this.#pairs.get(pairOf(first, second))]));
    if (prefix !== undefined) all.push(this.#anyOf(this.#words.withPrefix(prefix)));
    if (unit !== undefined) all.push(this.#anyOf(this.#tokensOfUnit(unit)));
    return all;
  }

  #anyOf(tokens: Iterable<number | undefined>): AnyPosting {
    const lists: Postings[] = [];
    let size = 0;
    for (const token of tokens) {
      const postings = token === undefined ? undefined : this.#postings[token];
      if (postings === undefined) continue;
      lists.push(postings);
      size += typeof postings === 'number' ? 1 : postings.count;
    }
    return { lists, size };
  }

  *#tokensOfUnit(unit: number): Iterable<number | undefined> {
    for (const pair of this.#pairsOfUnit.get(unit) ?? []) yield this.#pairs.get(pair);
  }

  #note(met: Occurrences, token: number, slot: number, text: number): void {
    if (this.#lastTexts[token] === text) return;
    this.#lastTexts[token] = text;
    if (met.count === met.slots.length) grow(met);
    met.tokens[met.count] = token;
    met.slots[met.count++] = slot;
  }

  *#insert({ tokens, slots, count }: Occurrences): Steps<void> {
    const order = yield* radixSort(upTo(count), tokens);
    const run = new Uint32Array(count);
    let length = 0;
    for (let at = 0, lists = 0; at < count; at++) {
      const token = tokens[order[at] ?? 0] ?? 0;
      const slot = slots[order[at] ?? 0] ?? 0;
      // Two may add texts in turns: then a token is met again.
      if (length === 0 || slot !== run[length - 1]) run[length++] = slot;
      if (at + 1 < count && tokens[order[at + 1] ?? 0] === token) continue;
      this.#append(token, run, length);
      length = 0;
      if (++lists % listsAtOnce === 0) yield;
    }
  }

  /** Adds the first `count` of some slots to the posting list of a token. */
  #append(token: number, slots: Uint32Array, count: number): void {
    const postings = this.#postings[token];
    const first = slots[0] ?? 0;
    if (postings instanceof IntSet) postings.addAscending(slots, count);
    else if (postings === undefined && count === 1) this.#postings[token] = first;
    else if (postings !== first || count > 1) {
      const set = new IntSet(postings);
      set.addAscending(slots, count);
      this.#postings[token] = set;
    }
  }

  /** Whether nothing is left. */
  #sweep(token: number, isRemoved: Words): boolean {
    const postings = this.#postings[token];
    if (postings instanceof IntSet) postings.deleteAll(isRemoved);
    const isEmpty =
      postings === undefined ||
      (postings instanceof IntSet ? postings.count === 0 : hasBit(isRemoved, postings));
    if (!isEmpty) return false;
    this.#postings[token] = undefined;
    // It may be about to get another one.
    if (this.#adding > 0) return false;
    this.#freeTokens.push(token);
    return true;
  }

  #tokenOfWord(text: string, start: number, end: number): number {
    const known = this.#words.find(text, start, end);
    if (known >= 0) return known;
    const token = this.#createToken();
    this.#words.add(text, start, end, token);
    return token;
  }

  #tokenOfPair(first: number, second: number): number {
    const pair = pairOf(first, second);
    const known = this.#pairs.get(pair);
    if (known !== undefined) return known;
    const token = this.#createToken();
    this.#pairs.set(pair, token);
    const others = this.#pairsOfUnit.get(first);
    if (others === undefined) this.#pairsOfUnit.set(first, new Set([pair]));
    else others.add(pair);
    return token;
  }

  #deletePair(pair: number): void {
    this.#pairs.delete(pair);
    const others = this.#pairsOfUnit.get(pair >>> 16);
    others?.delete(pair);
    if (others?.size === 0) this.#pairsOfUnit.delete(pair >>> 16);
  }

  #createToken(): number {
    const token = this.#freeTokens.pop() ?? this.#postings.push(undefined) - 1;
    if (token >= this.#lastTexts.length) {
      const larger = new Float64Array(this.#lastTexts.length * 2);
      larger.set(this.#lastTexts);
      this.#lastTexts = larger;
    }
    return token;
  }
}

/** How many posting lists get new entries in one step. */
const listsAtOnce = 64;

/** Both units in one 32-bit number: a map finds these more quickly than larger ones. */
function pairOf(first: number, second: number): number {
  return (first << 16) | second;
}

function grow(met: Occurrences): void {
  const { tokens, slots, count } = met;
  met.tokens = new Float64Array(count * 2);
  met.tokens.set(tokens);
  met.slots = new Uint32Array(count * 2);
  met.slots.set(slots);
}
