import type { Steps } from '../../concurrency/timeSlices.ts';
import { setBit, type Words, wordsFor } from '../bitset/Bitset.ts';
import { IntSet } from '../bitset/IntSet.ts';
import type { SavedArrays, Saving } from '../snapshot/SavedArrays.ts';
import { postingSlots } from './Postings.ts';
import { SearchShard, type Term, type TextOf } from './SearchShard.ts';

/** How many slots a shard has. */
export const shardSlots = postingSlots;

/** The texts of some slots of a shard that are indexed elsewhere. */
export type IndexedTexts = {
  readonly shard: number;
  readonly areLive: boolean;
  readonly slots: Uint32Array;
};

/** Finds slots by what their normalised texts contain. */
export class SearchIndex {
  readonly #shards: SearchShard[] = [];
  readonly #mostCacheBytes: (slots: number) => number;

  /** `mostCacheBytes` limits the cache of search terms of a shard with this many slots. */
  constructor(mostCacheBytes = (slots: number): number => Math.max(1_000_000, slots * 96)) {
    this.#mostCacheBytes = mostCacheBytes;
  }

  /** How many shards there are; to search one takes up to a few milliseconds. */
  get size(): number {
    return this.#shards.length;
  }

  /** Adds the texts of ascending slots, in steps. Until the last one, searches may find them or not. */
  *add(slots: Uint32Array, textOf: TextOf): Steps<void> {
    for (let from = 0; from < slots.length; ) {
      const number = Math.floor((slots[from] ?? 0) / shardSlots);
      const first = number * shardSlots;
      let to = from + 1;
      while (to < slots.length && (slots[to] ?? 0) < first + shardSlots) to++;
      const own = slots.subarray(from, to).map((slot) => slot - first);
      yield* this.#shard(number).add(own, (slot) => textOf(first + slot));
      from = to;
    }
  }

  /** Removes all slots whose bits are set. Until the last step, searches may find them or not. */
  *removeAll(isRemoved: Words): Steps<void> {
    for (const [number, shard] of this.#shards.entries()) {
      const first = (number * shardSlots) / 32;
      yield* shard.removeAll(isRemoved.subarray(first, first + shardSlots / 32));
    }
  }

  /** Saves it in short steps, while texts may be added but none removed: what was added meanwhile may be saved in part. */
  *save(): Saving {
    const shards = [...this.#shards];
    yield Float64Array.of(shards.length);
    for (const shard of shards) yield* shard.save();
  }

  /** Loads what was saved; `slots` are those whose texts had been added. */
  static *load(saved: SavedArrays, slots: Words): Steps<SearchIndex> {
    const index = new SearchIndex();
    const [shards = 0] = saved.next(Float64Array);
    for (let number = 0; number < shards; number++) {
      const from = wordsFor(number * shardSlots);
      yield* index.#shard(number).load(saved, slots.slice(from, from + wordsFor(shardSlots)));
    }
    return index;
  }

  /** Takes over the index of some slots of a shard, as it was saved; false if there are other texts in the shard. */
  adopt(number: number, saved: SavedArrays, slots: Words): Steps<boolean> {
    return this.#shard(number).load(saved, slots);
  }

  /**
   * The slots in one shard that `textMatches` all terms, as numbers counted from the first slot of the shard. The set is only to be
   * read, before the index changes. `textOf` gives the text that was added, or any other for a slot that is about to be
   * removed.
   */
  findInShard(number: number, terms: readonly Term[], textOf: TextOf): IntSet {
    const first = number * shardSlots;
    return this.#shards[number]?.find(terms, (slot) => textOf(first + slot)) ?? new IntSet();
  }

  #shard(number: number): SearchShard {
    while (this.#shards.length <= number) this.#shards.push(new SearchShard(this.#mostCacheBytes));
    const shard = this.#shards[number];
    if (shard === undefined) throw new RangeError(`a shard is a whole number from 0 on, not ${number}`);
    return shard;
  }
}

/** A set needs less memory as a bitset, and is combined more quickly, if it has more than one in this many slots. */
const sparseShare = 64;

/** What was found in all shards, one after the other; nothing is allocated for the whole range if it is little. */
export function joinShards(parts: readonly IntSet[]): IntSet {
  if (parts.length <= 1) return parts[0] ?? new IntSet();
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  if (count * sparseShare <= parts.length * shardSlots) {
    const slots = new Uint32Array(count);
    let next = 0;
    let first = 0;
    for (const part of parts) {
      next += part.writeTo(slots, next, first);
      first += shardSlots;
    }
    return IntSet.ofSorted(slots);
  }
  const words: Words = new Int32Array(wordsFor(parts.length * shardSlots));
  let first = 0;
  for (const part of parts) {
    if (part.words !== undefined) words.set(part.words, wordsFor(first));
    else for (const slot of part.toArray()) setBit(words, first + slot);
    first += shardSlots;
  }
  return IntSet.ofCounted(words, count);
}
