import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { ignoreMissing } from '../../../files/fileErrors.ts';
import { isBundleId, type Original, parseOriginalName } from '../Originals.ts';

/** The path of an original in a folder of originals. */
export function originalPath(folder: string, name: string): string {
  return join(folder, name.slice(0, 2), name);
}

/** Describes an original in a folder; undefined if there is none of this name. */
export async function findOriginal(folder: string, name: string): Promise<Original | undefined> {
  const named = parseOriginalName(name);
  if (named === undefined) return undefined;
  const stats = await stat(originalPath(folder, name)).catch(ignoreMissing);
  return stats?.isFile() ? { ...named, fileSize: stats.size } : undefined;
}

/** The path of a bundle in a folder of originals. */
export function bundleFolder(folder: string, id: string): string {
  return join(folder, 'bundles', id);
}

/** The path of a bundle that exists; undefined if there is none of this ID. */
export async function findBundle(folder: string, id: string): Promise<string | undefined> {
  if (!isBundleId(id)) return undefined;
  const path = bundleFolder(folder, id);
  return (await stat(path).catch(ignoreMissing))?.isDirectory() ? path : undefined;
}

/** The path of a file in a bundle; undefined if there is none, or if it would be outside of the bundle. */
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

/** A requested path may also be too long, run through a file, or be a circle of links. */
function ignoreUnreachable(error: NodeJS.ErrnoException): undefined {
  if (!['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'].includes(error.code ?? '')) throw error;
}
