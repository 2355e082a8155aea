import { IntSet } from '../bitset/IntSet.ts';

/** A word, and the slots whose texts have it. Most words occur in one text only: then it is that slot alone. */
type Term = { readonly word: string; postings: number | IntSet };

const largestBlock = 512;

/** The words of all texts with their posting lists, by hash and in sorted blocks, so that prefixes are found too. */
export class TermDictionary {
  readonly #terms = new Map<string, Term>();
  readonly #blocks: Term[][] = [[]];

  add(word: string, slot: number): void {
    const term = this.#terms.get(word);
    if (term === undefined) this.#create(word, slot);
    else if (typeof term.postings !== 'number') term.postings.add(slot);
    else if (term.postings !== slot) {
      term.postings = new IntSet(term.postings);
      term.postings.add(slot);
    }
  }

  delete(word: string, slot: number): void {
    const term = this.#terms.get(word);
    if (term === undefined) return;
    if (typeof term.postings !== 'number') term.postings.delete(slot);
    const isLast = typeof term.postings === 'number' ? term.postings === slot : term.postings.count === 0;
    if (!isLast) return;
    this.#terms.delete(word);
    const number = this.#blockFor(word);
    const block = this.#block(number);
    block.splice(lowerBound(block, word), 1);
    if (block.length === 0 && this.#blocks.length > 1) this.#blocks.splice(number, 1);
  }

  /** The posting list of a word. */
  get(word: string): number | IntSet | undefined {
    return this.#terms.get(word)?.postings;
  }

  /** The posting lists of all words that begin with a prefix. */
  withPrefix(prefix: string): readonly (number | IntSet)[] {
    const found: (number | IntSet)[] = [];
    // No word has this unit, so it comes after all that begin with the prefix.
    const end = `${prefix}\uffff`;
    const last = this.#blockFor(end);
    for (let number = this.#blockFor(prefix); number <= last; number++) {
      const block = this.#block(number);
      const stop = lowerBound(block, end);
      for (let at = lowerBound(block, prefix); at < stop; at++) found.push(block[at]?.postings ?? 0);
    }
    return found;
  }

  #create(slice: string, slot: number): void {
    // A slice keeps the whole text in memory that it was cut from; a copy does not.
    const word = Buffer.from(slice, 'utf16le').toString('utf16le');
    const term = { word, postings: slot };
    this.#terms.set(word, term);
    const number = this.#blockFor(word);
    const block = this.#block(number);
    block.splice(lowerBound(block, word), 0, term);
    if (block.length > largestBlock) this.#blocks.splice(number + 1, 0, block.splice(largestBlock / 2));
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
