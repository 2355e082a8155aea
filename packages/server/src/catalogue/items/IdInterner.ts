/**
 * Numbers for the IDs that items of other shelves refer to: by its number an item is found without hashing a string. A
 * number is never given to another ID, so a reference to something that is gone never shows anything else.
 */
export class IdInterner {
  readonly #slotById: ReadonlyMap<string, number>;
  readonly #numbers = new Map<string, number>();
  #slots = new Int32Array(16);

  constructor(slotById: ReadonlyMap<string, number>) {
    this.#slotById = slotById;
  }

  /** The number of an ID, whether or not there is an item of that ID. */
  intern(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    if (number === this.#slots.length) this.#grow();
    this.#numbers.set(id, number);
    this.#slots[number] = this.#slotById.get(id) ?? -1;
    return number;
  }

  /** The slot that the item with a number has now; -1 where there is none. */
  slotOf(number: number): number {
    return this.#slots[number] ?? -1;
  }

  /** Notes that the item with an ID has another slot; -1 where it has none any more. */
  move(id: string, slot: number): void {
    const number = this.#numbers.get(id);
    if (number !== undefined) this.#slots[number] = slot;
  }

  #grow(): void {
    const larger = new Int32Array(this.#slots.length * 2);
    larger.set(this.#slots);
    this.#slots = larger;
  }
}
