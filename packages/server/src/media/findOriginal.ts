import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { formats } from './formats.ts';
import type { Original } from './Originals.ts';

/** Where the original of a name lies in a folder of originals. */
export function originalPath(folder: string, name: string): string {
  return join(folder, name.slice(0, 2), name);
}

/** What is known of an original in a folder; undefined where there is none of this name. */
export async function findOriginal(folder: string, name: string): Promise<Original | undefined> {
  const [, sha256, ext] = name.match(/^([0-9a-f]{64})\.([a-z0-9]+)$/) ?? [];
  const format = formats.find((each) => each.ext === ext);
  if (sha256 === undefined || format === undefined) return undefined;
  const stats = await stat(originalPath(folder, name)).catch(ignoreMissing);
  return stats?.isFile() ? { sha256, ...format, fileSize: stats.size } : undefined;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
