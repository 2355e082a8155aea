import type { Item } from './Item.ts';
import { SearchIndex } from './search/SearchIndex.ts';
import { textMatches } from './search/textMatches.ts';
import { finish, inSteps, type Steps } from './steps.ts';

/** So many texts are looked through before anybody notices. */
const fewTexts = 10_000;

/**
 * Finds the slots of a shelf by their texts. What comes is indexed afterwards, in `tidy`: until then new texts are
 * looked through one by one, which gives the same answer.
 */
export class ShelfTexts {
  readonly #items: readonly (Item | undefined)[];
  readonly #index = new SearchIndex();
  readonly #unindexed = new Set<number>();
  readonly #retired: { readonly slot: number; readonly text: string }[] = [];
  /** The slot whose text is being indexed. It may be a long one: until all of it is, it counts as not indexed. */
  #indexing: number | undefined;
  #tidying: Steps<void> | undefined;

  constructor(items: readonly (Item | undefined)[]) {
    this.#items = items;
  }

  /** Whether any search is over before anybody notices. */
  get findsQuickly(): boolean {
    return this.#index.size < 2 && this.#unindexed.size < fewTexts;
  }

  /** Takes in the text of a slot that has got an item. */
  put({ text }: Item, slot: number): void {
    if (text !== undefined) this.#unindexed.add(slot);
  }

  /** Follows a slot that has lost its item; whether it may be used again at once. */
  takeOff({ text }: Item, slot: number): boolean {
    const isHalfIndexed = this.#indexing === slot;
    if (isHalfIndexed) this.#indexing = undefined;
    if (text === undefined || (this.#unindexed.delete(slot) && !isHalfIndexed)) return true;
    this.#retired.push({ slot, text });
    return false;
  }

  /** Brings the index up to date until told to pause; true when nothing is left to do. Told is which slots are free. */
  tidy(isTimeUp: () => boolean, free: (slot: number) => void): boolean {
    while (!isTimeUp()) {
      this.#tidying ??= this.#tidyInSteps(free);
      if (!this.#tidying.next().done) continue;
      this.#tidying = undefined;
      return true;
    }
    return false;
  }

  *#tidyInSteps(free: (slot: number) => void): Steps<void> {
    for (;;) {
      const retired = this.#retired.pop();
      const [slot] = this.#unindexed;
      if (retired !== undefined) {
        yield* this.#index.removeInSteps(retired.slot, retired.text);
        free(retired.slot);
      } else if (slot !== undefined) yield* this.#indexInSteps(slot);
      else return;
      yield;
    }
  }

  *#indexInSteps(slot: number): Steps<void> {
    this.#indexing = slot;
    for (const _ of this.#index.addInSteps(slot, this.#textOf(slot))) {
      yield;
      // It has lost its item meanwhile, and will be removed from the index.
      if (this.#indexing !== slot) return;
    }
    this.#indexing = undefined;
    this.#unindexed.delete(slot);
  }

  /** The slots of all items that match, some perhaps twice; valid until the next search. */
  find(terms: readonly string[]): Uint32Array {
    return this.#unindexed.size === 0
      ? this.#index.find(terms, (slot) => this.#textOf(slot))
      : finish(this.findInSteps(terms));
  }

  /** The same in short steps; what comes or goes meanwhile may be among them or not. */
  *findInSteps(terms: readonly string[]): Steps<Uint32Array> {
    // What is indexed while the search goes on would be missed by both.
    const others = Uint32Array.from(this.#unindexed);
    // The index may still know items that have left the shelf: they have no place in any order.
    const found = yield* this.#index.findInSteps(terms, (slot) => this.#textOf(slot));
    const all = new Uint32Array(found.length + others.length);
    all.set(found);
    let count = found.length;
    yield* inSteps(others.length, (from, to) => {
      for (let at = from; at < to; at++) {
        const slot = others[at] ?? 0;
        if (textMatches(this.#textOf(slot), terms)) all[count++] = slot;
      }
    });
    return all.subarray(0, count);
  }

  #textOf(slot: number): string {
    return this.#items[slot]?.text ?? '';
  }
}
