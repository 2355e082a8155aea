import { StoreError } from './StoreError.ts';

/** Opens a resource on first use; after a failure the next use tries again. */
export function openLazily<T extends { close(): Promise<void> }>(open: () => Promise<T>) {
  let opened: Promise<T> | undefined;
  let isClosed = false;
  return {
    get(): Promise<T> {
      if (isClosed) return Promise.reject(new StoreError('the store is closed'));
      opened ??= open().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    /** Closes it if it was opened. */
    async close(): Promise<void> {
      isClosed = true;
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}
