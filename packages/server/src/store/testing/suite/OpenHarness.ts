import type { Store } from '../../Store.ts';

/** A store of its own for one test. `another` opens the same data again, as another process would. */
export type StoreHarness = {
  readonly store: Store;
  readonly another: () => Promise<Store>;
  /** Changes the rows behind the store's back. */
  readonly runSql: (...statements: readonly string[]) => Promise<void>;
  /** All rows of all tables. */
  readonly dump: () => Promise<string>;
  readonly dispose: () => Promise<void>;
};

/** Opens an empty store; it keeps so many numbers in its change log, and so many past versions of a record. */
export type OpenHarness = (options?: {
  keptChanges?: number;
  keptVersions?: number;
}) => Promise<StoreHarness>;
