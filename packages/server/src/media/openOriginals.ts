import { FolderIntake } from './FolderIntake.ts';
import { findBundle, findOriginal, findPart, originalPath } from './findOriginal.ts';
import type { Originals } from './Originals.ts';

/** Originals in a folder, as `<first two>/<sha256>.<ext>`. */
export function openOriginals(folder: string): Originals {
  return {
    receive: () => new FolderIntake(folder),
    find: (name) => findOriginal(folder, name),
    path: async (name) => ((await findOriginal(folder, name)) ? originalPath(folder, name) : undefined),
    partPath: (bundle, path) => findPart(folder, bundle, path),
    bundlePath: (bundle) => findBundle(folder, bundle),
    open: async (name) =>
      (await findOriginal(folder, name)) ? Bun.file(originalPath(folder, name)) : undefined,
  };
}
