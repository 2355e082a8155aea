/** Collects bytes in one buffer that is used again and again. */
export class ByteSink {
  #buffer = Buffer.allocUnsafeSlow(64 * 1024);
  #length = 0;

  /** Appends bytes, or the part of them from one place to another. */
  put(bytes: Buffer, from = 0, to = bytes.length): void {
    if (this.#length + to - from > this.#buffer.length) this.#grow(this.#length + to - from);
    this.#length += bytes.copy(this.#buffer, this.#length, from, to);
  }

  /** What was collected, as a copy of its own; the sink is empty afterwards. */
  take(): Buffer<ArrayBuffer> {
    const taken = Buffer.allocUnsafeSlow(this.#length);
    this.#buffer.copy(taken, 0, 0, this.#length);
    this.#length = 0;
    return taken;
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
