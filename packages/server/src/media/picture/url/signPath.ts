import { createHmac, timingSafeEqual } from 'node:crypto';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The signature of a picture path: HMAC-SHA1 in base64url, padded. */
export function signPath(key: string, path: string): string {
  // 20 bytes make 27 characters and one of padding, which `base64url` omits.
  return `${createHmac('sha1', key).update(path).digest('base64url')}=`;
}

/** Verifies a signature in constant time. */
export function isSigned(key: string, signature: string, path: string): boolean {
  // Comparing hashes, since `timingSafeEqual` requires equal lengths.
  return timingSafeEqual(Bun.SHA256.hash(signature), Bun.SHA256.hash(signPath(key, path)));
}

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
