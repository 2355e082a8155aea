/** What an entry takes besides its key and value, roughly. */
const entryWeight = 200;

/** When it is full, so much of it makes room at once: to begin with the oldest anew for each entry takes long. */
const roomMade = 1 / 16;

type Entry<V> = { readonly value: V; readonly weight: number; isUsed: boolean };

/**
 * A map that is bounded by weight, in bytes. When it is full the oldest go first, but one that was used meanwhile gets
 * another turn: so using an entry costs a mark, where moving it to the end would cost more than finding it.
 */
export class RecentMap<V, K extends string | number = string> {
  readonly #map = new Map<K, Entry<V>>();
  readonly #mostWeight: () => number;
  readonly #weigh: (value: V) => number;
  #weight = 0;

  /** The bound may grow and shrink with what the entries are about. */
  constructor(mostWeight: () => number, weigh: (value: V) => number) {
    this.#mostWeight = mostWeight;
    this.#weigh = weigh;
  }

  get size(): number {
    return this.#map.size;
  }

  get(key: K): V | undefined {
    const entry = this.#map.get(key);
    if (entry === undefined) return undefined;
    entry.isUsed = true;
    return entry.value;
  }

  set(key: K, value: V): void {
    this.delete(key);
    const weight = entryWeight + weightOfKey(key) + this.#weigh(value);
    this.#map.set(key, { value, weight, isUsed: false });
    this.#weight += weight;
    const most = this.#mostWeight();
    if (this.#weight > most) this.#makeRoom(most);
  }

  delete(key: K): void {
    const entry = this.#map.get(key);
    if (entry === undefined) return;
    this.#map.delete(key);
    this.#weight -= entry.weight;
  }

  clear(): void {
    this.#map.clear();
    this.#weight = 0;
  }

  /** All entries as they are now, so that they may be changed while one goes through them. */
  entries(): readonly (readonly [K, V])[] {
    return Array.from(this.#map, ([key, { value }]) => [key, value]);
  }

  #makeRoom(most: number): void {
    const enough = most * (1 - roomMade);
    // Each gets one more turn at most, and those come last: so this ends.
    for (const [key, entry] of this.#map) {
      if (this.#weight <= enough) return;
      this.#map.delete(key);
      if (entry.isUsed) this.#map.set(key, { ...entry, isUsed: false });
      else this.#weight -= entry.weight;
    }
  }
}

function weightOfKey(key: string | number): number {
  return typeof key === 'string' ? key.length * 2 : 8;
}
