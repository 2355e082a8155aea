import { DamagedSnapshot, type SavedArrays, type Saving } from '../snapshot/SavedArrays.ts';

/** A few megabytes; `live` counts the bytes that are still needed. */
type Chunk = { buffer: Buffer<ArrayBuffer>; words: Int32Array; used: number; live: number };

/** Where some bytes are. */
export type Place = { readonly chunk: number; readonly start: number };

const smallestChunk = 16 * 1024;
const largestChunk = 4 * 1024 * 1024;

/** Everything begins at a whole word. */
export const wordBytes = Int32Array.BYTES_PER_ELEMENT;

/**
 * Bytes side by side in a few large chunks, which the garbage collector need not visit. They are only appended. What is
 * released leaves a gap, until the rest of its chunk is moved elsewhere.
 */
export class ByteArena {
  readonly #chunks: (Chunk | undefined)[] = [];
  #current = -1;
  #used = 0;
  #live = 0;
  /** Which chunks were saved, and where. */
  #saved: { readonly number: number; readonly start: number; readonly used: number }[] = [];

  /** What the chunks take. */
  get bytes(): number {
    return this.#chunks.reduce((sum, chunk) => sum + (chunk?.buffer.length ?? 0), 0);
  }

  /** Room for some bytes. */
  reserve(bytes: number): Place {
    const needed = wholeWords(bytes);
    const chunk = this.#chunkFor(needed);
    const start = chunk.used;
    chunk.used += needed;
    chunk.live += needed;
    this.#used += needed;
    this.#live += needed;
    return { chunk: this.#current, start };
  }

  /** Takes over a buffer as a chunk of its own, so that much need not be copied; `bytes` of it are needed. */
  adopt(buffer: ArrayBuffer, bytes: number): Place {
    const used = buffer.byteLength;
    const live = wholeWords(bytes);
    this.#used += used;
    this.#live += live;
    return { chunk: this.#append({ ...viewsOf(buffer, 0, used), used, live }), start: 0 };
  }

  /** Some bytes are not needed any more. */
  release(number: number, bytes: number): void {
    const chunk = this.#chunks[number];
    if (chunk === undefined) return;
    const released = wholeWords(bytes);
    chunk.live -= released;
    this.#live -= released;
    if (chunk.live > 0) return;
    this.#used -= chunk.used;
    this.#chunks[number] = undefined;
    if (number === this.#current) this.#current = -1;
  }

  /** The bytes of a chunk. */
  buffer(chunk: number): Buffer | undefined {
    return this.#chunks[chunk]?.buffer;
  }

  /** The same as numbers. */
  words(chunk: number): Int32Array | undefined {
    return this.#chunks[chunk]?.words;
  }

  /** The chunk that should be moved elsewhere, since a quarter of everything is gaps; nothing more is put there. */
  retireChunk(): number | undefined {
    if (this.#used - this.#live <= Math.max(this.#used / 4, smallestChunk)) return undefined;
    let found: number | undefined;
    let least = Infinity;
    for (const [number, chunk] of this.#chunks.entries()) {
      const share = chunk === undefined ? Infinity : chunk.live / chunk.used;
      if (share >= least) continue;
      found = number;
      least = share;
    }
    if (found === this.#current) this.#current = -1;
    return found;
  }

  /** Saves what there is now. Nothing may be released meanwhile. */
  *save(): Saving {
    const chunks = this.#chunks.map((chunk) => chunk && { chunk, used: chunk.used });
    this.#saved = [];
    yield Float64Array.of(chunks.length);
    for (const [number, saved] of chunks.entries()) {
      if (saved === undefined) yield new Uint8Array(0);
      else {
        const { chunk, used } = saved;
        const start = yield new Uint8Array(chunk.buffer.buffer, chunk.buffer.byteOffset, used);
        this.#saved.push({ number, start, used });
      }
    }
  }

  /** Uses what has been saved where it lies in the file, mapped into memory, and frees its own copy. */
  moveTo(file: Uint8Array<ArrayBuffer>): void {
    for (const { number, start, used } of this.#saved) {
      const chunk = this.#chunks[number];
      // The last one may have been continued.
      if (chunk?.used !== used) continue;
      Object.assign(chunk, viewsOf(file.buffer, file.byteOffset + start, used));
      if (number === this.#current) this.#current = -1;
    }
    this.#saved = [];
  }

  /** Uses a snapshot where it lies in the file. What is needed of it has to be told by `keep`, and then `dropUnneeded`. */
  load(saved: SavedArrays): void {
    const [count = 0] = saved.next(Float64Array);
    for (let number = 0; number < count; number++) {
      const { buffer, byteOffset, length } = saved.mapped();
      if (length === 0) this.#chunks[number] = undefined;
      else {
        this.#chunks[number] = { ...viewsOf(buffer, byteOffset, length), used: length, live: 0 };
        this.#used += length;
      }
    }
  }

  /** Some bytes of what was loaded are needed. */
  keep(number: number, bytes: number): void {
    const chunk = this.#chunks[number];
    if (chunk === undefined) throw new DamagedSnapshot(`there is no chunk ${number}`);
    chunk.live += wholeWords(bytes);
    this.#live += wholeWords(bytes);
  }

  /** Drops the chunks that nothing is needed of. */
  dropUnneeded(): void {
    for (const [number, chunk] of this.#chunks.entries()) {
      if (chunk === undefined || chunk.live > 0) continue;
      this.#used -= chunk.used;
      this.#chunks[number] = undefined;
    }
  }

  /** A chunk with room, which is the current one from then on. */
  #chunkFor(bytes: number): Chunk {
    const current = this.#chunks[this.#current];
    if (current !== undefined && current.used + bytes <= current.buffer.length) return current;
    const size = Math.max(bytes, Math.min(largestChunk, Math.max(smallestChunk, this.#live)));
    const { buffer } = Buffer.allocUnsafeSlow(size);
    const chunk = { ...viewsOf(buffer, 0, size), used: 0, live: 0 };
    this.#current = this.#append(chunk);
    return chunk;
  }

  /** Adds a chunk; returns its number. */
  #append(chunk: Chunk): number {
    const free = this.#chunks.indexOf(undefined);
    const number = free < 0 ? this.#chunks.length : free;
    this.#chunks[number] = chunk;
    return number;
  }
}

function viewsOf(buffer: ArrayBuffer, start: number, length: number) {
  return {
    buffer: Buffer.from(buffer, start, length),
    words: new Int32Array(buffer, start, length / wordBytes),
  };
}

/** A number of bytes, rounded up to whole words. */
export function wholeWords(bytes: number): number {
  return Math.ceil(bytes / wordBytes) * wordBytes;
}
