import { runAtOnce, type Steps } from '../../concurrency/timeSlices.ts';
import { SLOTS } from './PagedSet.ts';
import { SearchShard, type TextOf } from './SearchShard.ts';

/** Finds items, named by slots (small whole numbers), by what their folded text contains. */
export class SearchIndex {
  private readonly shards: SearchShard[] = [];
  private readonly mostBytes: (slots: number) => number;

  /** How many bytes a shard of so many slots may keep of what earlier searches have found out. */
  constructor(mostBytes = (slots: number): number => Math.max(1_000_000, slots * 96)) {
    this.mostBytes = mostBytes;
  }

  /** Puts an item in a slot that has none. */
  add(slot: number, text: string): void {
    runAtOnce(this.addInSteps(slot, text));
  }

  /** Takes an item out; the text must be the one that was added. */
  remove(slot: number, text: string): void {
    runAtOnce(this.removeInSteps(slot, text));
  }

  /**
   * The same in short steps, more than one where the text is long. Until the last one, searches may find the item or not;
   * where it is not gone on with, the item must be removed.
   */
  addInSteps(slot: number, text: string): Steps<void> {
    return this.shardOf(slot).add(slot % SLOTS, text);
  }

  /** The same in short steps. Until the last one, searches may find the item or not. */
  removeInSteps(slot: number, text: string): Steps<void> {
    return this.shardOf(slot).remove(slot % SLOTS, text);
  }

  /** How many shards there are: to look into each takes its time. */
  get size(): number {
    return this.shards.length;
  }

  /**
   * The slots, ascending, of all items that `textMatches` the terms; valid until the next search of any index.
   * `textOf` gives the text that was added, or any other for a slot whose item is about to be removed.
   */
  find(terms: readonly string[], textOf: TextOf): Uint32Array {
    const [only] = this.shards;
    if (only !== undefined && this.shards.length === 1) return only.find(terms, textOf);
    return runAtOnce(this.findInSteps(terms, textOf));
  }

  /** The same, one shard after another; what comes or goes meanwhile may be in the result or not. */
  *findInSteps(terms: readonly string[], textOf: TextOf): Steps<Uint32Array> {
    const results: Uint32Array[] = [];
    for (const [number, shard] of this.shards.entries()) {
      const base = number * SLOTS;
      results.push(shard.find(terms, (slot) => textOf(base + slot)).map((slot) => base + slot));
      yield;
    }
    return concatenated(results);
  }

  private shardOf(slot: number): SearchShard {
    const number = Math.floor(slot / SLOTS);
    while (this.shards.length <= number) this.shards.push(new SearchShard(this.mostBytes));
    const shard = this.shards[number];
    if (shard === undefined) throw new RangeError(`A slot is a whole number from 0 on, not ${slot}.`);
    return shard;
  }
}

/** Rows of slots, one behind the other. */
export function concatenated(rows: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(rows.reduce((sum, row) => sum + row.length, 0));
  let at = 0;
  for (const row of rows) {
    all.set(row, at);
    at += row.length;
  }
  return all;
}
