const LARGEST_BLOCK = 512;

interface Block {
  readonly words: string[];
  readonly ids: number[];
}

/** Words with the numbers of their posting sets, in order; in short blocks, so that one more word moves few others. */
export class WordList {
  private readonly blocks: Block[] = [{ words: [], ids: [] }];

  /** Adds a word that is not there yet. */
  add(word: string, id: number): void {
    const number = this.blockFor(word);
    const { words, ids } = this.block(number);
    const at = lowerBound(words, word);
    words.splice(at, 0, word);
    ids.splice(at, 0, id);
    if (words.length > LARGEST_BLOCK) {
      const half = LARGEST_BLOCK >> 1;
      this.blocks.splice(number + 1, 0, { words: words.splice(half), ids: ids.splice(half) });
    }
  }

  /** Removes a word that is there. */
  delete(word: string): void {
    const number = this.blockFor(word);
    const { words, ids } = this.block(number);
    const at = lowerBound(words, word);
    words.splice(at, 1);
    ids.splice(at, 1);
    if (words.length === 0 && this.blocks.length > 1) this.blocks.splice(number, 1);
  }

  /** The sets of all words that begin with a prefix. */
  withPrefix(prefix: string): number[] {
    const found: number[] = [];
    let number = this.blockFor(prefix);
    let at = lowerBound(this.block(number).words, prefix);
    for (; number < this.blocks.length; number++, at = 0) {
      const { words, ids } = this.block(number);
      for (; at < words.length; at++) {
        if (!words[at]?.startsWith(prefix)) return found;
        found.push(ids[at] ?? 0);
      }
    }
    return found;
  }

  /** The last block that begins at or before a word. */
  private blockFor(word: string): number {
    let low = 0;
    let high = this.blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.block(middle).words[0] ?? '') <= word) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private block(number: number): Block {
    const block = this.blocks[number];
    if (block === undefined) throw new Error('A block of words was asked for that is not there.');
    return block;
  }
}

function lowerBound(words: readonly string[], word: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
