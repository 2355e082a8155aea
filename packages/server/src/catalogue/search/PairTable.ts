// No set has this number.
const NONE = -1;

/**
 * From a pair of UTF-16 units, as one 32-bit number, to the number of its posting set. Open addressing in a typed
 * array, key and value side by side: 8 bytes and some room for each, and one cache line to a look.
 */
export class PairTable {
  private table = new Int32Array(128).fill(NONE);
  private count = 0;
  /** All sets whose pairs begin with the same unit are a chain: the first by unit, the next one by set. */
  private readonly heads = new Map<number, number>();
  private next = new Int32Array(64);

  get(key: number): number | undefined {
    const id = this.table[this.find(key) + 1] ?? NONE;
    return id === NONE ? undefined : id;
  }

  /** Adds a pair that is not there yet. */
  add(key: number, id: number): void {
    if (this.count >= this.table.length * 0.425) this.grow();
    this.put(key, id);
    this.count++;
    this.link(key >>> 16, id);
  }

  delete(key: number): void {
    const { table } = this;
    const mask = table.length - 1;
    let hole = this.find(key);
    const id = table[hole + 1] ?? NONE;
    if (id === NONE) return;
    this.count--;
    this.unlink(key >>> 16, id);
    // Whatever was pushed on past the hole moves back into it, so that no search ends too early.
    for (let i = (hole + 2) & mask; table[i + 1] !== NONE; i = (i + 2) & mask) {
      const home = this.home(table[i] ?? 0);
      if (((i - home) & mask) < ((i - hole) & mask)) continue;
      table[hole] = table[i] ?? 0;
      table[hole + 1] = table[i + 1] ?? NONE;
      hole = i;
    }
    table[hole + 1] = NONE;
  }

  /** The sets of all pairs that begin with a unit. */
  withFirst(unit: number): number[] {
    const ids: number[] = [];
    let id = this.heads.get(unit) ?? NONE;
    while (id !== NONE) {
      ids.push(id);
      id = this.next[id] ?? NONE;
    }
    return ids;
  }

  private home(key: number): number {
    return (Math.imul(key, 0x9e3779b1) >>> (Math.clz32(this.table.length) + 2)) << 1;
  }

  private find(key: number): number {
    const { table } = this;
    const mask = table.length - 1;
    let i = this.home(key);
    while (table[i] !== key && table[i + 1] !== NONE) i = (i + 2) & mask;
    return i;
  }

  private put(key: number, id: number): void {
    const i = this.find(key);
    this.table[i] = key;
    this.table[i + 1] = id;
  }

  private grow(): void {
    const old = this.table;
    this.table = new Int32Array(old.length * 2).fill(NONE);
    for (let i = 0; i < old.length; i += 2) {
      if (old[i + 1] !== NONE) this.put(old[i] ?? 0, old[i + 1] ?? NONE);
    }
  }

  private link(unit: number, id: number): void {
    if (id >= this.next.length) {
      const bigger = new Int32Array(id + (id >> 3) + 1);
      bigger.set(this.next);
      this.next = bigger;
    }
    this.next[id] = this.heads.get(unit) ?? NONE;
    this.heads.set(unit, id);
  }

  private unlink(unit: number, id: number): void {
    const after = this.next[id] ?? NONE;
    let before = this.heads.get(unit) ?? NONE;
    if (before !== id) {
      while (before !== NONE && this.next[before] !== id) before = this.next[before] ?? NONE;
      this.next[before] = after;
    } else if (after === NONE) this.heads.delete(unit);
    else this.heads.set(unit, after);
  }
}
