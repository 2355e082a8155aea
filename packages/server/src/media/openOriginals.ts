import { FolderIntake } from './FolderIntake.ts';
import { findOriginal, originalPath } from './findOriginal.ts';
import type { Originals } from './Originals.ts';

/** Originals in a folder, as `<first two>/<sha256>.<ext>`. */
export function openOriginals(folder: string): Originals {
  return {
    receive: () => new FolderIntake(folder),
    find: (name) => findOriginal(folder, name),
    open: async (name) =>
      (await findOriginal(folder, name)) ? Bun.file(originalPath(folder, name)) : undefined,
  };
}
