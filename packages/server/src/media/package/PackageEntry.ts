/** A file of a package that has not been read yet. */
export type PackageEntry = {
  /** With slashes, as in the package; not checked yet. */
  readonly path: string;
  /** Its bytes; undefined if there are more than `mostBytes`. */
  readonly read: (mostBytes: number) => Promise<Uint8Array | undefined>;
};

/** The most files and folders to list before a package is rejected. */
export const mostEntries = 10_000;
