import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The key that picture URLs are signed with, from the data folder; `fresh` is put there where there is none. */
export async function openMediaKey(dataFolder: string, fresh: string): Promise<string> {
  const path = join(dataFolder, 'media.key');
  const kept = await readKey(path);
  if (kept !== undefined) return kept;
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${crypto.randomUUID()}`;
  await writeFile(draft, `${fresh}\n`, { mode: 0o600 });
  // Of several processes that begin at once one gives its key the name, whole, and the others take that.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  const key = await readKey(path);
  if (key === undefined) throw new Error(`${path} is empty; remove it, and another key is made`);
  return key;
}

async function readKey(path: string): Promise<string | undefined> {
  const file = Bun.file(path);
  if (!(await file.exists())) return undefined;
  return (await file.text()).trim() || undefined;
}
