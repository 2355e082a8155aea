import { LruCache } from '../../concurrency/LruCache.ts';
import { createRequestPause, type Pause, runInSlices, type Steps } from '../../concurrency/timeSlices.ts';
import type { IntSet } from '../bitset/IntSet.ts';
import type { LiveTimes } from '../items/LiveTimes.ts';
import type { Interval } from '../items/visibility.ts';
import type { ShelfTexts } from './ShelfTexts.ts';

/** What a search found, after how many changes of the shelf, and the interval in which nothing opens or closes. */
type Found = Interval & { readonly slots: IntSet; readonly changes: number };

/** What is searched. */
type Searched = {
  readonly items: { readonly length: number };
  readonly times: LiveTimes;
  readonly texts: ShelfTexts;
};

/** The limit of the cache, in bytes: so much for each item of the shelf, and a little in any case. */
const bytesPerItem = 128;
const leastBytes = 1_000_000;

/**
 * A cache of what searches of a shelf found, in slots. Found slots may include some that are not shown any more, but
 * all that are. It saves 15 % of the time of searches for different pages, at 100,000 items.
 */
export class Searches {
  readonly #shelf: Searched;
  readonly #found: LruCache<Found> = new LruCache(
    () => leastBytes + this.#shelf.items.length * bytesPerItem,
    ({ slots }) => slots.bytes,
  );
  readonly #searching = new Map<string, Promise<void>>();
  #changes = 0;

  constructor(shelf: Searched) {
    this.#shelf = shelf;
  }

  /** What is found among the items that are live at a given time, or in everything. Only to be read, before the shelf changes. */
  find(
    terms: readonly string[],
    at: number | undefined,
  ): { readonly slots: IntSet; readonly cached: boolean } {
    const key = keyOf(terms, at);
    const cached = this.#cached(key, at);
    if (cached !== undefined) return { slots: cached, cached: true };
    const slots = this.#shelf.texts.find(terms, at);
    this.#keep(key, slots, at, this.#changes);
    return { slots, cached: false };
  }

  /** Searches in time slices, once for all who wait; undefined if the result is there, which most take one slice for. */
  prepare(terms: readonly string[], at: number | undefined): Promise<void> | undefined {
    const key = keyOf(terms, at);
    if (this.#cached(key, at) !== undefined) return undefined;
    const others = this.#searching.get(key);
    if (others !== undefined) return others;
    const changes = this.#changes;
    const found = runOneSlice(this.#shelf.texts.findInSteps(terms, at), createRequestPause());
    if (!(found instanceof Promise)) {
      this.#keep(key, found, at, changes);
      return undefined;
    }
    const searching = found
      .then((slots) => this.#keep(key, slots, at, changes))
      .finally(() => this.#searching.delete(key));
    this.#searching.set(key, searching);
    return searching;
  }

  /** The shelf has changed: everything must be searched again. */
  forget(): void {
    this.#changes++;
  }

  #cached(key: string, at: number | undefined): IntSet | undefined {
    const found = this.#found.get(key);
    if (found?.changes !== this.#changes) return undefined;
    // What has opened since was hidden when it was searched.
    return at === undefined || (found.from <= at && at < found.until) ? found.slots : undefined;
  }

  #keep(key: string, slots: IntSet, at: number | undefined, changes: number): void {
    this.#found.set(key, { slots, changes, ...this.#shelf.times.intervalAt(at ?? -Infinity) });
  }
}

/** Runs steps in time slices; what they give, at once if the first slice is enough. */
function runOneSlice<T>(steps: Steps<T>, pause: Pause): T | Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const wait = pause();
    if (wait !== undefined) return wait.then(() => runInSlices(steps, pause));
  }
}

/** What readers find is kept apart from what there is to find. */
function keyOf(terms: readonly string[], at: number | undefined): string {
  return `${at === undefined ? 'all' : 'live'} ${terms.join(' ')}`;
}
