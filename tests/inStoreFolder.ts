import { join } from 'node:path';
import { openStore } from '../packages/server/src/store/openStore.ts';
import { inTemporaryFolder } from './newsstandProcess.ts';

/** Creates an empty store in a folder, as the first start does. */
export async function createStore(data: string): Promise<void> {
  const store = await openStore(`sqlite:${join(data, 'newsstand.db')}`);
  await store.close();
}

/** Creates a folder with an empty store for some work, and removes it afterwards. */
export function inStoreFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  return inTemporaryFolder(async (folder) => {
    await createStore(folder);
    return await work(folder);
  });
}
