/** A growing, ascending list of slots. */
export class SlotList {
  #slots = new Uint32Array(4);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The slots, to read before the next change only. */
  get slots(): Uint32Array {
    return this.#slots.subarray(0, this.#length);
  }

  add(slot: number): void {
    const at = this.#position(slot);
    if (at < this.#length && this.#slots[at] === slot) return;
    if (this.#length === this.#slots.length) this.#grow();
    this.#slots.copyWithin(at + 1, at, this.#length);
    this.#slots[at] = slot;
    this.#length++;
  }

  remove(slot: number): void {
    const at = this.#position(slot);
    if (at === this.#length || this.#slots[at] !== slot) return;
    this.#slots.copyWithin(at, at + 1, this.#length);
    this.#length--;
  }

  #grow(): void {
    const larger = new Uint32Array(this.#slots.length * 2);
    larger.set(this.#slots);
    this.#slots = larger;
  }

  /** Where a slot is, or would be. Slots mostly come in ascending order, so the end is tried first. */
  #position(slot: number): number {
    if (this.#length === 0 || (this.#slots[this.#length - 1] ?? 0) < slot) return this.#length;
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#slots[middle] ?? 0) < slot) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
