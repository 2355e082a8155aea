import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundleAt } from './bundleAt.ts';
import { bundleFolder, findBundle, findOriginal, originalPath } from './findOriginal.ts';
import { renewMark } from './folderUpkeep.ts';
import { type Intake, type Original, OriginalError, originalName, type TakenBundle } from './Originals.ts';
import { readOriginal } from './readOriginal.ts';
import { removeLeftOvers } from './removeLeftOvers.ts';
import { writeAll } from './writeAll.ts';

/** Files that come into a folder of originals: copies wait in `incoming/<random>/` until they are kept. */
export class FolderIntake implements Intake {
  readonly #folder: string;
  readonly #waiting: string;
  readonly #taken = new Set<string>();
  readonly #bundles = new Set<string>();
  #isOpen = false;

  constructor(folder: string) {
    this.#folder = folder;
    this.#waiting = join(folder, 'incoming', crypto.randomUUID());
  }

  /** Reads the file twice where it is new: what is there already, as in most imports, is not written again. */
  async take(sourcePath: string): Promise<Original> {
    const original = await readOriginal(sourcePath);
    const name = originalName(original);
    if (this.#taken.has(name)) return original;
    await renewMark(this.#folder, name);
    if (!(await findOriginal(this.#folder, name))) await this.#copy(sourcePath, original);
    this.#taken.add(name);
    return original;
  }

  async takeBundle(id: string, make: (target: string) => Promise<void>): Promise<TakenBundle> {
    await renewMark(this.#folder, id);
    const kept = await findBundle(this.#folder, id);
    const target = join(this.#waiting, id);
    if (kept === undefined && !this.#bundles.has(id)) {
      await this.#open();
      await make(target);
      await syncAll(await pathsIn(target));
    }
    this.#bundles.add(id);
    return bundleAt(kept ?? target);
  }

  async keep(): Promise<void> {
    const moved: string[] = [];
    const move = async (name: string, target: string) => {
      await makeFolder(dirname(target));
      await rename(join(this.#waiting, name), target).catch(explainMissing);
      moved.push(target);
    };
    try {
      for (const name of this.#taken) {
        if (!(await findOriginal(this.#folder, name))) await move(name, originalPath(this.#folder, name));
      }
      for (const id of this.#bundles) {
        if (!(await findBundle(this.#folder, id))) await move(id, bundleFolder(this.#folder, id));
      }
      await syncAll(moved.length === 0 ? [] : [this.#folder, ...moved.map(dirname)]);
    } catch (error) {
      for (const target of moved) await rm(target, { recursive: true, force: true });
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isOpen) await rm(this.#waiting, { recursive: true, force: true });
  }

  async #copy(sourcePath: string, original: Original): Promise<void> {
    await this.#open();
    await using file = await open(join(this.#waiting, originalName(original)), 'w', 0o600);
    const { sha256 } = await readOriginal(sourcePath, (piece) => writeAll(file, piece));
    if (sha256 !== original.sha256) throw new OriginalError('was changed while it was read');
    await file.sync();
  }

  async #open(): Promise<void> {
    if (this.#isOpen) return;
    await removeLeftOvers(dirname(this.#waiting));
    await makeFolder(this.#waiting);
    this.#isOpen = true;
  }
}

function explainMissing(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOENT') throw error;
  throw new Error('an original is gone that was there before; nothing was kept, try again', { cause: error });
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

async function pathsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.map(({ parentPath, name }) => join(parentPath, name));
}

/** What is in files, and which files are in folders, stays so even when the machine loses power. */
async function syncAll(paths: readonly string[]): Promise<void> {
  for (const path of new Set(paths)) {
    await using entry = await open(path);
    await entry.sync();
  }
}
