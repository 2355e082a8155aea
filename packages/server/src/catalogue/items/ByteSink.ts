const usualBytes = 256 * 1024;
/** To copy so few one by one takes less than a call. */
const fewBytes = 16;

/** Collects bytes in one buffer that is used again and again. */
export class ByteSink {
  #buffer = Buffer.allocUnsafeSlow(usualBytes);
  #length = 0;

  /** Begins anew, whatever has become of what was collected before. */
  begin(): void {
    this.#length = 0;
    // One huge answer must not hold its memory for ever.
    if (this.#buffer.length > usualBytes * 16) this.#buffer = Buffer.allocUnsafeSlow(usualBytes);
  }

  /** How many bytes were collected since the beginning. */
  get length(): number {
    return this.#length;
  }

  /** Appends a text as UTF-8. */
  putText(text: string): void {
    // No UTF-16 unit takes more than three bytes.
    const needed = this.#length + text.length * 3;
    if (needed > this.#buffer.length) this.#grow(needed);
    this.#length += this.#buffer.write(text, this.#length);
  }

  /** Appends a whole number that is not negative. */
  putNumber(number: number): void {
    if (number >= 10) this.putNumber(Math.floor(number / 10));
    this.putByte(0x30 + (number % 10));
  }

  /** Appends one byte: for punctuation, far quicker than a call to copy it. */
  putByte(byte: number): void {
    if (this.#length === this.#buffer.length) this.#grow(this.#length + 1);
    this.#buffer[this.#length++] = byte;
  }

  /** Appends bytes. */
  put(bytes: Buffer): void {
    if (bytes.length <= fewBytes) this.#putFew(bytes, 0, bytes.length);
    else {
      if (this.#length + bytes.length > this.#buffer.length) this.#grow(this.#length + bytes.length);
      this.#buffer.set(bytes, this.#length);
      this.#length += bytes.length;
    }
  }

  /** Appends the part of some bytes from one place to another. */
  putPart(bytes: Buffer, from: number, to: number): void {
    if (to - from <= fewBytes) this.#putFew(bytes, from, to);
    else {
      if (this.#length + to - from > this.#buffer.length) this.#grow(this.#length + to - from);
      this.#length += bytes.copy(this.#buffer, this.#length, from, to);
    }
  }

  #putFew(bytes: Buffer, from: number, to: number): void {
    if (this.#length + to - from > this.#buffer.length) this.#grow(this.#length + to - from);
    for (let at = from; at < to; at++) this.#buffer[this.#length++] = bytes[at] ?? 0;
  }

  /** What was collected since the beginning, where it lies: valid until the next beginning. */
  view(): Buffer<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#length);
  }

  /** The same as a copy of its own. */
  take(): Buffer<ArrayBuffer> {
    const taken = Buffer.allocUnsafeSlow(this.#length);
    this.#buffer.copy(taken, 0, 0, this.#length);
    return taken;
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
