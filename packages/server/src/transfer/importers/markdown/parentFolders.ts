import { readlink } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';

/** The folders that lead to a place: as it is named, and as each symbolic link on the way leads on. */
export async function parentFolders(path: string): Promise<readonly string[]> {
  const found = new Set<string>();
  const walk = async (whole: string): Promise<void> => {
    let at: string = sep;
    for (const name of resolve(whole).split(sep).filter(Boolean)) {
      at = join(at, name);
      if (found.has(at)) continue;
      found.add(at);
      const target = await readlink(at).catch(() => undefined);
      if (target !== undefined) await walk(resolve(dirname(at), target));
    }
  };
  await walk(path);
  // There macOS keeps /tmp and /var, of which everybody has something.
  found.delete('/private');
  return [...found];
}
