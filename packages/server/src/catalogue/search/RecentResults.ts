import { textMatches } from './textMatches.ts';

const MOST_RESULTS = 64;
const MOST_SLOTS = 1 << 20;

interface Result {
  readonly terms: readonly string[];
  readonly slots: Uint32Array;
}

/** The latest search results, exact as long as `forgetMatches` hears of every text that comes or goes. */
export class RecentResults {
  private readonly results = new Map<string, Result>();
  private slots = 0;

  get(terms: readonly string[]): Uint32Array | undefined {
    const key = keyOf(terms);
    const result = this.results.get(key);
    if (result === undefined) return undefined;
    // A Map keeps its order: what was used last is now at its end.
    this.results.delete(key);
    this.results.set(key, result);
    return result.slots;
  }

  set(terms: readonly string[], slots: Uint32Array): void {
    this.results.set(keyOf(terms), { terms, slots });
    this.slots += slots.length;
    for (const [key, result] of this.results) {
      if (this.results.size <= MOST_RESULTS && this.slots <= MOST_SLOTS) return;
      this.forget(key, result);
    }
  }

  /** Forgets the results that a text is part of: a text that does not match cannot change a result. */
  forgetMatches(text: string): void {
    for (const [key, result] of this.results) {
      if (textMatches(text, result.terms)) this.forget(key, result);
    }
  }

  private forget(key: string, result: Result): void {
    this.results.delete(key);
    this.slots -= result.slots.length;
  }
}

function keyOf(terms: readonly string[]): string {
  return JSON.stringify(terms);
}
