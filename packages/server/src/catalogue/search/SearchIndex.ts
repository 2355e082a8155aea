import { SLOTS } from './PagedSet.ts';
import { RecentResults } from './RecentResults.ts';
import { SearchShard } from './SearchShard.ts';

/** Finds items, named by slots (small whole numbers), by what their folded text contains. */
export class SearchIndex {
  private readonly shards: SearchShard[] = [];
  private readonly recent = new RecentResults();

  /** Puts an item in a slot that has none. */
  add(slot: number, text: string): void {
    this.recent.forgetMatches(text);
    this.shardOf(slot).add(slot % SLOTS, text);
  }

  /** Takes an item out; the text must be the one that was added. */
  remove(slot: number, text: string): void {
    this.recent.forgetMatches(text);
    this.shardOf(slot).remove(slot % SLOTS, text);
  }

  /** The slots, ascending, of all items that `textMatches` the terms. The result is shared: read it, do not change it. */
  find(terms: readonly string[], textOf: (slot: number) => string): Uint32Array {
    const known = this.recent.get(terms);
    if (known !== undefined) return known;
    const found = this.search(terms, textOf);
    this.recent.set(terms, found);
    return found;
  }

  private search(terms: readonly string[], textOf: (slot: number) => string): Uint32Array {
    const results = this.shards.map((shard, number) => {
      const base = number * SLOTS;
      const slots = shard.find(terms, (slot) => textOf(base + slot));
      return base === 0 ? slots.slice() : slots.map((slot) => base + slot);
    });
    return concatenated(results);
  }

  private shardOf(slot: number): SearchShard {
    const number = Math.floor(slot / SLOTS);
    while (this.shards.length <= number) this.shards.push(new SearchShard());
    const shard = this.shards[number];
    if (shard === undefined) throw new RangeError(`A slot is a whole number from 0 on, not ${slot}.`);
    return shard;
  }
}

function concatenated(rows: readonly Uint32Array[]): Uint32Array {
  const [only] = rows;
  if (only !== undefined && rows.length === 1) return only;
  const all = new Uint32Array(rows.reduce((sum, row) => sum + row.length, 0));
  let at = 0;
  for (const row of rows) {
    all.set(row, at);
    at += row.length;
  }
  return all;
}
