import { fileBody } from '../../../files/fileStreams.ts';
import type { Originals, StoredFile } from '../Originals.ts';
import { FolderIngest } from './FolderIngest.ts';
import { findBundle, findOriginal, findPart, originalPath } from './findOriginal.ts';
import { folderGarbageCollection, renewMark } from './folderGarbageCollection.ts';

/** Originals in a folder: `<first two digits>/<sha256>.<ext>`, and `bundles/<id>/`. */
export function openFolderOriginals(folder: string): Originals {
  const localPath = async (name: string) =>
    (await findOriginal(folder, name)) ? originalPath(folder, name) : undefined;
  return {
    beginIngest: () => new FolderIngest(folder),
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
    download: async (name) => (await localPath(name)) ?? (await findBundle(folder, name)),
    async findMissing(names) {
      const missing: string[] = [];
      for (const name of names) {
        await renewMark(folder, name);
        if (!((await findOriginal(folder, name)) ?? (await findBundle(folder, name)))) missing.push(name);
      }
      return missing;
    },
    gc: () => folderGarbageCollection(folder),
  };
}

function fileAt(path: string, fileSize: number): StoredFile {
  return { fileSize, read: (start, end) => fileBody(path, start, end) };
}
