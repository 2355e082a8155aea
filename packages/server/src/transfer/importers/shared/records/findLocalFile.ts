import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Files are never nested deeper than this, and each lookup costs time. */
const maxSegments = 20;

/**
 * Finds the local file of a URL below a folder: `https://example.com/uploads/2024/a.jpg` may be stored as
 * `example.com/uploads/2024/a.jpg`, `uploads/2024/a.jpg`, `2024/a.jpg` or `a.jpg`. The longest path wins.
 */
export async function findLocalFile(
  folder: string,
  url: string,
  sharedNames = 1,
): Promise<string | undefined> {
  const segments = pathSegments(url).slice(-maxSegments);
  for (let first = 0; first <= segments.length - sharedNames; first++) {
    const path = segments.slice(first).join('/');
    const found = await stat(join(folder, path)).catch(() => undefined);
    if (found?.isFile()) return path;
  }
  return undefined;
}

function pathSegments(url: string): readonly string[] {
  try {
    const { host, pathname } = new URL(url, 'https://localhost');
    const segments = [host, ...pathname.split('/').map(decodeURIComponent)];
    const isPlain = segments.every((each) => each !== '..' && !/[\\/\0]/.test(each));
    return isPlain ? segments.filter((each) => each !== '' && each !== '.') : [];
  } catch {
    return [];
  }
}
