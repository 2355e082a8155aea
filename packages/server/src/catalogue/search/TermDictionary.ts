/** A word, and its number. */
type Term = { readonly word: string; readonly number: number };

const largestBlock = 512;
const nobody = -1;

/**
 * The words of all texts and their numbers, in a hash table and in sorted blocks, so that prefixes are found too. The table
 * hashes characters where they stand: for a map every word of every text would have to be cut out first, and indexing would
 * take a quarter longer.
 */
export class TermDictionary {
  /** Linear probing: the number of a word at the place of its hash, or behind it. */
  #table = new Int32Array(1024).fill(nobody);
  /** By number. */
  readonly #words: string[] = [];
  readonly #hashes: number[] = [];
  #count = 0;
  readonly #blocks: Term[][] = [[]];

  /** The number of the word from one index of a text to another; -1 if it is not there. */
  find(text: string, start = 0, end = text.length): number {
    return this.#table[this.#placeOf(text, start, end, hashOf(text, start, end))] ?? nobody;
  }

  /** Gives a number to the word from one index of a text to another, which has none. */
  add(text: string, start: number, end: number, number: number): void {
    // A slice keeps the whole text in memory that it was cut from; a copy does not.
    const word = Buffer.from(text.slice(start, end), 'utf16le').toString('utf16le');
    const hash = hashOf(word, 0, word.length);
    this.#words[number] = word;
    this.#hashes[number] = hash;
    if (++this.#count * 2 > this.#table.length) this.#grow();
    this.#table[this.#placeOf(word, 0, word.length, hash)] = number;
    const at = this.#blockFor(word);
    const block = this.#block(at);
    block.splice(lowerBound(block, word), 0, { word, number });
    if (block.length > largestBlock) this.#blocks.splice(at + 1, 0, block.splice(largestBlock / 2));
  }

  /** Removes a word. */
  delete(word: string): void {
    const place = this.#placeOf(word, 0, word.length, hashOf(word, 0, word.length));
    if (this.#table[place] === nobody) return;
    this.#count--;
    this.#vacate(place);
    const at = this.#blockFor(word);
    const block = this.#block(at);
    block.splice(lowerBound(block, word), 1);
    if (block.length === 0 && this.#blocks.length > 1) this.#blocks.splice(at, 1);
  }

  /** All words with their numbers, in order; they may be removed meanwhile. */
  *entries(): Iterable<Term> {
    for (const block of [...this.#blocks]) yield* [...block];
  }

  /** The numbers of all words that begin with a prefix. */
  withPrefix(prefix: string): readonly number[] {
    const found: number[] = [];
    // No word has this unit, so it comes after all that begin with the prefix.
    const end = `${prefix}\uffff`;
    const last = this.#blockFor(end);
    for (let number = this.#blockFor(prefix); number <= last; number++) {
      const block = this.#block(number);
      const stop = lowerBound(block, end);
      for (let at = lowerBound(block, prefix); at < stop; at++) found.push(block[at]?.number ?? 0);
    }
    return found;
  }

  /** Where a word is in the table, or else the empty place where it would be. */
  #placeOf(text: string, start: number, end: number, hash: number): number {
    const mask = this.#table.length - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const number = this.#table[place] ?? nobody;
      if (number === nobody) return place;
      if (this.#hashes[number] === hash && isAt(this.#words[number] ?? '', text, start, end)) return place;
    }
  }

  /** Empties a place, and moves up what would not be found across the gap. */
  #vacate(place: number): void {
    const mask = this.#table.length - 1;
    let gap = place;
    for (let next = (gap + 1) & mask; this.#table[next] !== nobody; next = (next + 1) & mask) {
      const number = this.#table[next] ?? nobody;
      const wanted = (this.#hashes[number] ?? 0) & mask;
      if (((next - wanted) & mask) < ((next - gap) & mask)) continue;
      this.#table[gap] = number;
      gap = next;
    }
    this.#table[gap] = nobody;
  }

  #grow(): void {
    const numbers = this.#table.filter((number) => number !== nobody);
    const mask = this.#table.length * 2 - 1;
    this.#table = new Int32Array(this.#table.length * 2).fill(nobody);
    for (const number of numbers) {
      let place = (this.#hashes[number] ?? 0) & mask;
      while (this.#table[place] !== nobody) place = (place + 1) & mask;
      this.#table[place] = number;
    }
  }

  /** The last block that begins at or before a word. */
  #blockFor(word: string): number {
    let low = 0;
    let high = this.#blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#block(middle)[0]?.word ?? '') <= word) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #block(number: number): Term[] {
    const block = this.#blocks[number];
    if (block === undefined) throw new Error(`the dictionary has no block ${number}`);
    return block;
  }
}

/** FNV-1a over UTF-16 units, with the high bits mixed into the low ones, which choose the place. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}

function isAt(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let at = 0; at < word.length; at++) {
    if (word.charCodeAt(at) !== text.charCodeAt(start + at)) return false;
  }
  return true;
}

function lowerBound(block: readonly Term[], word: string): number {
  let low = 0;
  let high = block.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((block[middle]?.word ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
