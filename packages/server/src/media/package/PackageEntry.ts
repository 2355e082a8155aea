/** A file of a package that was not read yet. */
export type PackageEntry = {
  /** With slashes, as it stands in the package; not checked yet. */
  readonly path: string;
  /** Its bytes; undefined where there are more of them than may be. */
  readonly read: (mostBytes: number) => Promise<Uint8Array | undefined>;
};

/** How many files and folders are looked at before it is clear that this is no package. */
export const mostEntries = 10_000;
