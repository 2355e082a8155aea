import { openStore, type StoreOptions } from './openStore.ts';
import type { Store } from './Store.ts';

/**
 * Opens the store for a piece of work and closes it afterwards, however the work ends. Only a command that says so creates
 * one: a slip in the path must not look like an empty store.
 */
export async function withStore<T>(
  databaseUrl: string,
  work: (store: Store) => Promise<T>,
  { creates = false, ...options }: StoreOptions = {},
): Promise<T> {
  const store = await openStore(databaseUrl, { ...options, creates });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
