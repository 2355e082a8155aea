import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { broken } from '@newsstand/contract';
import { explainFullDisk } from '../../../files/fileErrors.ts';
import { fileBody, writeAll } from '../../../files/fileStreams.ts';
import { FileError } from '../../FileError.ts';
import {
  type AddedBundle,
  type Ingest,
  type Original,
  type Originals,
  originalName,
  type StoredFile,
} from '../Originals.ts';
import { bundleIn, readOriginal, removeStale } from '../readOriginal.ts';
import { bundleFolder, findBundle, findOriginal, findPart, originalPath } from './findOriginal.ts';
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

/** Adds files to a folder of originals. They are staged in `incoming/<random>/` until `commit`. */
class FolderIngest implements Ingest {
  readonly #folder: string;
  readonly #staging: string;
  readonly #added = new Set<string>();
  readonly #bundles = new Set<string>();
  #isOpen = false;

  constructor(folder: string) {
    this.#folder = folder;
    this.#staging = join(folder, 'incoming', crypto.randomUUID());
  }

  /** Reads a new file twice, so that a file that is already stored, as in most imports, is not written again. */
  async add(sourcePath: string): Promise<Original> {
    const original = await readOriginal(sourcePath);
    const name = originalName(original);
    if (this.#added.has(name)) return original;
    await renewMark(this.#folder, name);
    if (!(await findOriginal(this.#folder, name))) {
      await this.#copy(sourcePath, original).catch((error) => this.#fail(error, original.fileSize));
    }
    this.#added.add(name);
    return original;
  }

  async addBundle(id: string, make: (target: string) => Promise<void>): Promise<AddedBundle> {
    await renewMark(this.#folder, id);
    const stored = await findBundle(this.#folder, id);
    const target = join(this.#staging, id);
    if (stored === undefined && !this.#bundles.has(id)) {
      await this.#make(target, make).catch((error) => this.#fail(error));
    }
    this.#bundles.add(id);
    return bundleIn(stored ?? target);
  }

  async commit(): Promise<void> {
    const moved: string[] = [];
    const move = async (name: string, target: string) => {
      await makeFolder(dirname(target));
      await rename(join(this.#staging, name), target).catch(explainMissing);
      moved.push(target);
    };
    try {
      for (const name of this.#added) {
        if (!(await findOriginal(this.#folder, name))) await move(name, originalPath(this.#folder, name));
      }
      for (const id of this.#bundles) {
        if (!(await findBundle(this.#folder, id))) await move(id, bundleFolder(this.#folder, id));
      }
      await syncAll(moved.length === 0 ? [] : [this.#folder, ...moved.map(dirname)]);
    } catch (error) {
      for (const target of moved) await rm(target, { recursive: true, force: true });
      this.#fail(error);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isOpen) await rm(this.#staging, { recursive: true, force: true });
  }

  async #copy(sourcePath: string, original: Original): Promise<void> {
    await this.#open();
    await using file = await open(join(this.#staging, originalName(original)), 'w', 0o600);
    const { sha256 } = await readOriginal(sourcePath, (chunk) => writeAll(file, chunk));
    if (sha256 !== original.sha256) throw new FileError(broken('changed_file'));
    await file.sync();
  }

  async #make(target: string, make: (target: string) => Promise<void>): Promise<void> {
    await this.#open();
    await make(target);
    await syncAll(await pathsIn(target));
  }

  #fail(error: unknown, neededBytes?: number): never {
    throw explainFullDisk(error, this.#folder, neededBytes);
  }

  async #open(): Promise<void> {
    if (this.#isOpen) return;
    await removeStale(dirname(this.#staging));
    await makeFolder(this.#staging);
    this.#isOpen = true;
  }
}

function explainMissing(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOENT') throw error;
  throw new Error('an original is gone; nothing was stored, try again', { cause: error });
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

async function pathsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.map(({ parentPath, name }) => join(parentPath, name));
}

/** Makes file contents and folder entries durable, even if the machine loses power. */
async function syncAll(paths: readonly string[]): Promise<void> {
  for (const path of new Set(paths)) {
    await using entry = await open(path);
    await entry.sync();
  }
}
