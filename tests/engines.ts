import { openStore } from '../packages/server/src/store/openStore.ts';
import type { Store } from '../packages/server/src/store/Store.ts';
import { type Postgres, startPostgres } from './startPostgres.ts';

/** An engine of the store, for tests that must hold on each of them. */
export type Engine = {
  readonly name: string;
  /** The URL of a store that is empty, and of this test alone. */
  freshUrl(): Promise<string>;
  /** The settings that make a service use an empty store of its own. */
  freshSettings(): Promise<Readonly<Record<string, string>>>;
};

let server: Promise<Postgres> | undefined;

/** One server for each process of tests; it goes with the process. */
async function freshStore(): Promise<string> {
  server ??= startPostgres();
  return await (await server).freshStore();
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
