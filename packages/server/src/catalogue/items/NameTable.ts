import { forRanges, runAtOnce, type Steps } from '../../concurrency/timeSlices.ts';
import type { SavedArrays, Saving } from '../snapshot/SavedArrays.ts';
import { StringTable } from './StringTable.ts';

const none = -1;

/** By this name a next version is found, since its item has the ID or alias itself. No ID or alias contains this character. */
export function nextName(name: string): string {
  return `${name}\u0001`;
}

/** Whether somebody asks for a name that no item can have. */
export function isNextName(name: string): boolean {
  return name.endsWith('\u0001');
}

/**
 * Names of items, IDs or aliases, and the slots of the items that have them. Each name has a number, which is never given to
 * another name while anything refers to it: by its number an item is found without hashing a string, and a reference to
 * something that is gone never shows anything else. A large change is staged beside what is shown.
 */
export class NameTable {
  readonly #names = new StringTable();
  /** By number: the slot of the item; -1 if there is none now. */
  #slots = new PagedInts();
  #staged: PagedInts | undefined;
  /** The numbers of names that were forgotten: a stack. A plain array would take milliseconds to grow. */
  readonly #free = new PagedInts();
  #freeCount = 0;
  readonly #pinned = new Set<number>();

  /** The number of a name, whether or not an item has it. */
  #intern(name: string): number {
    const known = this.#names.find(name);
    if (known !== none) return known;
    const number = this.#freeCount > 0 ? this.#free.get(--this.#freeCount) : this.#names.end;
    this.#names.add(name, 0, name.length, number);
    return number;
  }

  /** The same for a name that others refer to: it is never forgotten. */
  pin(name: string): number {
    const number = this.#intern(name);
    this.#pinned.add(number);
    return number;
  }

  /** The number of a name; -1 if it has none. */
  numberOf(name: string): number {
    return this.#names.find(name);
  }

  /** The name that has a number; empty if none has. */
  nameOf(number: number): string {
    return this.#names.textOf(number);
  }

  /** The slot of the item that has the name with a number; -1 if none has. */
  slotOf(number: number): number {
    return this.#slots.get(number);
  }

  /** The slot of the item that has a name; -1 if none has. */
  find(name: string): number {
    return this.#slots.get(this.#names.find(name));
  }

  /** From now on changes are made beside what is shown, until `showStaged` or `discardStaged`. */
  stage(): void {
    this.#staged = this.#slots.copy();
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
    (this.#staged ?? this.#slots).set(this.#intern(name), slot);
  }

  /** Takes a name from the item in a slot, unless another one has it now. */
  take(name: string, slot: number): void {
    const slots = this.#staged ?? this.#slots;
    const number = this.#names.find(name);
    if (number !== none && slots.get(number) === slot) slots.set(number, none);
  }

  /** Forgets a name that no item has, unless others refer to it. Nothing may be staged or saved meanwhile. */
  forget(name: string): void {
    const number = this.#names.find(name);
    if (number !== none) this.#freeUnused(number);
  }

  /** Makes a number free for another name, if no item has its name and nothing refers to it. */
  #freeUnused(number: number): void {
    if (this.#pinned.has(number) || this.slotOf(number) !== none) return;
    this.#names.delete(number);
    this.#free.set(this.#freeCount++, number);
  }

  /** The slots of all items, in no order. */
  slots(): Uint32Array {
    return runAtOnce(this.slotsInSteps());
  }

  /** The same in steps: those that are shown now. */
  slotsInSteps(): Steps<Uint32Array> {
    return this.#slots.values();
  }

  /** Saves the names with the slots that are shown now, whatever changes meanwhile. */
  save(): Saving {
    return this.#save(Uint32Array.from(this.#pinned), this.#slots.save());
  }

  *#save(pinned: Uint32Array<ArrayBuffer>, slots: Saving): Saving {
    yield pinned;
    yield* slots;
    yield* this.#names.save();
  }

  /** Reads what was saved into a table that is empty. */
  *load(saved: SavedArrays): Steps<void> {
    for (const number of saved.next(Uint32Array)) this.#pinned.add(number);
    yield* this.#slots.load(saved);
    yield* this.#names.load(saved);
    yield* forRanges(this.#names.end, (from, to) => {
      // Names that came while the table was being saved are not needed, as no item has them.
      for (let number = from; number < to; number++) this.#freeUnused(number);
    });
  }
}

const pageBits = 14;
const pageLength = 1 << pageBits;

/**
 * An array of 32-bit numbers that is -1 wherever nothing was set. It grows page by page, so that no step takes longer because
 * it is long, and a copy shares its pages until they are written to.
 */
export class PagedInts {
  readonly #pages: Int32Array<ArrayBuffer>[] = [];
  /** By page: whether a copy may have it too. */
  readonly #shared: boolean[] = [];

  get(index: number): number {
    return this.#pages[index >> pageBits]?.[index & (pageLength - 1)] ?? -1;
  }

  set(index: number, value: number): void {
    const number = index >> pageBits;
    while (this.#pages.length <= number) this.#pages.push(new Int32Array(0));
    let page = this.#pages[number] ?? new Int32Array(0);
    const own = index & (pageLength - 1);
    if (own >= page.length || this.#shared[number]) {
      // The first page may be the only one, of few numbers.
      const length = number > 0 ? pageLength : Math.max(16, page.length, 2 ** Math.ceil(Math.log2(own + 1)));
      const copy = new Int32Array(length);
      copy.set(page);
      copy.fill(-1, page.length);
      page = copy;
      this.#pages[number] = page;
      this.#shared[number] = false;
    }
    page[own] = value;
  }

  /** The same numbers; from then on either can be changed without the other. */
  copy(): PagedInts {
    const copy = new PagedInts();
    for (const [number, page] of this.#pages.entries()) {
      copy.#pages.push(page);
      copy.#shared.push(true);
      this.#shared[number] = true;
    }
    return copy;
  }

  /** All numbers that are not -1 now, whatever is set meanwhile. */
  values(): Steps<Uint32Array> {
    return valuesOf(this.copy().#pages);
  }

  /** Saves the numbers as they are now, whatever is set meanwhile. */
  save(): Saving {
    return savePages(this.copy().#pages);
  }

  /** Reads what was saved into an array that is empty. */
  *load(saved: SavedArrays): Steps<void> {
    const [length = 0] = saved.next(Float64Array);
    for (let number = 0; number < length; number++) {
      this.#pages.push(saved.next(Int32Array).slice());
      yield;
    }
  }
}

function* valuesOf(pages: readonly Int32Array[]): Steps<Uint32Array> {
  const values = new Uint32Array(pages.reduce((sum, { length }) => sum + length, 0));
  let count = 0;
  for (const page of pages) {
    for (let own = 0; own < page.length; own++) {
      const value = page[own] ?? -1;
      if (value !== -1) values[count++] = value;
    }
    yield;
  }
  return values.slice(0, count);
}

function* savePages(pages: readonly Int32Array<ArrayBuffer>[]): Saving {
  yield Float64Array.of(pages.length);
  yield* pages;
}
