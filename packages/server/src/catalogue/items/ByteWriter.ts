const initialBytes = 64 * 1024;

/** Collects bytes in memory that is used again and again. */
export class ByteWriter {
  #buffer = Buffer.allocUnsafeSlow(initialBytes);
  #length = 0;

  /** Begins with nothing. */
  begin(): void {
    this.#length = 0;
  }

  /** How many bytes have been collected. */
  get length(): number {
    return this.#length;
  }

  /** Whether it has grown beyond what it began with. */
  get hasGrown(): boolean {
    return this.#buffer.length > initialBytes;
  }

  /** What has been collected, until it begins again. */
  get written(): Buffer<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#length);
  }

  /** A copy of what has been collected, to be kept. */
  copy(): Buffer<ArrayBuffer> {
    const copy = Buffer.allocUnsafeSlow(this.#length);
    this.#buffer.copy(copy, 0, 0, this.#length);
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

  /** Appends the bytes from one index to another. */
  slice(bytes: Buffer, from: number, to: number): void {
    this.#reserve(to - from);
    this.#length += bytes.copy(this.#buffer, this.#length, from, to);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#buffer.length) return;
    const next = Buffer.allocUnsafeSlow((this.#length + more) * 2);
    this.#buffer.copy(next, 0, 0, this.#length);
    this.#buffer = next;
  }
}
