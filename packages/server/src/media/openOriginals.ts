import { FolderIntake } from './FolderIntake.ts';
import { fileBody } from './fileBody.ts';
import { findBundle, findOriginal, findPart, originalPath } from './findOriginal.ts';
import { folderUpkeep, renewMark } from './folderUpkeep.ts';
import type { KeptFile, Originals } from './Originals.ts';

/** Originals in a folder, as `<first two>/<sha256>.<ext>`. */
export function openOriginals(folder: string): Originals {
  const localPath = async (name: string) =>
    (await findOriginal(folder, name)) ? originalPath(folder, name) : undefined;
  return {
    receive: () => new FolderIntake(folder),
    find: (name) => findOriginal(folder, name),
    async open(name) {
      const original = await findOriginal(folder, name);
      return original && fileAt(originalPath(folder, name), original.fileSize);
    },
    async openPart(bundle, path) {
      const found = await findPart(folder, bundle, path);
      return found === undefined ? undefined : fileAt(found, Bun.file(found).size);
    },
    localPath,
    bring: async (name) => (await localPath(name)) ?? (await findBundle(folder, name)),
    async findMissing(names) {
      const missing: string[] = [];
      for (const name of names) {
        await renewMark(folder, name);
        if (!((await findOriginal(folder, name)) ?? (await findBundle(folder, name)))) missing.push(name);
      }
      return missing;
    },
    upkeep: () => folderUpkeep(folder),
  };
}

function fileAt(path: string, fileSize: number): KeptFile {
  return { fileSize, read: (start, end) => fileBody(path, start, end) };
}
