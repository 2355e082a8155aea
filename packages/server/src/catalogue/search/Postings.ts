import type { Steps } from '../../concurrency/timeSlices.ts';
import { hasBit, orWords, popcount, setBit, type Words, wordsFor, writeBits } from '../bitset/Bitset.ts';
import { IntSet } from '../bitset/IntSet.ts';
import type { SavedArrays, Saving } from '../snapshot/SavedArrays.ts';

/** How many slots there are at most: a slot is a 16-bit number. */
export const postingSlots = 1 << 16;

/** A longer list is a bitset, which takes as much memory as this many numbers and is united more quickly. */
const longestSorted = 4096;
/** A longer list becomes a bitset in a search: then it is intersected more quickly. */
const longestSparse = postingSlots / 64;
const bitsetWords = wordsFor(postingSlots);

/** The length of a page: the first ones are shorter, since most shelves are small. */
const pageLength = 1 << 16;
const firstPageLength = 1 << 10;

/** How many lists, numbers and bitsets are saved in one step at most, or a few more. */
const savedLists = 8192;
const savedNumbers = 32_768;
const savedBitsets = 8;

/**
 * The posting lists of all tokens: which slots have each. There are very many, and most are short, so they are not objects
 * but places in large pages: they take a fraction of the memory, and garbage collection does not visit them.
 */
export class Postings {
  /** By token: the number of its slots, and where they are: a page and a place in it, or the number of a bitset. */
  #counts = new Uint32Array(64);
  #starts = new Uint32Array(64);
  #tokens = 0;
  readonly #pages: Uint16Array[] = [];
  /** How much of the last page is used. */
  #used = 0;
  /** Places that are free again, by their length. */
  readonly #free = new Map<number, number[]>();
  readonly #bitsets: Words[] = [];
  readonly #freeBitsets: number[] = [];

  /** How many tokens there are. */
  get tokens(): number {
    return this.#tokens;
  }

  /** A new token, without slots. */
  addToken(): number {
    if (this.#tokens === this.#counts.length) {
      this.#counts = doubled(this.#counts);
      this.#starts = doubled(this.#starts);
    }
    return this.#tokens++;
  }

  /** How many slots a token has. */
  count(token: number): number {
    return this.#counts[token] ?? 0;
  }

  /** Adds the first `count` of some ascending slots to a token. */
  add(token: number, slots: Uint32Array, count: number): void {
    const before = this.count(token);
    if (before + count > longestSorted) {
      const words = before > longestSorted ? this.#bitsetOf(token) : new Int32Array(bitsetWords);
      if (before <= longestSorted) this.orInto(token, words);
      this.#setWords(token, words, before + setBits(words, slots, count));
    } else if (before === 0 || (slots[0] ?? 0) > this.#last(token)) {
      this.#resize(token, before + count);
      const page = this.#pageOf(token);
      const start = this.#startOf(token) + before;
      for (let at = 0; at < count; at++) page[start + at] = slots[at] ?? 0;
    } else this.#setSorted(token, this.#merge(token, slots, count));
  }

  /** Removes all slots whose bits are set from a token. */
  deleteAll(token: number, isRemoved: Words): void {
    const before = this.count(token);
    if (before > longestSorted) {
      const words = this.#bitsetOf(token);
      this.#setWords(token, words, before - clearBits(words, isRemoved));
    } else if (before > 0) {
      const page = this.#pageOf(token);
      const start = this.#startOf(token);
      let count = 0;
      for (let at = start; at < start + before; at++) {
        const slot = page[at] ?? 0;
        if (!hasBit(isRemoved, slot)) page[start + count++] = slot;
      }
      this.#resize(token, count);
    }
  }

  /** Sets the bits of all slots of a token. */
  orInto(token: number, words: Words): void {
    const count = this.count(token);
    if (count > longestSorted) orWords(words, this.#bitsetOf(token));
    else if (count > 0) {
      const page = this.#pageOf(token);
      const start = this.#startOf(token);
      const end = start + count;
      for (let at = start; at < end; at++) setBit(words, page[at] ?? 0);
    }
  }

  /** The slots of a token: only to be read, before they change. */
  slotsOf(token: number): IntSet {
    const count = this.count(token);
    if (count > longestSorted) return IntSet.ofCounted(this.#bitsetOf(token), count);
    if (count > longestSparse) {
      const words: Words = new Int32Array(bitsetWords);
      this.orInto(token, words);
      return IntSet.ofCounted(words, count);
    }
    return IntSet.ofSorted(this.#copyTo(new Uint32Array(count), 0, token));
  }

  /** The slots of all of some tokens, which are few; `size` is the number of their entries. */
  slotsOfAll(tokens: readonly number[], size: number): IntSet {
    const slots = new Uint32Array(size);
    let count = 0;
    for (const token of tokens) {
      this.#copyTo(slots, count, token);
      count += this.count(token);
    }
    return IntSet.from(slots, postingSlots);
  }

  #copyTo(slots: Uint32Array, from: number, token: number): Uint32Array {
    const count = this.count(token);
    const page = this.#pageOf(token);
    const start = this.#startOf(token);
    for (let at = 0; at < count; at++) slots[from + at] = page[start + at] ?? 0;
    return slots;
  }

  /** Saves the lists of all tokens that there are now, each as it is at some time until the end. */
  *save(): Saving {
    const tokens = this.#tokens;
    yield Float64Array.of(tokens);
    for (let from = 0, to = 0; from < tokens; from = to) {
      let [numbers, bitsets] = [0, 0];
      for (; to < Math.min(tokens, from + savedLists); to++) {
        if (numbers > savedNumbers || bitsets > savedBitsets) break;
        if (this.count(to) > longestSorted) bitsets++;
        else numbers += this.count(to);
      }
      // All of them now, since they may be longer in the next step.
      const arrays = [this.#counts.slice(from, to), ...this.#copyOf(from, to, numbers, bitsets)];
      yield* arrays;
    }
  }

  #copyOf(from: number, to: number, numbers: number, bitsets: number) {
    const sorted = new Uint16Array(numbers);
    const dense = new Int32Array(bitsets * bitsetWords);
    let [next, nextBitset] = [0, 0];
    for (let token = from; token < to; token++) {
      const count = this.count(token);
      if (count > longestSorted) dense.set(this.#bitsetOf(token), bitsetWords * nextBitset++);
      else if (count > 0) {
        const page = this.#pageOf(token);
        const start = this.#startOf(token);
        const end = start + count;
        for (let at = start; at < end; at++) sorted[next++] = page[at] ?? 0;
      }
    }
    return [sorted, dense] as const;
  }

  /** Loads what was saved. */
  static *load(saved: SavedArrays): Steps<Postings> {
    const postings = new Postings();
    const [tokens = 0] = saved.next(Float64Array);
    while (postings.#tokens < tokens) {
      const [counts, sorted, dense] = [
        saved.next(Uint32Array),
        saved.next(Uint16Array),
        saved.next(Int32Array),
      ];
      let [next, nextBitset] = [0, 0];
      for (let at = 0; at < counts.length; at++) {
        const token = postings.addToken();
        const count = counts[at] ?? 0;
        if (count > longestSorted) {
          const words = new Int32Array(bitsetWords);
          for (let word = 0; word < bitsetWords; word++) words[word] = dense[nextBitset++] ?? 0;
          postings.#setWords(token, words, count);
        } else if (count > 0) {
          postings.#resize(token, count);
          const page = postings.#pageOf(token);
          const start = postings.#startOf(token);
          for (let to = start; to < start + count; to++) page[to] = sorted[next++] ?? 0;
        }
      }
      yield;
    }
    return postings;
  }

  #pageOf(token: number): Uint16Array {
    return this.#pages[(this.#starts[token] ?? 0) >>> 16] ?? noPage;
  }

  #startOf(token: number): number {
    return (this.#starts[token] ?? 0) & 0xffff;
  }

  #bitsetOf(token: number): Words {
    return this.#bitsets[this.#starts[token] ?? 0] ?? noWords;
  }

  #last(token: number): number {
    return this.#pageOf(token)[this.#startOf(token) + this.count(token) - 1] ?? 0;
  }

  /** The slots of a token and some more, each once, in order. */
  #merge(token: number, slots: Uint32Array, count: number): Uint16Array {
    const before = this.count(token);
    const page = this.#pageOf(token);
    const start = this.#startOf(token);
    const merged = new Uint16Array(before + count);
    let [length, next] = [0, 0];
    for (let at = start; at < start + before; at++) {
      const slot = page[at] ?? 0;
      for (; next < count && (slots[next] ?? 0) < slot; next++) merged[length++] = slots[next] ?? 0;
      if (slots[next] === slot && next < count) next++;
      merged[length++] = slot;
    }
    for (; next < count; next++) merged[length++] = slots[next] ?? 0;
    return merged.slice(0, length);
  }

  #setSorted(token: number, slots: Uint16Array): void {
    this.#resize(token, slots.length);
    const page = this.#pageOf(token);
    const start = this.#startOf(token);
    for (let at = 0; at < slots.length; at++) page[start + at] = slots[at] ?? 0;
  }

  /** Sets all slots of a token to those of a bitset, which may be its own. */
  #setWords(token: number, words: Words, count: number): void {
    if (count > longestSorted) {
      if (this.count(token) <= longestSorted) {
        this.#resize(token, 0);
        const number = this.#freeBitsets.pop() ?? this.#bitsets.length;
        this.#bitsets[number] = words;
        this.#starts[token] = number;
      }
      this.#counts[token] = count;
      return;
    }
    if (this.count(token) > longestSorted) {
      const number = this.#starts[token] ?? 0;
      this.#bitsets[number] = noWords;
      this.#freeBitsets.push(number);
      this.#counts[token] = 0;
    }
    const slots = new Uint32Array(count);
    writeBits(words, slots);
    this.#setSorted(token, Uint16Array.from(slots));
  }

  /** Gives a list of numbers another length; the first ones stay as they are. */
  #resize(token: number, count: number): void {
    const before = this.count(token);
    this.#counts[token] = count;
    const length = roomFor(before);
    const needed = roomFor(count);
    if (length === needed) return;
    const page = this.#pageOf(token);
    const start = this.#startOf(token);
    if (length > 0) this.#release(this.#starts[token] ?? 0, length);
    if (needed === 0) return;
    this.#starts[token] = this.#allocate(needed);
    const target = this.#pageOf(token);
    const first = this.#startOf(token);
    for (let at = 0; at < Math.min(before, count); at++) target[first + at] = page[start + at] ?? 0;
  }

  #release(place: number, length: number): void {
    const free = this.#free.get(length);
    if (free === undefined) this.#free.set(length, [place]);
    else free.push(place);
  }

  #allocate(length: number): number {
    const free = this.#free.get(length)?.pop();
    if (free !== undefined) return free;
    const last = this.#pages.at(-1) ?? noPage;
    if (this.#used + length > last.length) {
      const size = Math.min(pageLength, firstPageLength * 2 ** this.#pages.length);
      this.#pages.push(new Uint16Array(Math.max(size, length)));
      this.#used = 0;
    }
    const place = (this.#pages.length - 1) * pageLength + this.#used;
    this.#used += length;
    return place;
  }
}

const noPage = new Uint16Array(0);
const noWords: Words = new Int32Array(0);

/** The length of the place for a list: up to a quarter more, so that there are few lengths and places are used again. */
function roomFor(count: number): number {
  if (count < 8) return count;
  const step = 1 << (29 - Math.clz32(count));
  return Math.ceil(count / step) * step;
}

/** Sets the bits of the first `count` of some slots; returns how many were not set. */
function setBits(words: Words, slots: Uint32Array, count: number): number {
  let added = 0;
  for (let at = 0; at < count; at++) {
    const slot = slots[at] ?? 0;
    if (hasBit(words, slot)) continue;
    setBit(words, slot);
    added++;
  }
  return added;
}

/** Clears the bits that are set in the other; returns how many were set. */
function clearBits(words: Words, others: Words): number {
  let cleared = 0;
  for (let at = 0; at < Math.min(words.length, others.length); at++) {
    const gone = (words[at] ?? 0) & (others[at] ?? 0);
    if (gone === 0) continue;
    words[at] = (words[at] ?? 0) & ~gone;
    cleared += popcount(gone);
  }
  return cleared;
}

function doubled(column: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(column.length * 2);
  larger.set(column);
  return larger;
}
