import { UnitArena } from './UnitArena.ts';

const NONE = -1;

/**
 * From a stretch of a text to the number of the posting set of that word. A Map would need the stretch as a string of
 * its own for every word of every text, which took more than twice as long; and a string takes three times the memory.
 */
export class WordTable {
  private table = new Int32Array(64).fill(NONE);
  private count = 0;
  /** The words: how long, then their units. */
  private readonly arena = new UnitArena();
  /** Where the words are in the arena, by the numbers of their sets. */
  private places = new Int32Array(64);

  get(text: string, start: number, end: number): number | undefined {
    const id = this.table[this.find(text, start, end)] ?? NONE;
    return id === NONE ? undefined : id;
  }

  /** Adds a word that is not there yet. */
  add(text: string, start: number, end: number, id: number): void {
    if (this.count >= this.table.length * 0.75) this.grow();
    this.table[this.find(text, start, end)] = id;
    this.count++;
    const place = this.arena.allocate(end - start + 1);
    const { units } = this.arena;
    units[place] = end - start;
    for (let at = start; at < end; at++) units[place + 1 + at - start] = text.charCodeAt(at);
    this.setPlace(id, place);
  }

  /** Removes a word that is there. */
  delete(text: string, start: number, end: number): void {
    const { table } = this;
    const mask = table.length - 1;
    let hole = this.find(text, start, end);
    this.arena.release(this.placeOf(table[hole] ?? NONE), end - start + 1);
    this.count--;
    for (let i = (hole + 1) & mask; table[i] !== NONE; i = (i + 1) & mask) {
      const home = this.homeOf(table[i] ?? NONE);
      if (((i - home) & mask) < ((i - hole) & mask)) continue;
      table[hole] = table[i] ?? NONE;
      hole = i;
    }
    table[hole] = NONE;
  }

  /** Below 0, 0 or above 0, as a word comes before a stretch of a text, is the same, or comes after it. */
  compare(id: number, text: string, start: number, end: number): number {
    const { units } = this.arena;
    const place = this.placeOf(id);
    const length = units[place] ?? 0;
    const both = Math.min(length, end - start);
    for (let i = 0; i < both; i++) {
      const difference = (units[place + 1 + i] ?? 0) - text.charCodeAt(start + i);
      if (difference !== 0) return difference;
    }
    return length - (end - start);
  }

  /** Whether a word begins with a prefix. */
  startsWith(id: number, prefix: string): boolean {
    const { units } = this.arena;
    const place = this.placeOf(id);
    if ((units[place] ?? 0) < prefix.length) return false;
    for (let i = 0; i < prefix.length; i++) {
      if (units[place + 1 + i] !== prefix.charCodeAt(i)) return false;
    }
    return true;
  }

  private placeOf(id: number): number {
    return this.places[id] ?? 0;
  }

  private setPlace(id: number, place: number): void {
    if (id >= this.places.length) {
      const bigger = new Int32Array(id + (id >> 3) + 1);
      bigger.set(this.places);
      this.places = bigger;
    }
    this.places[id] = place;
  }

  private find(text: string, start: number, end: number): number {
    const { table } = this;
    const mask = table.length - 1;
    let i = this.home(text, start, end);
    for (let id = table[i] ?? NONE; id !== NONE; id = table[i] ?? NONE) {
      if (this.isStretch(id, text, start, end)) return i;
      i = (i + 1) & mask;
    }
    return i;
  }

  private isStretch(id: number, text: string, start: number, end: number): boolean {
    const { units } = this.arena;
    const first = this.placeOf(id) + 1;
    if (units[first - 1] !== end - start) return false;
    for (let at = start; at < end; at++) {
      if (units[first + at - start] !== text.charCodeAt(at)) return false;
    }
    return true;
  }

  private home(text: string, start: number, end: number): number {
    let hash = 0;
    for (let at = start; at < end; at++) hash = hashed(hash, text.charCodeAt(at));
    return this.homeOfHash(hash);
  }

  private homeOf(id: number): number {
    const { units } = this.arena;
    const first = this.placeOf(id) + 1;
    const end = first + (units[first - 1] ?? 0);
    let hash = 0;
    for (let at = first; at < end; at++) hash = hashed(hash, units[at] ?? 0);
    return this.homeOfHash(hash);
  }

  private homeOfHash(hash: number): number {
    return Math.imul(hash, 0x9e3779b1) >>> (Math.clz32(this.table.length) + 1);
  }

  private grow(): void {
    const old = this.table;
    this.table = new Int32Array(old.length * 2).fill(NONE);
    const mask = this.table.length - 1;
    for (const id of old) {
      if (id === NONE) continue;
      let i = this.homeOf(id);
      while (this.table[i] !== NONE) i = (i + 1) & mask;
      this.table[i] = id;
    }
  }
}

function hashed(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}
