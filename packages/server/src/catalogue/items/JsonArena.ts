import { type Steps, stepElements } from '../../concurrency/timeSlices.ts';
import type { RenderedItem } from './Item.ts';

/** What an item refers to, as the interned IDs of the other shelves; -1 for nothing. */
export type Links = { readonly media: number; readonly category: number; readonly tags: readonly number[] };

/** A few megabytes of JSON; `live` counts the bytes that still belong to a slot. */
type Chunk = { readonly buffer: Buffer; readonly words: Int32Array; used: number; live: number };

const smallestChunk = 16 * 1024;
const largestChunk = 4 * 1024 * 1024;

/** The columns of the table that has a row for each slot. */
const column = {
  chunk: 0,
  start: 1,
  /** 0: the slot has no JSON. */
  length: 2,
  statusAt: 3,
  mediaAt: 4,
  detailsAt: 5,
  media: 6,
  category: 7,
} as const;
const columns = 8;

const wordBytes = Int32Array.BYTES_PER_ELEMENT;

/**
 * The JSON of each slot of a shelf, side by side in a few large chunks, and a table of numbers about it. An object for each
 * item would cost a cache miss for each of its parts when a page is written, and the garbage collector would visit it.
 * Right before the JSON stand the number of tags and, before that, the tags, the last first.
 * Bytes are only appended. What is dropped leaves a gap; when a quarter of all is gaps, the emptiest chunk is copied.
 */
export class JsonArena {
  readonly #chunks: (Chunk | undefined)[] = [];
  #current = -1;
  #used = 0;
  #live = 0;
  #table = new Int32Array(64 * columns);

  /** What the chunks take. */
  get bytes(): number {
    return this.#chunks.reduce((sum, chunk) => sum + (chunk?.buffer.length ?? 0), 0);
  }

  /** Gives JSON to a slot that has none. */
  put(slot: number, { json, splices }: RenderedItem, { media, category, tags }: Links): void {
    while ((slot + 1) * columns > this.#table.length) this.#growTable();
    const { statusAt, mediaAt, detailsAt } = splices;
    this.#table.set([statusAt, mediaAt, detailsAt, media, category], slot * columns + column.statusAt);
    this.#append(slot, json, tags);
  }

  /** Whether a slot has this JSON and refers to the same things. */
  equals(slot: number, json: Buffer, { media, category, tags }: Links): boolean {
    const chunk = this.#chunks[this.#cell(slot, column.chunk)];
    const start = this.#cell(slot, column.start);
    const length = this.#cell(slot, column.length);
    return (
      chunk !== undefined &&
      length === json.length &&
      this.mediaOf(slot) === media &&
      this.categoryOf(slot) === category &&
      this.tagCount(slot) === tags.length &&
      tags.every((tag, index) => this.tagOf(slot, index) === tag) &&
      chunk.buffer.compare(json, 0, length, start, start + length) === 0
    );
  }

  drop(slot: number): void {
    const number = this.#cell(slot, column.chunk);
    const length = this.#cell(slot, column.length);
    const chunk = this.#chunks[number];
    if (chunk === undefined || length === 0) return;
    const bytes = bytesFor(length, this.tagCount(slot));
    this.#table[slot * columns + column.length] = 0;
    chunk.live -= bytes;
    this.#live -= bytes;
    if (chunk.live > 0) return;
    this.#used -= chunk.used;
    this.#chunks[number] = undefined;
    if (number === this.#current) this.#current = -1;
  }

  /** Where the word `published` begins; -1 if there is no status. */
  statusAt(slot: number): number {
    return this.#cell(slot, column.statusAt);
  }

  /** Where `,"media":{…}` goes; -1 if there is no picture. */
  mediaAt(slot: number): number {
    return this.#cell(slot, column.mediaAt);
  }

  /** Where `,"category":{…}` and `,"tags":[…]` go; -1 if there are none. */
  detailsAt(slot: number): number {
    return this.#cell(slot, column.detailsAt);
  }

  /** The picture; -1 if there is none. */
  mediaOf(slot: number): number {
    return this.#cell(slot, column.media);
  }

  /** The category; -1 if there is none. */
  categoryOf(slot: number): number {
    return this.#cell(slot, column.category);
  }

  tagCount(slot: number): number {
    return this.#wordBefore(slot, 1);
  }

  /** One of the tags, counted from 0. */
  tagOf(slot: number, index: number): number {
    return this.#wordBefore(slot, 2 + index);
  }

  /** Writes the JSON of a slot, or the part of it from one index to another. */
  writeTo(writer: ByteWriter, slot: number, from = 0, to = this.#cell(slot, column.length)): void {
    const chunk = this.#chunks[this.#cell(slot, column.chunk)];
    const start = this.#cell(slot, column.start);
    if (chunk !== undefined && to > from) writer.slice(chunk.buffer, start + from, start + to);
  }

  /** Closes gaps. */
  *compact(): Steps<void> {
    while (this.#used - this.#live > Math.max(this.#used / 4, smallestChunk)) {
      yield* this.#moveOut(this.#emptiestChunk());
    }
  }

  #emptiestChunk(): number {
    let found = -1;
    let least = Infinity;
    for (const [number, chunk] of this.#chunks.entries()) {
      const share = chunk === undefined ? Infinity : chunk.live / chunk.used;
      if (share >= least) continue;
      found = number;
      least = share;
    }
    return found;
  }

  /** Moves what still belongs to a slot to another chunk. */
  *#moveOut(number: number): Steps<void> {
    const chunk = this.#chunks[number];
    if (chunk === undefined) return;
    if (number === this.#current) this.#current = -1;
    const move = (slot: number): void => {
      const start = this.#cell(slot, column.start);
      const length = this.#cell(slot, column.length);
      const tags = Array.from({ length: this.tagCount(slot) }, (_, index) => this.tagOf(slot, index));
      this.drop(slot);
      this.#append(slot, chunk.buffer.subarray(start, start + length), tags);
    };
    // The chunk may be empty, and its number given to another one, before all slots were looked at.
    for (let slot = 0; slot * columns < this.#table.length && this.#chunks[number] === chunk; slot++) {
      const isThere = this.#cell(slot, column.chunk) === number && this.#cell(slot, column.length) > 0;
      if (isThere) move(slot);
      if (isThere || slot % stepElements === 0) yield;
    }
  }

  #append(slot: number, json: Buffer, tags: readonly number[]): void {
    const bytes = bytesFor(json.length, tags.length);
    const chunk = this.#chunkFor(bytes);
    const start = chunk.used + (tags.length + 1) * wordBytes;
    this.#table.set([this.#current, start, json.length], slot * columns);
    chunk.words[start / wordBytes - 1] = tags.length;
    for (const [index, tag] of tags.entries()) chunk.words[start / wordBytes - 2 - index] = tag;
    json.copy(chunk.buffer, start);
    chunk.used += bytes;
    chunk.live += bytes;
    this.#used += bytes;
    this.#live += bytes;
  }

  #cell(slot: number, column: number): number {
    return this.#table[slot * columns + column] ?? 0;
  }

  /** One of the numbers that stand before the JSON of a slot. */
  #wordBefore(slot: number, distance: number): number {
    const start = this.#cell(slot, column.start);
    return this.#chunks[this.#cell(slot, column.chunk)]?.words[start / wordBytes - distance] ?? 0;
  }

  /** A chunk with room, which is the current one from then on. */
  #chunkFor(bytes: number): Chunk {
    const current = this.#chunks[this.#current];
    if (current !== undefined && current.used + bytes <= current.buffer.length) return current;
    const size = Math.max(bytes, Math.min(largestChunk, Math.max(smallestChunk, this.#live)));
    const buffer = Buffer.allocUnsafeSlow(size);
    const words = new Int32Array(buffer.buffer, 0, size / wordBytes);
    const chunk = { buffer, words, used: 0, live: 0 };
    const free = this.#chunks.indexOf(undefined);
    this.#current = free < 0 ? this.#chunks.length : free;
    this.#chunks[this.#current] = chunk;
    return chunk;
  }

  #growTable(): void {
    const larger = new Int32Array(this.#table.length * 2);
    larger.set(this.#table);
    this.#table = larger;
  }
}

/** What JSON and the numbers before it take; the next numbers begin at a whole word. */
function bytesFor(length: number, tags: number): number {
  return (1 + tags + Math.ceil(length / wordBytes)) * wordBytes;
}

const initialBytes = 64 * 1024;

/** Slices of this size are not copied: new memory for them takes half a millisecond per megabyte. */
export const referencedBytes = 512 * 1024;

/** Collects bytes in memory that is used again and again. */
export class ByteWriter {
  #buffer = Buffer.allocUnsafeSlow(initialBytes);
  #length = 0;
  /** What comes before `#start` in the buffer, with the slices that were not copied in between. */
  #parts: Buffer[] = [];
  #partsLength = 0;
  #start = 0;

  /** Begins with nothing. */
  begin(): void {
    this.#length = 0;
    this.#start = 0;
    this.#partsLength = 0;
    if (this.#parts.length > 0) this.#parts = [];
  }

  /** How many bytes have been collected. */
  get length(): number {
    return this.#partsLength + this.#length - this.#start;
  }

  /** Whether it holds more than what it began with has room for. */
  get hasGrown(): boolean {
    return this.#buffer.length > initialBytes || this.#parts.length > 0;
  }

  /** What has been collected, in parts; valid until it begins again. */
  get parts(): readonly Buffer[] {
    const last = this.#buffer.subarray(this.#start, this.#length);
    if (this.#parts.length === 0) return [last];
    return [...this.#parts, last].filter(({ length }) => length > 0);
  }

  /** The same in one piece, if there are no large slices in it without a copy. */
  get written(): Buffer {
    return this.#parts.length === 0 ? this.#buffer.subarray(0, this.#length) : this.copy();
  }

  /** A copy of what has been collected. */
  copy(): Buffer {
    const copy = Buffer.allocUnsafeSlow(this.length);
    let at = 0;
    for (const part of this.parts) at += part.copy(copy, at);
    return copy;
  }

  /** Appends a text as UTF-8. */
  text(text: string): void {
    // A UTF-16 unit takes three bytes at most.
    this.#reserve(text.length * 3);
    this.#length += this.#buffer.write(text, this.#length);
  }

  byte(byte: number): void {
    this.#reserve(1);
    this.#buffer[this.#length++] = byte;
  }

  bytes(bytes: Buffer): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Appends the bytes from one index to another. They must never change, since large slices are not copied. */
  slice(bytes: Buffer, from: number, to: number): void {
    if (to - from >= referencedBytes) {
      this.#parts.push(this.#buffer.subarray(this.#start, this.#length), bytes.subarray(from, to));
      this.#partsLength += this.#length - this.#start + to - from;
      this.#start = this.#length;
      return;
    }
    this.#reserve(to - from);
    this.#length += bytes.copy(this.#buffer, this.#length, from, to);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#buffer.length) return;
    // With some room for what follows a large item, which would be copied once more otherwise.
    const next = Buffer.allocUnsafeSlow(
      Math.max(this.#buffer.length * 2, this.#length + more + initialBytes),
    );
    this.#buffer.copy(next, 0, 0, this.#length);
    this.#buffer = next;
  }
}
