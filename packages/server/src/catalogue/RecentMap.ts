/** What an entry takes besides its key and value, roughly. */
const entryWeight = 200;

/** A map that is bounded by weight, in bytes: when it is full, what was not used for the longest time goes first. */
export class RecentMap<V> {
  readonly #map = new Map<string, V>();
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

  get(key: string): V | undefined {
    const value = this.#map.get(key);
    if (value !== undefined) {
      this.#map.delete(key);
      this.#map.set(key, value);
    }
    return value;
  }

  set(key: string, value: V): void {
    this.delete(key);
    this.#map.set(key, value);
    this.#weight += this.#weightOf(key, value);
    const most = this.#mostWeight();
    if (this.#weight > most) this.#makeRoom(most);
  }

  delete(key: string): void {
    const value = this.#map.get(key);
    if (value === undefined) return;
    this.#map.delete(key);
    this.#weight -= this.#weightOf(key, value);
  }

  clear(): void {
    this.#map.clear();
    this.#weight = 0;
  }

  /** All entries as they are now, so that they may be changed while one goes through them. */
  entries(): readonly (readonly [string, V])[] {
    return [...this.#map];
  }

  #makeRoom(most: number): void {
    for (const oldest of this.#map.keys()) {
      if (this.#weight <= most) break;
      this.delete(oldest);
    }
  }

  #weightOf(key: string, value: V): number {
    return entryWeight + key.length * 2 + this.#weigh(value);
  }
}
