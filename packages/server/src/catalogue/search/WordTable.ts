const NONE = -1;

/**
 * From a stretch of a text to the number of the posting set of that word. A Map would need the stretch as a string of
 * its own for every word of every text: that took more than twice as long.
 */
export class WordTable {
  private table = new Int32Array(64).fill(NONE);
  private count = 0;
  /** The words by the numbers of their sets. */
  private readonly words: (string | undefined)[] = [];

  get(text: string, start: number, end: number): number | undefined {
    const id = this.table[this.find(text, start, end)] ?? NONE;
    return id === NONE ? undefined : id;
  }

  /** Adds a word that is not there yet. */
  add(word: string, id: number): void {
    if (this.count >= this.table.length * 0.75) this.grow();
    while (this.words.length < id) this.words.push(undefined);
    this.words[id] = word;
    this.table[this.find(word, 0, word.length)] = id;
    this.count++;
  }

  /** Removes a word that is there; returns it. */
  delete(text: string, start: number, end: number): string {
    const { table } = this;
    const mask = table.length - 1;
    let hole = this.find(text, start, end);
    const id = table[hole] ?? NONE;
    const word = this.word(id);
    this.words[id] = undefined;
    this.count--;
    for (let i = (hole + 1) & mask; table[i] !== NONE; i = (i + 1) & mask) {
      const moved = this.word(table[i] ?? NONE);
      const home = this.home(moved, 0, moved.length);
      if (((i - home) & mask) < ((i - hole) & mask)) continue;
      table[hole] = table[i] ?? NONE;
      hole = i;
    }
    table[hole] = NONE;
    return word;
  }

  private find(text: string, start: number, end: number): number {
    const { table } = this;
    const mask = table.length - 1;
    let i = this.home(text, start, end);
    for (let id = table[i] ?? NONE; id !== NONE; id = table[i] ?? NONE) {
      if (isStretch(this.word(id), text, start, end)) return i;
      i = (i + 1) & mask;
    }
    return i;
  }

  private home(text: string, start: number, end: number): number {
    let hash = 0;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return Math.imul(hash, 0x9e3779b1) >>> (Math.clz32(this.table.length) + 1);
  }

  private word(id: number): string {
    return this.words[id] ?? '';
  }

  private grow(): void {
    const old = this.table;
    this.table = new Int32Array(old.length * 2).fill(NONE);
    for (const id of old) {
      const word = this.word(id);
      if (id !== NONE) this.table[this.find(word, 0, word.length)] = id;
    }
  }
}

function isStretch(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let i = 0; i < word.length; i++) {
    if (word.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  }
  return true;
}
