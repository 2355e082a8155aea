import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { findFormat } from './formats.ts';
import { ignoreMissing } from './ignoreMissing.ts';
import type { Original } from './Originals.ts';

/** Where the original of a name lies in a folder of originals. */
export function originalPath(folder: string, name: string): string {
  return join(folder, name.slice(0, 2), name);
}

/** What the name of an original says by itself; undefined where it is not the name of one. */
export function readOriginalName(name: string): Omit<Original, 'fileSize'> | undefined {
  const [, sha256] = name.match(/^([0-9a-f]{64})\.[a-z0-9]+$/) ?? [];
  const format = findFormat(name);
  return sha256 === undefined || format === undefined ? undefined : { sha256, ...format };
}

/** What is known of an original in a folder; undefined where there is none of this name. */
export async function findOriginal(folder: string, name: string): Promise<Original | undefined> {
  const named = readOriginalName(name);
  if (named === undefined) return undefined;
  const stats = await stat(originalPath(folder, name)).catch(ignoreMissing);
  return stats?.isFile() ? { ...named, fileSize: stats.size } : undefined;
}

/** Whether a text is the ID of a bundle, be there one or not. */
export function isBundleId(id: string): boolean {
  return /^[0-9a-f]{64}$/.test(id);
}

/** Where the bundle of an ID lies in a folder of originals. */
export function bundleFolder(folder: string, id: string): string {
  return join(folder, 'bundles', id);
}

/** Where a bundle lies; undefined where there is none of this ID. */
export async function findBundle(folder: string, id: string): Promise<string | undefined> {
  if (!isBundleId(id)) return undefined;
  const path = bundleFolder(folder, id);
  return (await stat(path).catch(ignoreMissing))?.isDirectory() ? path : undefined;
}

/** Where a file of a bundle lies; undefined where there is none, or where it would lie outside. */
export async function findPart(folder: string, id: string, path: string): Promise<string | undefined> {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || /[\0\\]/.test(part)))
    return undefined;
  const bundle = await findBundle(folder, id);
  const found = bundle && (await realpath(join(bundle, ...parts)).catch(ignoreUnreachable));
  if (bundle === undefined || found === undefined) return undefined;
  if (!found.startsWith((await realpath(bundle)) + sep)) return undefined;
  return (await stat(found).catch(ignoreMissing))?.isFile() ? found : undefined;
}

/** A name may be too long for a file, or go on after one. */
function ignoreUnreachable(error: NodeJS.ErrnoException): undefined {
  if (!['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'].includes(error.code ?? '')) throw error;
}
