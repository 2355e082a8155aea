import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { forEachConcurrently } from '../../../concurrency/forEachConcurrently.ts';
import { LruCache } from '../../../concurrency/LruCache.ts';
import type { S3Location } from '../../../config/s3.ts';
import { isDiskFull } from '../../../files/fileErrors.ts';
import { DiskCache } from '../../DiskCache.ts';
import {
  isBundleId,
  isCorrupt,
  MediaUnavailable,
  type Original,
  type Originals,
  parseOriginalName,
} from '../Originals.ts';
import { manifestKey, manifestReader, type ObjectRef, originalKey, partObject } from './manifest.ts';
import { openBucket, withNegativeCache } from './openBucket.ts';
import { objectReader, openObjectCache, saveBody } from './openObjectCache.ts';
import { S3Ingest } from './S3Ingest.ts';
import { markKey, s3GarbageCollection } from './s3GarbageCollection.ts';
import { defaultTimeouts, type S3Timeouts } from './timeouts.ts';

export type S3Options = {
  readonly location: S3Location;
  /** The folder for local copies, and how many bytes they may take. */
  readonly folder: string;
  readonly maxBytes: number;
  readonly timeouts?: S3Timeouts;
  /** A clock in milliseconds, with any origin. */
  readonly now?: () => number;
  /** Called with errors that an operator should see: S3 can't be read, or copies can't be written. */
  readonly onFault?: ((error: unknown) => void) | undefined;
};

/** Bytes of memory for the sizes of originals. */
const sizeCacheBytes = 16_000_000;

/** Originals in S3: `<first two digits>/<sha256>.<ext>`, and bundles with their manifests under `bundles/`. */
export function openS3Originals(options: S3Options): Originals {
  const { location, folder, timeouts = defaultTimeouts, onFault = () => {} } = options;
  const { now = () => performance.now() } = options;
  const uncached = openBucket(location, timeouts, onFault);
  const bucket = withNegativeCache(uncached, now);
  const cache = new DiskCache(folder, options.maxBytes);
  const gc = s3GarbageCollection(uncached);
  const objects = openObjectCache({ bucket, cache, timeouts, onFault });
  const readManifest = manifestReader({ bucket, cache, timeouts, onFault });
  const openObject = objectReader({ bucket, objects, cache, onFault });
  /** An original never changes, so its size is looked up once, unless it turns out to be corrupt. */
  const sizes = new LruCache<number>(
    () => sizeCacheBytes,
    () => 8,
  );

  async function find(name: string): Promise<Original | undefined> {
    const named = parseOriginalName(name);
    if (named === undefined) return undefined;
    const fileSize = sizes.get(name) ?? (await sizeOf(name, named.sha256));
    if (fileSize === undefined) return undefined;
    sizes.set(name, fileSize);
    return { ...named, fileSize };
  }

  async function sizeOf(name: string, sha256: string): Promise<number | undefined> {
    return (await cache.get(sha256))?.fileSize ?? (await bucket.size(originalKey(name)));
  }

  async function objectOf(name: string): Promise<ObjectRef | undefined> {
    const { sha256, fileSize } = (await find(name)) ?? {};
    if (sha256 === undefined || fileSize === undefined) return undefined;
    return { key: originalKey(name), name: sha256, fileSize, sha256 };
  }

  /** A corrupt original may be repaired later, so nothing about it stays cached. */
  async function forgetIfCorrupt<T>(name: string, work: () => Promise<T>): Promise<T> {
    return await work().catch((error: unknown) => {
      if (isCorrupt(error)) sizes.delete(name);
      throw error;
    });
  }

  /** Rendering needs a local copy. */
  function throwDiskFull(error: unknown): never {
    if (!isDiskFull(error)) throw error;
    onFault(error);
    throw new MediaUnavailable(`an original can't be copied to the local disk (${error.code})`, 'permanent');
  }

  async function save(object: ObjectRef, target: string): Promise<boolean> {
    const body = await bucket.read(object, 0, object.fileSize);
    if (body === undefined) return false;
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await saveBody(body, target, object.sha256);
    return true;
  }

  async function downloadBundle(id: string, target: string): Promise<string | undefined> {
    const parts = await readManifest(id);
    if (parts === undefined) return undefined;
    await forEachConcurrently(parts.values(), async (part) => {
      if (!(await save(partObject(id, part), join(target, part.path))))
        throw new MediaUnavailable(`a file of the bundle ${id} is missing in S3`, 'corrupt');
    });
    return target;
  }

  async function downloadOriginal(name: string, target: string): Promise<string | undefined> {
    const object = await objectOf(name);
    if (object === undefined) return undefined;
    return (await forgetIfCorrupt(name, () => save(object, target))) ? target : undefined;
  }

  /** Bypasses all caches: another machine may have collected the file. */
  async function exists(name: string): Promise<boolean> {
    if (!isBundleId(name) && parseOriginalName(name) === undefined) return false;
    if ((await uncached.size(markKey(name))) !== undefined) await gc.mark(name);
    return (await uncached.size(isBundleId(name) ? manifestKey(name) : originalKey(name))) !== undefined;
  }

  return {
    beginIngest: () =>
      new S3Ingest({ bucket: { ...bucket, size: uncached.size }, folder, readManifest, save, gc }),
    find,
    async open(name) {
      const object = await objectOf(name);
      if (object === undefined) return undefined;
      const { fileSize, read } = openObject(object);
      return { fileSize, read: (start, end) => forgetIfCorrupt(name, () => read(start, end)) };
    },
    async openPart(id, path) {
      const part = (await readManifest(id))?.get(path);
      if (part === undefined) return undefined;
      return openObject(partObject(id, part));
    },
    async localPath(name) {
      const object = await objectOf(name);
      return object && (await forgetIfCorrupt(name, () => objects.get(object).catch(throwDiskFull)));
    },
    async findMissing(names) {
      const missing: string[] = [];
      for (const name of names) if (!(await exists(name))) missing.push(name);
      return missing;
    },
    gc: () => gc,
    async download(name, target) {
      const download = isBundleId(name) ? downloadBundle : downloadOriginal;
      return await download(name, target).catch(async (error: unknown) => {
        await rm(target, { recursive: true, force: true });
        throw error;
      });
    },
  };
}
