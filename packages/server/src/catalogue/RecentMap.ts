/** A bounded map: when it is full, what was not used for the longest time goes first. */
export class RecentMap<V> {
  readonly #map = new Map<string, V>();
  readonly #most: number;
  readonly #mostWeight: number;
  readonly #weigh: (value: V) => number;
  #weight = 0;

  /** `most` entries at most, and `mostWeight` in total where values weigh something. */
  constructor(most: number, mostWeight = Infinity, weigh: (value: V) => number = () => 0) {
    this.#most = most;
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
    this.#weight += this.#weigh(value);
    for (const oldest of this.#map.keys()) {
      if (this.#map.size <= this.#most && this.#weight <= this.#mostWeight) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const value = this.#map.get(key);
    if (value === undefined) return;
    this.#map.delete(key);
    this.#weight -= this.#weigh(value);
  }

  clear(): void {
    this.#map.clear();
    this.#weight = 0;
  }

  /** All entries as they are now, so that they may be changed while one goes through them. */
  entries(): readonly (readonly [string, V])[] {
    return [...this.#map];
  }
}
