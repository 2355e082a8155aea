/** Names are spread over this many maps: a map that grows is rehashed in one go, which takes long if it is large. */
const shards = 256;

const none = -1;

/**
 * Names of items, IDs or aliases, and the slots of the items that have them. Each name has a number, which is never given to
 * another name while anything refers to it: by its number an item is found without hashing a string, and a reference to
 * something that is gone never shows anything else. A large change is staged beside what is shown.
 */
export class NameTable {
  readonly #numbers = Array.from({ length: shards }, () => new Map<string, number>());
  /** By number: the slot of the item; -1 if there is none now. */
  #slots = new Int32Array(16);
  #staged: Int32Array<ArrayBuffer> | undefined;
  /** The numbers of names that were forgotten. */
  readonly #free: number[] = [];
  readonly #pinned = new Set<number>();
  #count = 0;

  /** The number of a name, whether or not an item has it. */
  #intern(name: string): number {
    const shard = this.#shardOf(name);
    const known = shard.get(name);
    if (known !== undefined) return known;
    const number = this.#free.pop() ?? this.#count++;
    if (number === this.#slots.length) {
      this.#slots = longer(this.#slots);
      this.#staged &&= longer(this.#staged);
    }
    shard.set(name, number);
    this.#slots[number] = none;
    if (this.#staged !== undefined) this.#staged[number] = none;
    return number;
  }

  /** The same for a name that others refer to: it is never forgotten. */
  pin(name: string): number {
    const number = this.#intern(name);
    this.#pinned.add(number);
    return number;
  }

  numberOf(name: string): number {
    return this.#shardOf(name).get(name) ?? none;
  }

  nameOf(number: number): string {
    for (const shard of this.#numbers) for (const [name, n] of shard) if (n === number) return name;
    return '';
  }

  /** The slot of the item that has the name with a number; -1 if none has. */
  slotOf(number: number): number {
    return this.#slots[number] ?? none;
  }

  /** The slot of the item that has a name; -1 if none has. */
  find(name: string): number {
    return this.#slots[this.#shardOf(name).get(name) ?? none] ?? none;
  }

  /** From now on changes are made beside what is shown, until `showStaged` or `discardStaged`. */
  stage(): void {
    this.#staged = this.#slots.slice();
  }

  showStaged(): void {
    if (this.#staged !== undefined) this.#slots = this.#staged;
    this.#staged = undefined;
  }

  discardStaged(): void {
    this.#staged = undefined;
  }

  /** Gives a name to the item in a slot. */
  give(name: string, slot: number): void {
    const number = this.#intern(name);
    (this.#staged ?? this.#slots)[number] = slot;
  }

  /** Takes a name from the item in a slot, unless another one has it now. */
  take(name: string, slot: number): void {
    const slots = this.#staged ?? this.#slots;
    const number = this.#shardOf(name).get(name) ?? none;
    if (slots[number] === slot) slots[number] = none;
  }

  /** Forgets a name that no item has, unless others refer to it. Nothing may be staged. */
  forget(name: string): void {
    const shard = this.#shardOf(name);
    const number = shard.get(name);
    if (number === undefined || this.#pinned.has(number) || this.slotOf(number) !== none) return;
    shard.delete(name);
    this.#free.push(number);
  }

  /** The slots of all items, in no order. */
  slots(): Uint32Array {
    const slots = new Uint32Array(this.#count);
    let count = 0;
    for (let number = 0; number < this.#count; number++) {
      const slot = this.#slots[number] ?? none;
      if (slot !== none) slots[count++] = slot;
    }
    return slots.slice(0, count);
  }

  #shardOf(name: string): Map<string, number> {
    const { length } = name;
    // The last characters differ most, in counted names as in random ones.
    const hash = (name.charCodeAt(length - 1) * 31 + name.charCodeAt(length - 2)) * 31 + length;
    return this.#numbers[hash & (shards - 1)] ?? this.#numbers[0] ?? new Map();
  }
}

function longer(slots: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(slots.length * 2);
  larger.set(slots);
  return larger;
}
