import { forRanges, type Steps } from '../../concurrency/timeSlices.ts';
import { StringTable } from '../items/StringTable.ts';
import { type SavedArrays, type Saving, saveLong } from '../snapshot/SavedArrays.ts';

/**
 * Some numbers of words, in the order of the words; no more than the array has room for. Beside them are the first units of
 * the words: these are in the same few cache lines, while the words themselves are all over the memory.
 */
type Block = { readonly numbers: Uint32Array; readonly starts: Float64Array; count: number };

const largestBlock = 512;
/** How many of them a block gets when it is loaded; the rest is room for more. */
const loadedBlock = 448;
/** How many words are put in order in one step. */
const loadedAtOnce = 512;

/** The words of all texts and their numbers, in a hash table and in sorted blocks, so that prefixes are found too. */
export class TermDictionary {
  readonly #words = new StringTable();
  readonly #blocks: Block[] = [emptyBlock()];

  /** The number of the word from one index of a text to another; -1 if it is not there. */
  find(text: string, start?: number, end?: number): number {
    return this.#words.find(text, start, end);
  }

  /** Gives a number to the word from one index of a text to another, which has none. */
  add(text: string, start: number, end: number, number: number): void {
    this.#words.add(text, start, end, number);
    this.#insert(text.slice(start, end), number);
  }

  /** Removes the word that has a number. */
  delete(number: number): void {
    const word = this.#words.textOf(number);
    const at = this.#blockFor(word);
    const block = this.#block(at);
    const place = this.#lowerBound(block, word);
    block.starts.copyWithin(place, place + 1, block.count);
    block.numbers.copyWithin(place, place + 1, block.count--);
    if (block.count === 0 && this.#blocks.length > 1) this.#blocks.splice(at, 1);
    this.#words.delete(number);
  }

  /** The numbers of all words, in no order; words may be added and removed meanwhile. */
  *numbers(): Iterable<number> {
    for (let number = 0; number < this.#words.end; number++) if (this.#words.has(number)) yield number;
  }

  /** The numbers of all words that begin with a prefix. */
  withPrefix(prefix: string): readonly number[] {
    const found: number[] = [];
    // No word has this unit, so it comes after all that begin with the prefix.
    const end = `${prefix}\uffff`;
    for (let at = this.#blockFor(prefix); at < this.#blocks.length; at++) {
      const block = this.#block(at);
      const stop = this.#lowerBound(block, end);
      for (let place = this.#lowerBound(block, prefix); place < stop; place++) {
        found.push(block.numbers[place] ?? 0);
      }
      if (stop < block.count) break;
    }
    return found;
  }

  /** Saves the words with their numbers; those that are added or removed meanwhile may be there or not. */
  *save(): Saving {
    const sorted = new Uint32Array(this.#blocks.reduce((sum, { count }) => sum + count, 0));
    let length = 0;
    for (const { numbers, count } of this.#blocks) {
      sorted.set(numbers.slice(0, count), length);
      length += count;
    }
    yield* saveLong(sorted);
    yield* this.#words.save();
  }

  /** Reads what was saved into a dictionary that is empty. */
  *load(saved: SavedArrays): Steps<void> {
    const sorted = yield* saved.long(Uint32Array);
    yield* this.#words.load(saved);
    const { end } = this.#words;
    const isPlaced = new Uint8Array(end);
    let last: string | undefined;
    yield* forRanges(
      sorted.length,
      (from, to) => {
        for (let index = from; index < to; index++) {
          const number = sorted[index] ?? 0;
          // Another word may have got the number while they were saved.
          if (!this.#words.has(number) || (last !== undefined && this.#words.compare(number, last) <= 0))
            continue;
          last = this.#words.textOf(number);
          this.#append(last, number);
          isPlaced[number] = 1;
        }
      },
      loadedAtOnce,
    );
    yield* forRanges(
      end,
      (from, to) => {
        for (let number = from; number < to; number++) {
          if (isPlaced[number] === 0 && this.#words.has(number))
            this.#insert(this.#words.textOf(number), number);
        }
      },
      loadedAtOnce,
    );
  }

  /** Adds the number of a word that comes after all others. */
  #append(word: string, number: number): void {
    const last = this.#block(this.#blocks.length - 1);
    const block = last.count < loadedBlock ? last : emptyBlock();
    if (block !== last) this.#blocks.push(block);
    block.starts[block.count] = startOf(word);
    block.numbers[block.count++] = number;
  }

  #insert(word: string, number: number): void {
    const at = this.#blockFor(word);
    const block = this.#block(at);
    const place = this.#lowerBound(block, word);
    block.starts.copyWithin(place + 1, place, block.count);
    block.starts[place] = startOf(word);
    block.numbers.copyWithin(place + 1, place, block.count++);
    block.numbers[place] = number;
    if (block.count === largestBlock) this.#blocks.splice(at + 1, 0, splitOff(block));
  }

  /** The last block that begins at or before a word. */
  #blockFor(word: string): number {
    let low = 0;
    let high = this.#blocks.length - 1;
    const start = startOf(word);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#compare(this.#block(middle), 0, word, start) <= 0) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** How many words of a block come before a word. */
  #lowerBound(block: Block, word: string): number {
    let low = 0;
    let high = block.count;
    const start = startOf(word);
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(block, middle, word, start) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Less than 0 if the word at a place comes before another one, whose start is given. */
  #compare({ numbers, starts }: Block, place: number, word: string, start: number): number {
    return (starts[place] ?? 0) - start || this.#words.compare(numbers[place] ?? 0, word);
  }

  #block(at: number): Block {
    const block = this.#blocks[at];
    if (block === undefined) throw new Error(`the dictionary has no block ${at}`);
    return block;
  }
}

function emptyBlock(): Block {
  return { numbers: new Uint32Array(largestBlock), starts: new Float64Array(largestBlock), count: 0 };
}

/** The first three units of a word as a number, in the order of words: none has a unit 0. */
function startOf(word: string): number {
  let start = 0;
  for (let at = 0; at < 3; at++) start = start * 0x10000 + (at < word.length ? word.charCodeAt(at) : 0);
  return start;
}

/** Takes the second half of a full block away. */
function splitOff(block: Block): Block {
  const other = emptyBlock();
  other.numbers.set(block.numbers.slice(largestBlock / 2));
  other.starts.set(block.starts.slice(largestBlock / 2));
  other.count = largestBlock / 2;
  block.count -= other.count;
  return other;
}
