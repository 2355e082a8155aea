import { openStore } from '../packages/server/src/store/openStore.ts';
import type { Store } from '../packages/server/src/store/Store.ts';
import { sharedPostgres } from './startPostgres.ts';

/** An engine of the store, for tests that must pass on each of them. */
export type Engine = {
  readonly name: string;
  /** The URL of an empty store for this test alone. */
  freshUrl(): Promise<string>;
  /** Settings for a service with an empty store of its own. */
  freshSettings(): Promise<Readonly<Record<string, string>>>;
};

async function freshStore(): Promise<string> {
  return await (await sharedPostgres()).freshStore();
}

/** All engines. */
export const engines: readonly Engine[] = [
  { name: 'SQLite', freshUrl: async () => 'sqlite::memory:', freshSettings: async () => ({}) },
  {
    name: 'PostgreSQL',
    freshUrl: freshStore,
    freshSettings: async () => ({ NEWSSTAND_DATABASE_URL: await freshStore() }),
  },
];

/** Opens an empty store. */
export async function openFresh(engine: Engine): Promise<Store> {
  return await openStore(await engine.freshUrl());
}
