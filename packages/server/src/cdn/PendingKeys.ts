/** Keys that are sent in one call. A repeated batch has been purged before. */
export type Batch = { readonly keys: readonly string[]; readonly isRepeat: boolean };

const mostKeys = 50;
const mostBytes = 4096;

/**
 * The keys still to be purged at a cache: new ones, and ones to purge once more later. Beyond a number
 * they become the keys of their spaces, so that an outage of a cache costs no memory.
 */
export class PendingKeys {
  readonly #fresh = new Set<string>();
  /** When each is due; the earliest first. */
  readonly #again = new Map<string, number>();
  readonly #most: number;
  /** The number beyond which they collapse: more than `#most` only if there are that many spaces. */
  #limit: number;

  constructor(most: number) {
    this.#most = most;
    this.#limit = most;
  }

  get size(): number {
    return this.#fresh.size + this.#again.size;
  }

  /** When the next key is to be sent; undefined if there is none. */
  get dueAt(): number | undefined {
    return this.#fresh.size > 0 ? -Infinity : this.#again.values().next().value;
  }

  add(keys: Iterable<string>): void {
    for (const key of keys) {
      if (this.#fresh.has(spaceOf(key))) continue;
      this.#fresh.add(key);
      this.#again.delete(key);
      if (this.size > this.#limit) this.#collapse();
    }
  }

  /** Takes the keys of the next call; undefined if nothing is due. */
  take(now: number): Batch | undefined {
    const isRepeat = this.#fresh.size === 0;
    const keys: string[] = [];
    let bytes = 0;
    for (const key of isRepeat ? this.#due(now) : this.#fresh) {
      bytes += key.length + 1;
      if (keys.length === mostKeys || (bytes > mostBytes && keys.length > 0)) break;
      keys.push(key);
    }
    for (const key of keys) if (!this.#fresh.delete(key)) this.#again.delete(key);
    return keys.length === 0 ? undefined : { keys, isRepeat };
  }

  /** Adds keys to send once more at a time that is later than all before. */
  repeat(keys: readonly string[], at: number): void {
    for (const key of keys) {
      this.#again.delete(key);
      this.#again.set(key, at);
    }
  }

  *#due(now: number): Iterable<string> {
    for (const [key, at] of this.#again) {
      if (at > now) return;
      yield key;
    }
  }

  #collapse(): void {
    const spaces = new Set([...this.#fresh, ...this.#again.keys()].map(spaceOf));
    this.#fresh.clear();
    this.#again.clear();
    for (const space of spaces) this.#fresh.add(space);
    this.#limit = Math.max(this.#most, spaces.size * 2);
  }
}

/** The key of the space that a key belongs to: its first two parts. That of a credential stays as it is. */
function spaceOf(key: string): string {
  const second = key.indexOf('/', key.indexOf('/') + 1);
  return second < 0 ? key : key.slice(0, second);
}
