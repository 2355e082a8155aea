import type { SavedArrays, Saving } from '../snapshot/SavedArrays.ts';

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
  save(): Saving {
    const chunks = this.#chunks.map((chunk) => chunk && { buffer: chunk.buffer, used: chunk.used });
    return (function* () {
      yield Float64Array.of(chunks.length);
      for (const chunk of chunks) {
        yield chunk === undefined
          ? new Uint8Array(0)
          : new Uint8Array(chunk.buffer.buffer, chunk.buffer.byteOffset, chunk.used);
      }
    })();
  }

  /** Uses a snapshot where it lies, instead of loading it. What is needed of it has to be told by `keep`. */
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
    if (chunk === undefined) throw new RangeError(`the snapshot has no chunk ${number}`);
    chunk.live += wholeWords(bytes);
    this.#live += wholeWords(bytes);
  }

  /** Frees what has just been saved, and uses the snapshot instead. */
  moveTo(saved: SavedArrays): void {
    const [count = 0] = saved.next(Float64Array);
    for (let number = 0; number < count; number++) {
      const { buffer, byteOffset, length } = saved.mapped();
      const chunk = this.#chunks[number];
      // More may have been put into the last one.
      if (chunk !== undefined && chunk.used === length) {
        Object.assign(chunk, viewsOf(buffer, byteOffset, length));
        if (number === this.#current) this.#current = -1;
      }
    }
  }

  /** A chunk with room, which is the current one from then on. */
  #chunkFor(bytes: number): Chunk {
    const current = this.#chunks[this.#current];
    if (current !== undefined && current.used + bytes <= current.buffer.length) return current;
    const size = Math.max(bytes, Math.min(largestChunk, Math.max(smallestChunk, this.#live)));
    const { buffer } = Buffer.allocUnsafeSlow(size);
    const chunk = { ...viewsOf(buffer, 0, size), used: 0, live: 0 };
    const free = this.#chunks.indexOf(undefined);
    this.#current = free < 0 ? this.#chunks.length : free;
    this.#chunks[this.#current] = chunk;
    return chunk;
  }
}

function viewsOf(buffer: ArrayBuffer, start: number, length: number) {
  return {
    buffer: Buffer.from(buffer, start, length),
    words: new Int32Array(buffer, start, length / wordBytes),
  };
}

function wholeWords(bytes: number): number {
  return Math.ceil(bytes / wordBytes) * wordBytes;
}
