import type { Store } from '../Store.ts';

/** A store of its own for one test. `another` opens the same data again, as another process would. */
export type StoreHarness = {
  readonly store: Store;
  readonly another: () => Promise<Store>;
  readonly dispose: () => Promise<void>;
};

/** Opens an empty store; `keptChanges` is how many numbers its change log keeps. */
export type OpenHarness = (options?: { keptChanges?: number }) => Promise<StoreHarness>;
