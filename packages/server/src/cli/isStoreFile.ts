import { stat } from 'node:fs/promises';

/** Whether a path is a file of a store, be it under another name. Nobody but SQLite may open or replace one of these. */
export async function isStoreFile(databaseUrl: string, path: string): Promise<boolean> {
  const id = await fileId(path);
  if (id === undefined || !databaseUrl.startsWith('sqlite:')) return false;
  const database = databaseUrl.slice('sqlite:'.length);
  const own = await Promise.all(['', '-wal', '-shm'].map((ending) => fileId(database + ending)));
  return own.includes(id);
}

async function fileId(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found && `${found.dev}:${found.ino}`;
}
