import type { ByteSink } from './ByteSink.ts';
import type { RenderedItem } from './Item.ts';

/** What an item mentions, as the numbers that stand for it on the other shelves; -1 for nothing. */
export type Links = { readonly media: number; readonly category: number; readonly tags: readonly number[] };

/** Some megabytes of one slot's bytes after another's; `live` counts those that still belong to a slot. */
type Piece = { readonly buffer: Buffer; readonly words: Int32Array; used: number; live: number };

const smallestPiece = 16 * 1024;
const largestPiece = 4 * 1024 * 1024;

/** A row of numbers for each slot: number of the piece, place in it, length (0: nothing), three splices, two links. */
const row = 8;

/** Memory comes in pairs of lines, which have so many words together. */
const linePair = 32;

/**
 * The JSON of each slot of a shelf, side by side in a few large pieces, and the numbers about it side by side too: to
 * send an item that nobody asked for lately takes two waits for memory, not one for each object that would hold it.
 * Right before the JSON stand how many tags there are, and before that their numbers, the last first.
 * Bytes are only ever appended. What is dropped leaves a gap; when a quarter is gaps, the piece with the most of them
 * is emptied into a new one.
 */
export class SlotJson {
  readonly #pieces: (Piece | undefined)[] = [];
  #current = -1;
  #used = 0;
  #live = 0;
  #rows = new Int32Array(64 * row);

  /** What the pieces take. */
  get bytes(): number {
    return this.#pieces.reduce((sum, piece) => sum + (piece?.buffer.length ?? 0), 0);
  }

  /** Gives JSON to a slot that has none. */
  put(slot: number, { json, splices }: RenderedItem, { media, category, tags }: Links): void {
    while ((slot + 1) * row > this.#rows.length) this.#growRows();
    this.#rows.set([splices.statusAt, splices.mediaAt, splices.detailsAt, media, category], slot * row + 3);
    this.#append(slot, json, tags);
  }

  drop(slot: number): void {
    const number = this.#rows[slot * row] ?? 0;
    const piece = this.#pieces[number];
    if (piece === undefined || this.#lengthOf(slot) === 0) return;
    const bytes = bytesFor(this.#lengthOf(slot), this.tagCount(slot));
    this.#rows[slot * row + 2] = 0;
    piece.live -= bytes;
    this.#live -= bytes;
    if (piece.live > 0) return;
    this.#used -= piece.used;
    this.#pieces[number] = undefined;
    if (number === this.#current) this.#current = -1;
  }

  /** Looks at all that will be sent of some slots, so that the processor asks for it. */
  fetch(slots: readonly number[]): number {
    let seen = 0;
    // The rows first: where they say is known only when they are there.
    for (const slot of slots) seen ^= this.#rows[slot * row] ?? 0;
    for (const slot of slots) {
      const words = this.#pieces[this.#rows[slot * row] ?? 0]?.words;
      const start = (this.#rows[slot * row + 1] ?? 0) >>> 2;
      const end = start + (this.#lengthOf(slot) >>> 2);
      if (words !== undefined) for (let at = start; at < end; at += linePair) seen ^= words[at] ?? 0;
    }
    // To be used by nobody; a loop without a result might be left out.
    return seen;
  }

  /** Where the word `published` begins; -1 where there is no status. */
  statusAt(slot: number): number {
    return this.#rows[slot * row + 3] ?? -1;
  }

  /** Where `,"media":{…}` goes; -1 where there is no picture. */
  mediaAt(slot: number): number {
    return this.#rows[slot * row + 4] ?? -1;
  }

  /** Where `,"category":{…}` and `,"tags":[…]` go; -1 where there are none. */
  detailsAt(slot: number): number {
    return this.#rows[slot * row + 5] ?? -1;
  }

  /** The number of the picture; -1 where there is none. */
  mediaOf(slot: number): number {
    return this.#rows[slot * row + 6] ?? -1;
  }

  /** The number of the category; -1 where there is none. */
  categoryOf(slot: number): number {
    return this.#rows[slot * row + 7] ?? -1;
  }

  tagCount(slot: number): number {
    return this.#wordBefore(slot, 1);
  }

  /** The number of one of its tags, counted from 0. */
  tagOf(slot: number, index: number): number {
    return this.#wordBefore(slot, 2 + index);
  }

  /** Appends the JSON of a slot to a sink, or the part of them from one place to another. */
  writeTo(sink: ByteSink, slot: number, from = 0, to = this.#lengthOf(slot)): void {
    const piece = this.#pieces[this.#rows[slot * row] ?? 0];
    const start = this.#rows[slot * row + 1] ?? 0;
    if (piece !== undefined && to > from) sink.putPart(piece.buffer, start + from, start + to);
  }

  /** Closes gaps until told to pause; true when nothing is left to do. */
  tidy(isTimeUp: () => boolean): boolean {
    while (this.#used - this.#live > Math.max(this.#used / 4, smallestPiece)) {
      if (isTimeUp()) return false;
      this.#empty(this.#emptiest());
    }
    return true;
  }

  #emptiest(): number {
    let found = -1;
    let least = Infinity;
    for (const [number, piece] of this.#pieces.entries()) {
      const share = piece === undefined ? Infinity : piece.live / piece.used;
      if (share >= least) continue;
      found = number;
      least = share;
    }
    return found;
  }

  /** Moves what still belongs to a slot elsewhere. */
  #empty(number: number): void {
    const piece = this.#pieces[number];
    if (piece === undefined) return;
    if (number === this.#current) this.#current = -1;
    for (let slot = 0; slot * row < this.#rows.length; slot++) {
      const start = this.#rows[slot * row + 1] ?? 0;
      const length = this.#lengthOf(slot);
      if (this.#rows[slot * row] !== number || length === 0) continue;
      const tags = Array.from({ length: this.tagCount(slot) }, (_, index) => this.tagOf(slot, index));
      this.drop(slot);
      this.#append(slot, piece.buffer.subarray(start, start + length), tags);
    }
  }

  #append(slot: number, json: Buffer, tags: readonly number[]): void {
    const bytes = bytesFor(json.length, tags.length);
    const piece = this.#pieceFor(bytes);
    const start = piece.used + (tags.length + 1) * word;
    this.#rows[slot * row] = this.#current;
    this.#rows[slot * row + 1] = start;
    this.#rows[slot * row + 2] = json.length;
    piece.words[start / word - 1] = tags.length;
    for (const [index, tag] of tags.entries()) piece.words[start / word - 2 - index] = tag;
    json.copy(piece.buffer, start);
    piece.used += bytes;
    piece.live += bytes;
    this.#used += bytes;
    this.#live += bytes;
  }

  #lengthOf(slot: number): number {
    return this.#rows[slot * row + 2] ?? 0;
  }

  /** One of the numbers that stand before the JSON of a slot that has one. */
  #wordBefore(slot: number, distance: number): number {
    const start = this.#rows[slot * row + 1] ?? 0;
    return this.#pieces[this.#rows[slot * row] ?? 0]?.words[(start >>> 2) - distance] ?? 0;
  }

  /** The piece that has room, which is the current one from then on. */
  #pieceFor(length: number): Piece {
    const current = this.#pieces[this.#current];
    if (current !== undefined && current.used + length <= current.buffer.length) return current;
    const size = Math.max(length, Math.min(largestPiece, Math.max(smallestPiece, this.#live)));
    const buffer = Buffer.allocUnsafeSlow(size);
    const words = new Int32Array(buffer.buffer, 0, size / word);
    const piece = { buffer, words, used: 0, live: 0 };
    const free = this.#pieces.indexOf(undefined);
    this.#current = free < 0 ? this.#pieces.length : free;
    this.#pieces[this.#current] = piece;
    return piece;
  }

  #growRows(): void {
    const larger = new Int32Array(this.#rows.length * 2);
    larger.set(this.#rows);
    this.#rows = larger;
  }
}

const word = Int32Array.BYTES_PER_ELEMENT;

/** What JSON and the numbers before it take; the next numbers begin at a whole word. */
function bytesFor(length: number, tags: number): number {
  return (1 + tags + Math.ceil(length / word)) * word;
}
