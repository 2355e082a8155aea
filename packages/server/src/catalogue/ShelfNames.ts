import { forRanges, type Steps } from '../concurrency/timeSlices.ts';
import type { ItemTable } from './items/ItemTable.ts';
import { isNextName, NameTable, nextName } from './items/NameTable.ts';
import type { Staged } from './ShelfChange.ts';
import type { SavedArrays, Saving } from './snapshot/SavedArrays.ts';

/** How many items are looked up by their names in one step. */
const renamedAtOnce = 256;

/** The IDs and aliases of what is shown on a shelf. A next version has the names of its item, and is found apart from it. */
export class ShelfNames {
  readonly ids = new NameTable();
  readonly #aliases = new NameTable();
  readonly #items: ItemTable;

  constructor(items: ItemTable) {
    this.#items = items;
  }

  /** The slot of the item with an ID; negative if there is none. */
  find(id: string): number {
    return this.ids.find(id);
  }

  /** The slot of the next version of the item with an ID; negative if there is none. */
  findNext(id: string): number {
    return !this.#items.versions.isEmpty ? this.ids.find(nextName(id)) : -1;
  }

  /** The slot of what has this ID, or else of what has this alias, and is seen. */
  findSeen(name: string, isSeen: (slot: number) => boolean): number | undefined {
    if (!this.#items.versions.isEmpty) return this.#findVersion(name, isSeen);
    const byId = this.ids.find(name);
    const byAlias = this.#aliases.find(name);
    if (isSeen(byId)) return byId;
    return isSeen(byAlias) ? byAlias : undefined;
  }

  #findVersion(name: string, isSeen: (slot: number) => boolean): number | undefined {
    if (isNextName(name)) return undefined;
    const slots = [this.ids, this.#aliases].flatMap((names) => [
      names.find(name),
      names.find(nextName(name)),
    ]);
    return slots.find(isSeen);
  }

  /** The slot of the item with an alias; negative if there is none. */
  findAlias(alias: string): number {
    return this.#aliases.find(alias);
  }

  /** Whether the item in a slot is found by its name. */
  isNamed(slot: number): boolean {
    return this.ids.find(this.#nameIn(slot, this.#items.idOf(slot))) === slot;
  }

  stage(): void {
    this.ids.stage();
    this.#aliases.stage();
  }

  showStaged(): void {
    this.ids.showStaged();
    this.#aliases.showStaged();
  }

  discardStaged(): void {
    this.ids.discardStaged();
    this.#aliases.discardStaged();
  }

  *rename({ removed, added }: Staged): Steps<void> {
    yield* this.#each(removed, (names, name, slot) => names.take(name, slot));
    yield* this.#each(added, (names, name, slot) => names.give(name, slot));
  }

  #each(
    slots: readonly number[],
    rename: (names: NameTable, name: string, slot: number) => void,
  ): Steps<void> {
    return forRanges(
      slots.length,
      (from, to) => {
        for (const slot of slots.slice(from, to)) this.#forNames(slot, rename);
      },
      renamedAtOnce,
    );
  }

  #forNames(slot: number, work: (names: NameTable, name: string, slot: number) => void): void {
    const alias = this.#items.textIn(slot, 'alias');
    work(this.ids, this.#nameIn(slot, this.#items.idOf(slot)), slot);
    if (alias !== undefined) work(this.#aliases, this.#nameIn(slot, alias), slot);
  }

  #nameIn(slot: number, name: string): string {
    return this.#items.versions.get(slot)?.isNext === true ? nextName(name) : name;
  }

  /** Forgets the names of a slot that is about to lose its item. */
  forget(slot: number): void {
    this.#forNames(slot, (names, name) => names.forget(name));
  }

  /** Saves the names of what is shown now. */
  save(): Saving {
    return joined(this.ids.save(), this.#aliases.save());
  }

  *load(saved: SavedArrays): Steps<void> {
    yield* this.ids.load(saved);
    yield* this.#aliases.load(saved);
  }
}

function* joined(...parts: readonly Saving[]): Saving {
  for (const part of parts) yield* part;
}
