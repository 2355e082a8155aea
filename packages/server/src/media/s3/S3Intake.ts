import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { bundleAt } from '../bundleAt.ts';
import { hashFile } from '../hashFile.ts';
import { inTurns } from '../inTurns.ts';
import { type Intake, type Original, OriginalError, originalName, type TakenBundle } from '../Originals.ts';
import { contentType } from '../package/contentType.ts';
import { readOriginal } from '../readOriginal.ts';
import { removeLeftOvers } from '../removeLeftOvers.ts';
import { manifest, manifestKey, originalKey, type Part, partKey } from './manifest.ts';
import type { Parts } from './manifestReader.ts';
import type { Bucket, Produce } from './openBucket.ts';
import type { Wanted } from './openCopies.ts';

type Options = {
  readonly bucket: Bucket;
  /** Bundles are made in a folder of their own below this one. */
  readonly folder: string;
  readonly readManifest: (id: string) => Promise<Parts | undefined>;
  readonly save: (wanted: Wanted, target: string) => Promise<boolean>;
};

/**
 * Files that come into S3. They are written to where they stay at once, since nobody knows their names before a record
 * tells them. What no record will name stays too: another import may have found it there, and count on it.
 */
export class S3Intake implements Intake {
  readonly #options: Options;
  readonly #waiting: string;
  readonly #taken = new Set<string>();
  readonly #bundles = new Map<string, TakenBundle>();
  #isOpen = false;

  constructor(options: Options) {
    this.#options = options;
    this.#waiting = join(options.folder, 'incoming', crypto.randomUUID());
  }

  async take(sourcePath: string): Promise<Original> {
    const original = await readOriginal(sourcePath);
    const name = originalName(original);
    if (this.#taken.has(name)) return original;
    await this.#put(originalKey(name), original.mimetype, original.fileSize, async (put) => {
      const { sha256 } = await readOriginal(sourcePath, put);
      if (sha256 !== original.sha256) throw new OriginalError('was changed while it was read');
    });
    this.#taken.add(name);
    return original;
  }

  async takeBundle(id: string, make: (target: string) => Promise<void>): Promise<TakenBundle> {
    const taken = this.#bundles.get(id) ?? (await this.#keptBundle(id)) ?? (await this.#makeBundle(id, make));
    this.#bundles.set(id, taken);
    return taken;
  }

  /** All is there already. */
  async keep(): Promise<void> {}

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isOpen) await rm(this.#waiting, { recursive: true, force: true });
  }

  async #keptBundle(id: string): Promise<TakenBundle | undefined> {
    const parts = await this.#options.readManifest(id);
    if (parts === undefined) return undefined;
    return {
      localPart: async (path) => {
        const part = parts.get(path);
        if (part === undefined) return undefined;
        await this.#open();
        const target = join(this.#waiting, crypto.randomUUID());
        const { fileSize, sha256 } = part;
        const isThere = await this.#options.save(
          { key: partKey(id, part), name: sha256, fileSize, sha256 },
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

  async #open(): Promise<void> {
    if (this.#isOpen) return;
    await removeLeftOvers(join(this.#options.folder, 'incoming'));
    await mkdir(this.#waiting, { recursive: true, mode: 0o700 });
    this.#isOpen = true;
  }
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
