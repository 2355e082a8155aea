import { SLOTS } from './PagedSet.ts';
import { SearchShard, type TextOf } from './SearchShard.ts';

/** Finds items, named by slots (small whole numbers), by what their folded text contains. */
export class SearchIndex {
  private readonly shards: SearchShard[] = [];
  private readonly mostBytes: (slots: number) => number;
  /** Where the results of several shards are put together. */
  private found = new Uint32Array(0);

  /** How many bytes a shard of so many slots may keep of what earlier searches have found out. */
  constructor(mostBytes = (slots: number): number => Math.max(1_000_000, slots * 96)) {
    this.mostBytes = mostBytes;
  }

  /** Puts an item in a slot that has none. */
  add(slot: number, text: string): void {
    this.shardOf(slot).add(slot % SLOTS, text);
  }

  /** Takes an item out; the text must be the one that was added. */
  remove(slot: number, text: string): void {
    this.shardOf(slot).remove(slot % SLOTS, text);
  }

  /**
   * The slots, ascending, of all items that `textMatches` the terms; valid until the next search of any index.
   * `textOf` gives the text that was added, or any other for a slot whose item is about to be removed.
   */
  find(terms: readonly string[], textOf: TextOf): Uint32Array {
    const [only, ...others] = this.shards;
    if (only !== undefined && others.length === 0) return only.find(terms, textOf);
    let count = 0;
    this.shards.forEach((shard, number) => {
      const base = number * SLOTS;
      count = this.append(
        shard.find(terms, (slot) => textOf(base + slot)),
        base,
        count,
      );
    });
    return this.found.subarray(0, count);
  }

  /** Puts the result of a shard behind those of the shards before it; returns how many there are now. */
  private append(slots: Uint32Array, base: number, count: number): number {
    const end = count + slots.length;
    if (end > this.found.length) {
      const bigger = new Uint32Array(this.shards.length * SLOTS);
      bigger.set(this.found.subarray(0, count));
      this.found = bigger;
    }
    for (let i = 0; i < slots.length; i++) this.found[count + i] = base + (slots[i] ?? 0);
    return end;
  }

  private shardOf(slot: number): SearchShard {
    const number = Math.floor(slot / SLOTS);
    while (this.shards.length <= number) this.shards.push(new SearchShard(this.mostBytes));
    const shard = this.shards[number];
    if (shard === undefined) throw new RangeError(`A slot is a whole number from 0 on, not ${slot}.`);
    return shard;
  }
}
