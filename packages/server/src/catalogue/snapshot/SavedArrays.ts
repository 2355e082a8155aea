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

/** Saves a structure in short steps, as one array after another. Each is written before the next step, and must not change until then. */
export type Saving = Generator<SavedArray, void>;

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
  #at: number;

  /** `bytes` is the whole file, from `from` on. */
  constructor(bytes: Uint8Array<ArrayBuffer>, from = 0) {
    this.#bytes = bytes;
    this.#at = from;
  }

  /** A copy of the next array. */
  next<T extends SavedArray>(type: ArrayType<T>): T {
    const bytes = this.mapped();
    const array = new type(bytes.byteLength / type.BYTES_PER_ELEMENT);
    new Uint8Array(array.buffer).set(bytes);
    return array;
  }

  /** The bytes of the next array, where they lie in the file. */
  mapped(): Uint8Array<ArrayBuffer> {
    const { buffer, byteOffset } = this.#bytes;
    const [length = 0] = new Float64Array(buffer, byteOffset + this.#at, 1);
    const start = this.#at + headerBytes;
    if (!(length >= 0 && start + length <= this.#bytes.length)) {
      throw new RangeError(`a snapshot of ${this.#bytes.length} bytes has no ${length} bytes at ${start}`);
    }
    this.#at = start + paddedBytes(length);
    return new Uint8Array(buffer, byteOffset + start, length);
  }

  /** An array that was saved by `saveLong`; `room` is how many elements it should have at least. */
  *long<T extends SavedArray>(type: ArrayType<T>, room = 0): Steps<T> {
    const [length = 0] = this.next(Float64Array);
    const array = new type(Math.max(length, room));
    yield* forRanges(length, (from) => array.set(this.next(type), from), pieceLength);
    return array;
  }
}

const headerBytes = Float64Array.BYTES_PER_ELEMENT;

/** Every array begins at a multiple of eight bytes, so that any kind can be read where it lies. */
export function paddedBytes(length: number): number {
  return Math.ceil(length / headerBytes) * headerBytes;
}

/** An array as it stands in the file. */
export function savedBytes(array: SavedArray): Buffer {
  const bytes = Buffer.alloc(headerBytes + paddedBytes(array.byteLength));
  bytes.writeDoubleLE(array.byteLength, 0);
  bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), headerBytes);
  return bytes;
}
