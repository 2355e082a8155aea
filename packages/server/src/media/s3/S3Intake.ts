import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { bundleAt } from '../bundleAt.ts';
import { hashFile } from '../hashFile.ts';
import { inTurns } from '../inTurns.ts';
import { type Intake, type Original, OriginalError, originalName, type TakenBundle } from '../Originals.ts';
import { contentType } from '../package/contentType.ts';
import { readOriginal } from '../readOriginal.ts';
import { removeLeftOvers } from '../removeLeftOvers.ts';
import type { Upkeep } from '../Upkeep.ts';
import { manifest, manifestKey, originalKey, type Part, partKey, partName } from './manifest.ts';
import type { Parts } from './manifestReader.ts';
import type { Bucket, Produce } from './openBucket.ts';
import type { Wanted } from './openCopies.ts';

type Options = {
  readonly bucket: Bucket;
  /** Bundles are made in a folder of their own below this one. */
  readonly folder: string;
  readonly readManifest: (id: string) => Promise<Parts | undefined>;
  readonly save: (wanted: Wanted, target: string) => Promise<boolean>;
  readonly upkeep: Upkeep;
};

/**
 * Files that come into S3. They are written to where they stay at once, since nobody knows their names before a record
 * tells them. What no record will name stays too: another import may have found it there, and count on it. What is found
 * there may be about to be cleared away, since no record names it yet: that is put off, and looked at once more at the end.
 */
export class S3Intake implements Intake {
  readonly #options: Options;
  readonly #waiting: string;
  readonly #taken = new Set<string>();
  readonly #bundles = new Map<string, TakenBundle>();
  /** What was found there though no record named it, by the key that tells whether it is still there, with its size. */
  readonly #found = new Map<string, number>();
  /** Bundles that were made of what was found so, with the keys of all their files. */
  readonly #remade = new Map<string, ReadonlySet<string>>();
  #marks: Promise<ReadonlyMap<string, number>> | undefined;
  #isOpen = false;

  constructor(options: Options) {
    this.#options = options;
    this.#waiting = join(options.folder, 'incoming', crypto.randomUUID());
  }

  async take(sourcePath: string): Promise<Original> {
    const original = await readOriginal(sourcePath);
    const { mimetype, fileSize } = original;
    const name = originalName(original);
    if (this.#taken.has(name)) return original;
    const key = originalKey(name);
    const isFound = (await this.#options.bucket.size(key)) === fileSize;
    const isPutOff = isFound && (await this.#putOff(name));
    if (isPutOff) this.#found.set(key, fileSize);
    // What was put off may have gone just before that.
    if (!isFound || isPutOff) {
      await this.#put(key, mimetype, fileSize, async (put) => {
        const { sha256 } = await readOriginal(sourcePath, put);
        if (sha256 !== original.sha256) throw new OriginalError('was changed while it was read');
      });
    }
    this.#taken.add(name);
    return original;
  }

  async takeBundle(id: string, make: (target: string) => Promise<void>): Promise<TakenBundle> {
    const taken = this.#bundles.get(id) ?? (await this.#keptBundle(id)) ?? (await this.#makeBundle(id, make));
    this.#bundles.set(id, taken);
    return taken;
  }

  /** All is there already, unless it was cleared away since it was found. */
  async keep(): Promise<void> {
    const { bucket } = this.#options;
    await inTurns(this.#found, async ([key, fileSize]) => {
      if ((await bucket.size(key)) !== fileSize) throw gone();
    });
    for (const [id, keys] of this.#remade) {
      const there = new Set<string>();
      for await (const page of bucket.list(`bundles/${id}`)) for (const { key } of page) there.add(key);
      if (!keys.isSubsetOf(there)) throw gone();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isOpen) await rm(this.#waiting, { recursive: true, force: true });
  }

  async #keptBundle(id: string): Promise<TakenBundle | undefined> {
    // A copy of the manifest on this machine tells nothing: the bundle may have been cleared away by another one.
    const { bucket, readManifest } = this.#options;
    const manifestSize = await bucket.size(manifestKey(id));
    const parts = manifestSize === undefined ? undefined : await readManifest(id);
    if (parts === undefined || manifestSize === undefined) return undefined;
    // Of a bundle the manifest goes first: as long as it is there, all is.
    if (await this.#putOff(id)) this.#found.set(manifestKey(id), manifestSize);
    return {
      localPart: async (path) => {
        const part = parts.get(path);
        if (part === undefined) return undefined;
        await this.#open();
        const target = join(this.#waiting, crypto.randomUUID());
        const { fileSize, sha256 } = part;
        const isThere = await this.#options.save(
          { key: partKey(id, part), name: partName(id, part), fileSize, sha256 },
          target,
        );
        return isThere ? target : undefined;
      },
    };
  }

  async #makeBundle(id: string, make: (target: string) => Promise<void>): Promise<TakenBundle> {
    await this.#open();
    const target = join(this.#waiting, id);
    await make(target);
    const files = await partsIn(target);
    // Some of them may be there from before, and about to go.
    if (await this.#putOff(id)) {
      const full = files.filter(({ fileSize }) => fileSize > 0);
      this.#remade.set(id, new Set([manifestKey(id), ...full.map((part) => partKey(id, part))]));
    }
    await inTurns(files, (part) => this.#putPart(id, part, join(target, part.path)));
    const text = Buffer.from(JSON.stringify(manifest.parse({ files })));
    // Last, and always: with it the bundle is there.
    const about = { type: 'application/json', fileSize: text.length };
    await this.#options.bucket.write(manifestKey(id), about, (put) => put(text));
    return bundleAt(target);
  }

  async #putPart(id: string, part: Part, path: string): Promise<void> {
    // Nobody ever reads an empty one.
    if (part.fileSize === 0) return;
    await this.#put(partKey(id, part), contentType(part.path), part.fileSize, async (put) => {
      if ((await hashFile(path, put)) !== part.sha256)
        throw new Error('a bundle was changed while it was read');
    });
  }

  /** What is there is named by its content, so its size tells whether it is whole. */
  async #put(key: string, type: string, fileSize: number, produce: Produce): Promise<void> {
    const { bucket } = this.#options;
    if ((await bucket.size(key)) !== fileSize) await bucket.write(key, { type, fileSize }, produce);
  }

  /**
   * Whether something is there that no record names, so that it may be cleared away. Whoever does that looks at its mark
   * once more before anything goes: marked anew, it stays.
   */
  async #putOff(name: string): Promise<boolean> {
    const { upkeep } = this.#options;
    this.#marks ??= upkeep.marks();
    if (!(await this.#marks).has(name)) return false;
    await upkeep.mark(name);
    return true;
  }

  async #open(): Promise<void> {
    if (this.#isOpen) return;
    await removeLeftOvers(join(this.#options.folder, 'incoming'));
    await mkdir(this.#waiting, { recursive: true, mode: 0o700 });
    this.#isOpen = true;
  }
}

function gone(): Error {
  return new Error('an original is gone that was there before; nothing was kept, try again');
}

async function partsIn(folder: string): Promise<Part[]> {
  const parts: Part[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const inside = relative(folder, path).split(sep).join('/');
    parts.push({ path: inside, fileSize: (await stat(path)).size, sha256: await hashFile(path) });
  }
  return parts.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
