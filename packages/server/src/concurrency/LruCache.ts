/** The approximate overhead of an entry in bytes. */
const entryWeight = 200;

/** How much of a full cache is evicted at once: one entry at a time would scan the oldest again and again. */
const evictedShare = 1 / 16;

type Entry<V> = { readonly value: V; readonly weight: number; isUsed: boolean };

/**
 * A least-recently-used cache, bounded by the weight of its entries in bytes. It evicts by second chance (CLOCK): the
 * oldest entry goes first unless it was read since, so a read sets a flag instead of moving the entry to the end.
 */
export class LruCache<V, K extends string | number = string> {
  readonly #entries = new Map<K, Entry<V>>();
  readonly #maxWeight: () => number;
  readonly #weigh: (value: V) => number;
  #weight = 0;

  /** `maxWeight` may change over time, for example with the size of what the entries describe. */
  constructor(maxWeight: () => number, weigh: (value: V) => number) {
    this.#maxWeight = maxWeight;
    this.#weigh = weigh;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.isUsed = true;
    return entry.value;
  }

  set(key: K, value: V): void {
    this.delete(key);
    const weight = entryWeight + weightOfKey(key) + this.#weigh(value);
    this.#entries.set(key, { value, weight, isUsed: false });
    this.#weight += weight;
    const maxWeight = this.#maxWeight();
    if (this.#weight > maxWeight) this.#evict(maxWeight * (1 - evictedShare));
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#weight -= entry.weight;
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }

  /** A copy of all entries, so that the cache may be changed while the caller iterates. */
  entries(): readonly (readonly [K, V])[] {
    return Array.from(this.#entries, ([key, { value }]) => [key, value]);
  }

  #evict(targetWeight: number): void {
    // An entry gets one more turn at most, behind all others, so this ends.
    for (const [key, entry] of this.#entries) {
      if (this.#weight <= targetWeight) return;
      this.#entries.delete(key);
      if (entry.isUsed) this.#entries.set(key, { ...entry, isUsed: false });
      else this.#weight -= entry.weight;
    }
  }
}

function weightOfKey(key: string | number): number {
  return typeof key === 'string' ? key.length * 2 : 8;
}
