import { forRanges, type Steps } from '../../concurrency/timeSlices.ts';

/** What a snapshot consists of. */
export type SavedArray =
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/** The constructor of such arrays. */
export type ArrayType<T extends SavedArray> = {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): T;
  new (buffer: ArrayBuffer, from: number, length: number): T;
};

/**
 * Saves a structure in short steps, as one array after another, which do not change any more. A step gets to know where in
 * the file the array will be; it may also have none.
 */
export type Saving = Generator<SavedArray | undefined, void, number>;

/** How many elements of a long array are saved, or loaded, in one step. */
const pieceLength = 65_536;

/** Saves the first elements of an array that may be long, and may change meanwhile. */
export function* saveLong(array: SavedArray, length = array.length): Saving {
  yield Float64Array.of(length);
  for (let from = 0; from < length; from += pieceLength) {
    yield array.slice(from, Math.min(from + pieceLength, length));
  }
}

/** Reads the arrays of a snapshot, in the order in which they were saved. */
export class SavedArrays {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #kept: Uint8Array<ArrayBuffer>;
  #at = 0;

  /**
   * `bytes` is the whole file. `kept` is the same, mapped into memory once more: only this is still used when everything is
   * loaded, so all that was only copied does not stay in memory.
   */
  constructor(bytes: Uint8Array<ArrayBuffer>, kept = bytes) {
    this.#bytes = bytes;
    this.#kept = kept;
  }

  /** A copy of the next array. */
  next<T extends SavedArray>(type: ArrayType<T>): T {
    const { start, length, hash } = this.#next();
    const bytes = new Uint8Array(this.#bytes.buffer, this.#bytes.byteOffset + start, length);
    if (length % type.BYTES_PER_ELEMENT !== 0) throw new DamagedSnapshot('an array is cut off');
    const array = new type(bytes.byteLength / type.BYTES_PER_ELEMENT);
    const copy = new Uint8Array(array.buffer);
    copy.set(bytes);
    if (hashOf(copy) !== hash) throw new DamagedSnapshot('what was read is not what was written');
    return array;
  }

  /** The bytes of the next array, as a view of the file. They are not checked: that would read all of them. */
  mapped(): Uint8Array<ArrayBuffer> {
    const { start, length } = this.#next();
    return new Uint8Array(this.#kept.buffer, this.#kept.byteOffset + start, length);
  }

  /** A text that was saved by `textArray`. */
  text(): string {
    return new TextDecoder().decode(this.next(Uint8Array));
  }

  #next() {
    const { buffer, byteOffset, length: end } = this.#bytes;
    if (this.#at + headerBytes > end) throw new DamagedSnapshot(`it has only ${end} bytes`);
    const [length = 0, hash = 0] = new Float64Array(buffer, byteOffset + this.#at, 2);
    const start = this.#at + headerBytes;
    if (!(Number.isInteger(length) && length >= 0 && start + length <= end)) {
      throw new DamagedSnapshot(`there are no ${length} bytes at ${start} of ${end}`);
    }
    this.#at = start + paddedBytes(length);
    return { start, length, hash };
  }

  /** An array that was saved by `saveLong`; `room` is how many elements it should have at least. */
  *long<T extends SavedArray>(type: ArrayType<T>, room = 0): Steps<T> {
    const [length = 0] = this.next(Float64Array);
    const array = new type(Math.max(length, room));
    yield* forRanges(length, (from) => array.set(this.next(type), from), pieceLength);
    return array;
  }
}

/** The file is not as it was written. */
export class DamagedSnapshot extends Error {}

/** Two numbers: the length in bytes, and a hash. */
const headerBytes = 2 * Float64Array.BYTES_PER_ELEMENT;

/** Every array begins at a multiple of eight bytes, so that any kind can be read where it lies. */
function paddedBytes(length: number): number {
  return Math.ceil(length / 8) * 8;
}

function hashOf(bytes: Uint8Array): number {
  return Bun.hash.xxHash32(bytes);
}

/** A text as an array. */
export function textArray(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Saved arrays as they stand in a file: parts that are written one after another. */
export class SavedParts {
  #parts: Uint8Array[] = [];
  #length = 0;
  #taken = 0;

  /** How many bytes were not taken yet. */
  get pending(): number {
    return this.#length - this.#taken;
  }

  /** Appends an array, which must not change until it is written, and returns where in the file it will be. */
  add({ buffer, byteOffset, byteLength }: SavedArray): number {
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    const header = Float64Array.of(byteLength, hashOf(bytes));
    const padding = new Uint8Array(paddedBytes(byteLength) - byteLength);
    this.#parts.push(new Uint8Array(header.buffer), bytes, padding);
    const start = this.#length + headerBytes;
    this.#length = start + paddedBytes(byteLength);
    return start;
  }

  /** The parts since this was last called. */
  take(): readonly Uint8Array[] {
    const parts = this.#parts;
    [this.#parts, this.#taken] = [[], this.#length];
    return parts;
  }
}
