/** An original or a bundle in storage. */
export type StorageEntry = { readonly name: string; readonly bytes: number; readonly changedAt: number };

/** A store's statement that it keeps files in this storage, and when it was last renewed. */
export type Claim = { readonly store: string; readonly at: number };

/**
 * What the garbage collector needs from the storage of originals. It marks a file when it first sees that no record refers
 * to it, and removes it after a grace period; whoever is about to refer to a marked file renews the mark. All times are
 * milliseconds of the storage's own clock, since several machines may share it.
 */
export interface GarbageCollection {
  /** Records that a store keeps its files here. Returns the current time and the claims of other stores. */
  claim(store: string): Promise<{ readonly now: number; readonly others: readonly Claim[] }>;
  /** Everything in storage, in batches. */
  files(): AsyncIterable<readonly StorageEntry[]>;
  /** When each file was marked, including files that are gone. */
  marks(): Promise<ReadonlyMap<string, number>>;
  /** When one file was marked; undefined if it is not. */
  markedAt(name: string): Promise<number | undefined>;
  mark(name: string): Promise<void>;
  unmark(name: string): Promise<void>;
  /**
   * Permanently removes an original or a bundle. A large bundle is removed in several calls: returns false while part of it
   * is left, though it can no longer be found.
   */
  remove(name: string): Promise<boolean>;
}

/** Where marks and claims are stored, beside the files. */
export const gcFolders = { marks: 'unnamed', claims: 'claims' } as const;

/** Whether a text has the form of a store's ID. */
export function isStoreName(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}
