import type { WordTable } from './WordTable.ts';

const LARGEST_BLOCK = 512;

/** The words of a table, by the numbers of their sets, in order; in short blocks, so that one more moves few others. */
export class WordList {
  private readonly words: WordTable;
  private readonly blocks: number[][] = [[]];

  constructor(words: WordTable) {
    this.words = words;
  }

  /** Adds a word of the table that is not in the list yet. */
  add(text: string, start: number, end: number, id: number): void {
    const number = this.blockFor(text, start, end);
    const block = this.block(number);
    block.splice(this.lowerBound(block, text, start, end), 0, id);
    if (block.length > LARGEST_BLOCK) this.blocks.splice(number + 1, 0, block.splice(LARGEST_BLOCK >> 1));
  }

  /** Removes a word that is in the list, and still in the table. */
  delete(text: string, start: number, end: number): void {
    const number = this.blockFor(text, start, end);
    const block = this.block(number);
    block.splice(this.lowerBound(block, text, start, end), 1);
    if (block.length === 0 && this.blocks.length > 1) this.blocks.splice(number, 1);
  }

  /** The sets of all words that begin with a prefix. */
  withPrefix(prefix: string): number[] {
    const found: number[] = [];
    let number = this.blockFor(prefix, 0, prefix.length);
    let at = this.lowerBound(this.block(number), prefix, 0, prefix.length);
    for (; number < this.blocks.length; number++, at = 0) {
      const block = this.block(number);
      for (; at < block.length; at++) {
        const id = block[at] ?? 0;
        if (!this.words.startsWith(id, prefix)) return found;
        found.push(id);
      }
    }
    return found;
  }

  /** The last block that begins at or before a word. */
  private blockFor(text: string, start: number, end: number): number {
    let low = 0;
    let high = this.blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const first = this.block(middle)[0] ?? 0;
      if (this.words.compare(first, text, start, end) <= 0) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private block(number: number): number[] {
    const block = this.blocks[number];
    if (block === undefined) throw new Error('A block of words was asked for that is not there.');
    return block;
  }

  private lowerBound(block: readonly number[], text: string, start: number, end: number): number {
    let low = 0;
    let high = block.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.words.compare(block[middle] ?? 0, text, start, end) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
