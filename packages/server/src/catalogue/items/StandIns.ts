/**
 * Numbers that stand for the IDs that items of other shelves mention: a number finds its item without a look at texts.
 * A number is never given to another ID, so an item that mentions something that is gone never shows anything else.
 */
export class StandIns {
  readonly #slotById: ReadonlyMap<string, number>;
  readonly #numbers = new Map<string, number>();
  #slots = new Int32Array(16);

  constructor(slotById: ReadonlyMap<string, number>) {
    this.#slotById = slotById;
  }

  /** The number of an ID, whether or not there is anything of that ID. */
  numberOf(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    if (number === this.#slots.length) this.#grow();
    this.#numbers.set(id, number);
    this.#slots[number] = this.#slotById.get(id) ?? -1;
    return number;
  }

  /** Where the item is now that a number stands for; -1 where it is nowhere. */
  slotOf(number: number): number {
    return this.#slots[number] ?? -1;
  }

  /** Notes that the item of an ID has another slot; -1 where it has none any more. */
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
