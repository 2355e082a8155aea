/** A word, and its number. */
type Term = { readonly word: string; readonly number: number };

const largestBlock = 512;

/** The words of all texts and their numbers, by hash and in sorted blocks, so that prefixes are found too. */
export class TermDictionary {
  readonly #numbers = new Map<string, number>();
  readonly #blocks: Term[][] = [[]];

  /** The number of a word. */
  get(word: string): number | undefined {
    return this.#numbers.get(word);
  }

  /** Gives a number to a word that has none. */
  add(slice: string, number: number): void {
    // A slice keeps the whole text in memory that it was cut from; a copy does not.
    const word = Buffer.from(slice, 'utf16le').toString('utf16le');
    this.#numbers.set(word, number);
    const at = this.#blockFor(word);
    const block = this.#block(at);
    block.splice(lowerBound(block, word), 0, { word, number });
    if (block.length > largestBlock) this.#blocks.splice(at + 1, 0, block.splice(largestBlock / 2));
  }

  delete(word: string): void {
    if (!this.#numbers.delete(word)) return;
    const at = this.#blockFor(word);
    const block = this.#block(at);
    block.splice(lowerBound(block, word), 1);
    if (block.length === 0 && this.#blocks.length > 1) this.#blocks.splice(at, 1);
  }

  /** All words with their numbers. */
  entries(): Iterable<readonly [word: string, number: number]> {
    return this.#numbers;
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
