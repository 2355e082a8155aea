import { resolve, sep } from 'node:path';

/** The deepest folder that holds both. */
export function commonFolder(some: string, other: string): string {
  const [left, right] = [resolve(some).split(sep), resolve(other).split(sep)];
  const different = left.findIndex((name, index) => name !== right[index]);
  const shared = different === -1 ? left : left.slice(0, different);
  return shared.join(sep) || sep;
}
