import { forRanges, type Steps } from '../../concurrency/timeSlices.ts';
import type { Words } from '../bitset/Bitset.ts';
import { IntSet } from '../bitset/IntSet.ts';
import type { SavedArrays, Saving } from '../snapshot/SavedArrays.ts';
import { Postings, postingSlots } from './Postings.ts';
import { TermDictionary } from './TermDictionary.ts';
import { type TermTokens, type TokenVisitor, tokenize } from './tokenizer.ts';

/** Tokens of which a slot must have at least one. */
export type AnyToken = {
  readonly tokens: readonly number[];
  /** The entries of all their posting lists together. */
  readonly size: number;
};

/** Which token occurs in which text, in the order in which they were met. */
type Occurrences = { tokens: Uint32Array; slots: Uint32Array; count: number };

/** Which slots have which words, and which pairs of all other characters. */
export class InvertedIndex {
  readonly #words = new TermDictionary();
  /** The tokens of pairs, by both units. */
  readonly #pairs = new Map<number, number>();
  /** The pairs that begin with a unit. */
  readonly #pairsOfUnit = new Map<number, Set<number>>();
  /** The slots of each token, the number of a word or a pair. */
  readonly #postings: Postings;
  /** The number of the text in which each token was met last: most are met several times in the same one. */
  #lastTexts = new Uint32Array(64);
  #texts = 0;
  readonly #freeTokens: number[] = [];
  /** How many are adding texts now. */
  #adding = 0;

  constructor(postings = new Postings()) {
    this.#postings = postings;
  }

  /**
   * Adds the texts of ascending slots. Many at once are several times as quick as one by one: their occurrences are collected
   * and sorted by token, so that each posting list is touched once.
   */
  *add(slots: Uint32Array, textOf: (slot: number) => string): Steps<void> {
    const met: Occurrences = { tokens: new Uint32Array(4096), slots: new Uint32Array(4096), count: 0 };
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

  /**
   * Saves it in short steps, while texts may be added but none removed. What was added meanwhile may be saved in part: to be
   * removed when it is loaded.
   */
  *save(): Saving {
    // The lists first, so that each of their tokens is saved too.
    yield* this.#postings.save();
    yield* this.#words.save();
    // A map may get more while it is iterated.
    let pairs: number[] = [];
    for (const [pair, token] of this.#pairs) {
      if (pairs.push(pair, token) < savedPairs * 2) continue;
      yield Int32Array.from(pairs);
      pairs = [];
    }
    yield Int32Array.from(pairs);
  }

  /** Loads what was saved. */
  static *load(saved: SavedArrays): Steps<InvertedIndex> {
    const index = new InvertedIndex(yield* Postings.load(saved));
    const isUsed = new Uint8Array(index.#postings.tokens);
    yield* index.#words.load(saved);
    let words = 0;
    for (const token of index.#words.numbers()) {
      // A word that came while others were saved may have no list.
      if (index.#postings.count(token) > 0) isUsed[token] = 1;
      else index.#words.delete(token);
      if (++words % wordsAtOnce === 0) yield;
    }
    for (let length = savedPairs * 2; length === savedPairs * 2; ) {
      const pairs = saved.next(Int32Array);
      for (let at = 0; at < pairs.length; at += 2) {
        const token = pairs[at + 1] ?? 0;
        if (index.#postings.count(token) === 0) continue;
        index.#addPair(pairs[at] ?? 0, token);
        isUsed[token] = 1;
      }
      length = pairs.length;
      yield;
    }
    yield* forRanges(isUsed.length, (from, to) => {
      for (let token = from; token < to; token++) if (isUsed[token] === 0) index.#freeTokens.push(token);
    });
    index.#lastTexts = new Uint32Array(Math.max(64, 2 ** Math.ceil(Math.log2(isUsed.length + 1))));
    return index;
  }

  /** What a slot must have to match a term: one token of each, the rarest first. Only nothing if there is no such slot. */
  tokensOf({ words, pairs, prefix, unit }: TermTokens): readonly AnyToken[] {
    const all: AnyToken[] = [];
    for (const word of words) all.push(this.#only(this.#words.find(word)));
    for (const pair of pairs) all.push(this.#only(this.#pairs.get(pairOf(pair[0], pair[1])) ?? -1));
    // To look for all the words of a prefix takes longer.
    if (all.some(({ size }) => size === 0)) return nothing;
    if (prefix !== undefined) all.push(this.withPrefix(prefix));
    if (unit !== undefined) all.push(this.#anyOf(this.#tokensOfUnit(unit)));
    return all.sort((a, b) => a.size - b.size);
  }

  /** The words that begin so. */
  withPrefix(prefix: string): AnyToken {
    return this.#anyOf(this.#words.withPrefix(prefix));
  }

  #only(token: number): AnyToken {
    return { tokens: [token], size: this.#postings.count(token) };
  }

  /** The slots that have at least one of some tokens: only to be read, before the index changes. */
  slotsOf({ tokens, size }: AnyToken): IntSet {
    const only = tokens.length === 1 ? tokens[0] : undefined;
    if (only !== undefined) return this.#postings.slotsOf(only);
    if (size < fewEntries) return this.#postings.slotsOfAll(tokens, size);
    return IntSet.ofBits(postingSlots, (words) => {
      for (const token of tokens) this.#postings.orInto(token, words);
    });
  }

  #anyOf(candidates: readonly number[]): AnyToken {
    const tokens: number[] = [];
    let size = 0;
    for (let at = 0; at < candidates.length; at++) {
      const token = candidates[at] ?? 0;
      const count = this.#postings.count(token);
      if (count === 0) continue;
      tokens.push(token);
      size += count;
    }
    return { tokens, size };
  }

  #tokensOfUnit(unit: number): readonly number[] {
    return Array.from(this.#pairsOfUnit.get(unit) ?? [], (pair) => this.#pairs.get(pair) ?? 0);
  }

  #note(met: Occurrences, token: number, slot: number, text: number): void {
    if (this.#lastTexts[token] === text) return;
    this.#lastTexts[token] = text;
    if (met.count === met.slots.length) grow(met);
    met.tokens[met.count] = token;
    met.slots[met.count++] = slot;
  }

  /** Sorts the occurrences by token, by counting them, so that each list is touched once. */
  *#insert({ tokens, slots, count }: Occurrences): Steps<void> {
    /** By token: where its first occurrence goes, and then where the next one does. */
    const places = new Uint32Array(this.#postings.tokens);
    yield* forRanges(count, (from, to) => {
      for (let at = from; at < to; at++) places[tokens[at] ?? 0] = (places[tokens[at] ?? 0] ?? 0) + 1;
    });
    let end = 0;
    yield* forRanges(places.length, (from, to) => {
      for (let token = from; token < to; token++) {
        const own = places[token] ?? 0;
        places[token] = end;
        end += own;
      }
    });
    const sorted = new Uint32Array(count);
    yield* forRanges(count, (from, to) => {
      for (let at = from; at < to; at++) {
        const place = places[tokens[at] ?? 0] ?? 0;
        places[tokens[at] ?? 0] = place + 1;
        sorted[place] = slots[at] ?? 0;
      }
    });
    const run = new Uint32Array(count);
    for (let token = 0, at = 0, lists = 0; at < count; token++) {
      const to = places[token] ?? 0;
      if (at === to) continue;
      let length = 0;
      for (; at < to; at++) {
        const slot = sorted[at] ?? 0;
        // Two may add texts in turns: then a token is met again.
        if (length === 0 || slot !== run[length - 1]) run[length++] = slot;
      }
      this.#postings.add(token, run, length);
      if (++lists % listsAtOnce === 0) yield;
    }
  }

  /** Whether nothing is left. */
  #sweep(token: number, isRemoved: Words): boolean {
    this.#postings.deleteAll(token, isRemoved);
    // It may be about to get another one.
    if (this.#postings.count(token) > 0 || this.#adding > 0) return false;
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
    this.#addPair(pair, token);
    return token;
  }

  #addPair(pair: number, token: number): void {
    this.#pairs.set(pair, token);
    const others = this.#pairsOfUnit.get(pair >>> 16);
    if (others === undefined) this.#pairsOfUnit.set(pair >>> 16, new Set([pair]));
    else others.add(pair);
  }

  #deletePair(pair: number): void {
    this.#pairs.delete(pair);
    const others = this.#pairsOfUnit.get(pair >>> 16);
    others?.delete(pair);
    if (others?.size === 0) this.#pairsOfUnit.delete(pair >>> 16);
  }

  #createToken(): number {
    const token = this.#freeTokens.pop() ?? this.#postings.addToken();
    if (token >= this.#lastTexts.length) {
      const larger = new Uint32Array(this.#lastTexts.length * 2);
      larger.set(this.#lastTexts);
      this.#lastTexts = larger;
    }
    return token;
  }
}

/** How many posting lists get new entries in one step. */
const listsAtOnce = 64;

/** How many words are looked at in one step. */
const wordsAtOnce = 256;

/** How many pairs are saved in one step. */
const savedPairs = 4096;

/** So few are sorted more quickly than bits are set and collected. */
const fewEntries = 48;

const nothing: readonly AnyToken[] = [{ tokens: [], size: 0 }];

/** Both units in one 32-bit number: a map finds these more quickly than larger ones. */
function pairOf(first: number, second: number): number {
  return (first << 16) | second;
}

function grow(met: Occurrences): void {
  const { tokens, slots, count } = met;
  met.tokens = new Uint32Array(count * 2);
  met.tokens.set(tokens);
  met.slots = new Uint32Array(count * 2);
  met.slots.set(slots);
}
