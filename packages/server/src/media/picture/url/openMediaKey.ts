import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The key that signs picture URLs, from the data folder. If there is none yet, `fresh` is stored there. */
export async function openMediaKey(dataFolder: string, fresh: string): Promise<string> {
  const path = join(dataFolder, 'media.key');
  const kept = await readKey(path);
  if (kept !== undefined) return kept;
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${crypto.randomUUID()}`;
  await writeFile(draft, `${fresh}\n`, { mode: 0o600 });
  // Of several processes that start at once, the first to link its key wins, and the others use it.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  const key = await readKey(path);
  if (key === undefined) throw new Error(`${path} is empty; remove it to have a new key created`);
  return key;
}

async function readKey(path: string): Promise<string | undefined> {
  const file = Bun.file(path);
  if (!(await file.exists())) return undefined;
  return (await file.text()).trim() || undefined;
}
