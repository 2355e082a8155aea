import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { broken } from '@newsstand/contract';
import { forEachConcurrently } from '../../../concurrency/forEachConcurrently.ts';
import { hashFile } from '../../../files/fileStreams.ts';
import { FileError } from '../../FileError.ts';
import { contentType } from '../../package/contentType.ts';
import {
  type AddedBundle,
  type GarbageCollection,
  type Ingest,
  type Original,
  originalName,
} from '../Originals.ts';
import { bundleIn, readOriginal, removeStale } from '../readOriginal.ts';
import {
  manifest,
  manifestKey,
  type ObjectRef,
  originalKey,
  type Part,
  type Parts,
  partKey,
  partObject,
} from './manifest.ts';
import type { Bucket, Produce } from './openBucket.ts';

type Options = {
  readonly bucket: Bucket;
  /** Bundles are staged in a folder below this one. */
  readonly folder: string;
  readonly readManifest: (id: string) => Promise<Parts | undefined>;
  readonly save: (object: ObjectRef, target: string) => Promise<boolean>;
  readonly gc: GarbageCollection;
};

/**
 * Adds files to S3. They are uploaded to their final keys at once, since no one knows their names before a record refers to
 * them. After a rollback they stay for the garbage collector: another import may have found them and rely on them. A file
 * that is already there may be about to be collected, so its mark is renewed, and `commit` checks that it still exists.
 */
export class S3Ingest implements Ingest {
  readonly #options: Options;
  readonly #staging: string;
  readonly #added = new Set<string>();
  readonly #bundles = new Map<string, AddedBundle>();
  /** Files that were there, but marked as garbage: the key that shows whether they still exist, and the size. */
  readonly #found = new Map<string, number>();
  /** Bundles that were uploaded while marked as garbage, with the keys of all their files. */
  readonly #remade = new Map<string, ReadonlySet<string>>();
  #marks: Promise<ReadonlyMap<string, number>> | undefined;
  #isOpen = false;

  constructor(options: Options) {
    this.#options = options;
    this.#staging = join(options.folder, 'incoming', crypto.randomUUID());
  }

  async add(sourcePath: string): Promise<Original> {
    const original = await readOriginal(sourcePath);
    const { mimetype, fileSize } = original;
    const name = originalName(original);
    if (this.#added.has(name)) return original;
    const key = originalKey(name);
    const isFound = (await this.#options.bucket.size(key)) === fileSize;
    const isMarked = isFound && (await this.#renewMark(name));
    if (isMarked) this.#found.set(key, fileSize);
    // A marked file may have been removed just before its mark was renewed.
    if (!isFound || isMarked) {
      await this.#put(key, mimetype, fileSize, async (write) => {
        const { sha256 } = await readOriginal(sourcePath, write);
        if (sha256 !== original.sha256) throw new FileError(broken('changed_file'));
      });
    }
    this.#added.add(name);
    return original;
  }

  async addBundle(id: string, make: (target: string) => Promise<void>): Promise<AddedBundle> {
    const bundle =
      this.#bundles.get(id) ?? (await this.#storedBundle(id)) ?? (await this.#makeBundle(id, make));
    this.#bundles.set(id, bundle);
    return bundle;
  }

  /** Everything is uploaded already; only files that were found marked may have been collected since. */
  async commit(): Promise<void> {
    const { bucket } = this.#options;
    await forEachConcurrently(this.#found, async ([key, fileSize]) => {
      if ((await bucket.size(key)) !== fileSize) throw disappeared();
    });
    for (const [id, keys] of this.#remade) {
      const existing = new Set<string>();
      for await (const page of bucket.list(`bundles/${id}`)) for (const { key } of page) existing.add(key);
      if (!keys.isSubsetOf(existing)) throw disappeared();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isOpen) await rm(this.#staging, { recursive: true, force: true });
  }

  async #storedBundle(id: string): Promise<AddedBundle | undefined> {
    // The local copy of the manifest proves nothing: another machine may have collected the bundle.
    const { bucket, readManifest } = this.#options;
    const manifestSize = await bucket.size(manifestKey(id));
    const parts = manifestSize === undefined ? undefined : await readManifest(id);
    if (parts === undefined || manifestSize === undefined) return undefined;
    // The manifest is removed first: as long as it exists, the whole bundle does.
    if (await this.#renewMark(id)) this.#found.set(manifestKey(id), manifestSize);
    return {
      localPart: async (path) => {
        const part = parts.get(path);
        if (part === undefined) return undefined;
        await this.#open();
        const target = join(this.#staging, crypto.randomUUID());
        return (await this.#options.save(partObject(id, part), target)) ? target : undefined;
      },
    };
  }

  async #makeBundle(id: string, make: (target: string) => Promise<void>): Promise<AddedBundle> {
    await this.#open();
    const target = join(this.#staging, id);
    await make(target);
    const files = await partsIn(target);
    // Some of its files may be there already, and about to be collected.
    if (await this.#renewMark(id)) {
      const nonEmpty = files.filter(({ fileSize }) => fileSize > 0);
      this.#remade.set(id, new Set([manifestKey(id), ...nonEmpty.map((part) => partKey(id, part))]));
    }
    await forEachConcurrently(files, (part) => this.#putPart(id, part, join(target, part.path)));
    const text = Buffer.from(JSON.stringify(manifest.parse({ files })));
    // Last, and always: it makes the bundle exist.
    const about = { type: 'application/json', fileSize: text.length };
    await this.#options.bucket.write(manifestKey(id), about, (write) => write(text));
    return bundleIn(target);
  }

  async #putPart(id: string, part: Part, path: string): Promise<void> {
    // Empty files are never read.
    if (part.fileSize === 0) return;
    await this.#put(partKey(id, part), contentType(part.path), part.fileSize, async (write) => {
      if ((await hashFile(path, write)) !== part.sha256)
        throw new Error('a bundle changed while it was being read');
    });
  }

  /** Keys contain the hash of the content, so an object of the right size is complete. */
  async #put(key: string, type: string, fileSize: number, produce: Produce): Promise<void> {
    const { bucket } = this.#options;
    if ((await bucket.size(key)) !== fileSize) await bucket.write(key, { type, fileSize }, produce);
  }

  /** Whether a file is marked as garbage. If so the mark is renewed: the collector checks it again before it removes. */
  async #renewMark(name: string): Promise<boolean> {
    const { gc } = this.#options;
    this.#marks ??= gc.marks();
    if (!(await this.#marks).has(name)) return false;
    await gc.mark(name);
    return true;
  }

  async #open(): Promise<void> {
    if (this.#isOpen) return;
    await removeStale(join(this.#options.folder, 'incoming'));
    await mkdir(this.#staging, { recursive: true, mode: 0o700 });
    this.#isOpen = true;
  }
}

function disappeared(): Error {
  return new Error('an original is gone; nothing was stored, try again');
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
