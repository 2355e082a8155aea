import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../Store.ts';
import { openSqlite } from '../sqlite/openSqlite.ts';

let made: Promise<Uint8Array> | undefined;

/** The bytes of an empty store, to make copies of: migrating one takes longer than most tests. */
export function emptyStore(): Promise<Uint8Array> {
  made ??= filledStore(async () => {});
  return made;
}

/** The bytes of a store with some content, to make copies of. */
export async function filledStore(fill: (store: Store) => Promise<void>): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-test-'));
  const path = join(folder, 'store.db');
  const store = await openSqlite(path);
  await fill(store);
  await store.close();
  const bytes = await readFile(path);
  await rm(folder, { recursive: true });
  return bytes;
}

/** Puts a copy of a store into a folder, and returns its path. */
export async function putCopy(folder: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, 'store.db');
  await writeFile(path, bytes);
  return path;
}

/** Opens a copy of a store in a folder. */
export async function openCopy(folder: string, bytes: Uint8Array): Promise<Store> {
  return openSqlite(await putCopy(folder, bytes));
}
