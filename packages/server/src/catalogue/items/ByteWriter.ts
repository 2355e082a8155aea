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
