import type { Steps } from '../../concurrency/timeSlices.ts';
import { IntSet } from '../bitset/IntSet.ts';
import { SearchShard, type TextOf } from './SearchShard.ts';

/** How many slots a shard has. */
export const shardSlots = 1 << 17;

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

  /**
   * Adds the text of a slot that has none, in steps if it is long. Until the last one, searches may find it or not; if
   * it is not finished, the text must be removed.
   */
  add(slot: number, text: string): Steps<void> {
    return this.#shardOf(slot).add(slot % shardSlots, text);
  }

  /** Removes the text that was added. Until the last step, searches may find it or not. */
  remove(slot: number, text: string): Steps<void> {
    return this.#shardOf(slot).remove(slot % shardSlots, text);
  }

  /**
   * The slots in one shard that `textMatches` all terms, counted from the first slot of the shard. The set is only to be
   * read, before the index changes. `textOf` gives the text that was added, or any other for a slot that is about to be
   * removed.
   */
  findInShard(number: number, terms: readonly string[], textOf: TextOf): IntSet {
    const first = number * shardSlots;
    return this.#shards[number]?.find(terms, (slot) => textOf(first + slot)) ?? new IntSet();
  }

  #shardOf(slot: number): SearchShard {
    const number = Math.floor(slot / shardSlots);
    while (this.#shards.length <= number) this.#shards.push(new SearchShard(this.#mostCacheBytes));
    const shard = this.#shards[number];
    if (shard === undefined) throw new RangeError(`a slot is a whole number from 0 on, not ${slot}`);
    return shard;
  }
}
