import { exists } from 'node:fs/promises';
import { join } from 'node:path';
import type { TakenBundle } from './Originals.ts';

/** A bundle that was taken and lies in a folder. */
export function bundleAt(folder: string): TakenBundle {
  return {
    localPart: async (path) => ((await exists(join(folder, path))) ? join(folder, path) : undefined),
  };
}
