const slabBytes = 256 * 1024;

/** Collects bytes. They are written side by side into slabs, since memory of its own for each answer takes longer. */
export class ByteWriter {
  #slab = Buffer.allocUnsafeSlow(slabBytes);
  /** Where in the slab the current collection begins and ends. */
  #start = 0;
  #end = 0;

  /** Begins with nothing, whatever became of the last collection. */
  begin(): void {
    this.#end = this.#start;
  }

  /** How many bytes have been collected. */
  get length(): number {
    return this.#end - this.#start;
  }

  /** Appends a text as UTF-8. */
  text(text: string): void {
    // A UTF-16 unit takes three bytes at most.
    this.#reserve(text.length * 3);
    this.#end += this.#slab.write(text, this.#end);
  }

  byte(byte: number): void {
    this.#reserve(1);
    this.#slab[this.#end++] = byte;
  }

  bytes(bytes: Buffer): void {
    this.#reserve(bytes.length);
    this.#slab.set(bytes, this.#end);
    this.#end += bytes.length;
  }

  /** Appends the bytes from one index to another. */
  slice(bytes: Buffer, from: number, to: number): void {
    this.#reserve(to - from);
    this.#end += bytes.copy(this.#slab, this.#end, from, to);
  }

  /**
   * What has been collected. Nothing else is ever written there, but it keeps the whole slab in memory: to be sent, not to
   * be kept. With a copy for each, lists that are all different took a third longer in the catalogue.
   */
  take(): Buffer<ArrayBuffer> {
    const taken = this.#slab.subarray(this.#start, this.#end);
    this.#start = this.#end;
    return taken;
  }

  /** A copy of what has been collected, to be kept. */
  copy(): Buffer<ArrayBuffer> {
    const copy = Buffer.allocUnsafeSlow(this.length);
    this.#slab.copy(copy, 0, this.#start, this.#end);
    return copy;
  }

  #reserve(more: number): void {
    if (this.#end + more <= this.#slab.length) return;
    const { length } = this;
    const next = Buffer.allocUnsafeSlow(Math.max(slabBytes, (length + more) * 2));
    this.#slab.copy(next, 0, this.#start, this.#end);
    this.#slab = next;
    this.#start = 0;
    this.#end = length;
  }
}
