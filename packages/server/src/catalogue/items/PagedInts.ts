import type { Steps } from '../../concurrency/timeSlices.ts';
import type { SavedArrays, Saving } from '../snapshot/SavedArrays.ts';

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

  /** All numbers that are not -1, as they are when it begins, whatever is set meanwhile. */
  *values(): Steps<Uint32Array> {
    const pages = this.copy().#pages;
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

  /** Saves the numbers as they are when it begins, whatever is set meanwhile. */
  *save(): Saving {
    const pages = this.copy().#pages;
    yield Float64Array.of(pages.length);
    yield* pages;
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
