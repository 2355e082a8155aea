/** An original, or a bundle, as it lies where originals are kept. */
export type PlacedFile = { readonly name: string; readonly bytes: number; readonly changedAt: number };

/** That a store keeps its files in a place, and when it last said so. */
export type Claim = { readonly store: string; readonly at: number };

/**
 * What clears up where originals are kept. A file that no record names is marked when that is first seen, and may be
 * removed some time after that: whoever is about to name it marks it anew. All moments are told by the clock of the
 * place, in milliseconds, since several machines may use it.
 */
export interface Upkeep {
  /** Says that a store keeps its files here, and tells the time, and who else has said so. */
  claim(store: string): Promise<{ readonly now: number; readonly others: readonly Claim[] }>;
  /** Everything that is kept, in batches. */
  files(): AsyncIterable<readonly PlacedFile[]>;
  /** When each file was marked, also of files that are gone. */
  marks(): Promise<ReadonlyMap<string, number>>;
  /** The same for one file; undefined where it is not marked. */
  markedAt(name: string): Promise<number | undefined>;
  mark(name: string): Promise<void>;
  unmark(name: string): Promise<void>;
  /**
   * Removes an original or a bundle, for good. Of a large bundle only a part at a time: false where some of it is left,
   * though nobody finds it any more.
   */
  remove(name: string): Promise<boolean>;
}

/** Where marks and claims are, beside the files. */
export const upkeepNames = { marks: 'unnamed', claims: 'claims' } as const;

/** Whether a text may name a store. */
export function isStoreName(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}
