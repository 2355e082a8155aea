const usualBytes = 256 * 1024;

/** Collects bytes in a buffer that is reused; the result is a copy. */
export class ByteWriter {
  #buffer = Buffer.allocUnsafeSlow(usualBytes);
  #length = 0;

  /** Begins with nothing, whatever became of the last collection. */
  begin(): void {
    this.#length = 0;
    // One huge document must not hold its memory for ever.
    if (this.#buffer.length > usualBytes * 16) this.#buffer = Buffer.allocUnsafeSlow(usualBytes);
  }

  /** How many bytes have been collected. */
  get length(): number {
    return this.#length;
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

  /** Appends the bytes from one index to another. */
  slice(bytes: Buffer, from: number, to: number): void {
    this.#reserve(to - from);
    this.#length += bytes.copy(this.#buffer, this.#length, from, to);
  }

  /** A copy of what has been collected. */
  copy(): Buffer<ArrayBuffer> {
    const copy = Buffer.allocUnsafeSlow(this.#length);
    this.#buffer.copy(copy, 0, 0, this.#length);
    return copy;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
