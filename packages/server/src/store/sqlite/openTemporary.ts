import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../Store.ts';
import { openSqlite, type SqliteOptions } from './openSqlite.ts';

/**
 * A store that is gone when it is closed. It lies in a temporary folder:
 * SQLite in memory can't show readers one moment while another connection writes.
 */
export async function openTemporary(options: SqliteOptions = {}): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-'));
  const store = await openSqlite(join(folder, 'store.db'), options);
  const close = store.close.bind(store);
  store.close = async () => {
    await close();
    await rm(folder, { recursive: true, force: true });
  };
  return store;
}
