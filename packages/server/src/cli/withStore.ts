import { openStore, type StoreOptions } from '../store/openStore.ts';
import type { Store } from '../store/Store.ts';

/** Opens the store for a piece of work and closes it afterwards, however the work ends. */
export async function withStore<T>(
  databaseUrl: string,
  work: (store: Store) => Promise<T>,
  options: StoreOptions = {},
): Promise<T> {
  const store = await openStore(databaseUrl, options);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
