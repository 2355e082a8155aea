import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { LruCache } from '../../../concurrency/LruCache.ts';
import { singleFlight } from '../../../concurrency/singleFlight.ts';
import { ignoreMissing } from '../../../files/fileErrors.ts';
import type { DiskCache } from '../../DiskCache.ts';
import { isBundleId, MediaUnavailable } from '../Originals.ts';
import type { Bucket } from './openBucket.ts';
import { copyDeadline, type S3Timeouts, withDeadline } from './timeouts.ts';

/** A file of a bundle in S3. */
export type Part = z.infer<typeof part>;

const part = z.strictObject({
  // Bundles are also written to disk: no path may lead out of the bundle's folder.
  path: z.string().regex(/^(?!\.{0,2}(\/|$))[^\0\\/]+(\/(?!\.{0,2}(\/|$))[^\0\\/]+)*$/),
  fileSize: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The list of a bundle's files. It is written last: a bundle exists once its manifest does. */
export const manifest = z.strictObject({ files: z.array(part).max(100_000) });

/** The key of an original. */
export function originalKey(name: string): string {
  return `${name.slice(0, 2)}/${name}`;
}

/** The key of a bundle's manifest. */
export function manifestKey(id: string): string {
  return `bundles/${id}.json`;
}

/** The key of a file in a bundle. It contains the hash, so that two writers of the same bundle can't mix their files. */
export function partKey(id: string, { sha256 }: Part): string {
  return `bundles/${id}/${sha256}`;
}

/** An object in S3, and the name of its local copy: hexadecimal digits, unique among all copies. */
export type ObjectRef = {
  readonly key: string;
  readonly name: string;
  readonly fileSize: number;
  readonly sha256: string;
};

/** The object that holds a file of a bundle. All local copies of a bundle's files start with the bundle's ID. */
export function partObject(id: string, part: Part): ObjectRef {
  return { key: partKey(id, part), name: id + part.sha256, fileSize: part.fileSize, sha256: part.sha256 };
}

/** The files of a bundle by path. */
export type Parts = ReadonlyMap<string, Part>;

/** Bytes: the memory for parsed manifests, the estimate for one of their files, and the longest manifest accepted. */
const [maxMemory, bytesPerPart, maxLength] = [32_000_000, 500, 32_000_000];

type Options = {
  readonly bucket: Bucket;
  /** Holds copies that can be read while S3 is unreachable. */
  readonly cache: DiskCache;
  readonly timeouts: S3Timeouts;
  readonly onFault: (error: unknown) => void;
};

/** Returns a function that reads manifests through an LRU cache in memory and copies on disk. */
export function manifestReader({ bucket, cache, timeouts, onFault }: Options) {
  const recent = new LruCache<Parts>(
    () => maxMemory,
    ({ size }) => size * bytesPerPart,
  );
  const share = singleFlight<Parts | undefined>();

  async function readCopy(id: string): Promise<Parts | undefined> {
    const cached = await cache.get(id);
    const text = cached && (await Bun.file(cached.path).text().catch(ignoreMissing));
    const parts = text === undefined ? undefined : parseManifest(text);
    if (text !== undefined && parts === undefined) await cache.delete(id).catch(onFault);
    return parts;
  }

  async function downloadText(key: string): Promise<string | undefined> {
    const fileSize = await bucket.size(key);
    if (fileSize === undefined) return undefined;
    if (fileSize > maxLength) throw new MediaUnavailable('the manifest of a bundle is too long', 'permanent');
    const deadline = copyDeadline(timeouts, fileSize);
    const body = await bucket.read({ key, fileSize }, 0, fileSize);
    if (body === undefined) return undefined;
    const { read, close } = withDeadline(body, deadline, onFault);
    const chunks: Uint8Array[] = [];
    try {
      for (let chunk = await read(); chunk !== undefined; chunk = await read())
        chunks.push(new Uint8Array(chunk));
    } finally {
      close();
    }
    return Buffer.concat(chunks).toString();
  }

  async function download(id: string): Promise<Parts | undefined> {
    const text = await downloadText(manifestKey(id));
    if (text === undefined) return undefined;
    const parts = parseManifest(text);
    if (parts === undefined) {
      const error = new MediaUnavailable('the manifest of a bundle is corrupt', 'corrupt');
      onFault(error);
      throw error;
    }
    const write = (part: string) => writeFile(part, text, { mode: 0o600 }).then(() => text.length);
    // The file is sent even if the disk is full.
    await cache.put(id, write).catch(onFault);
    return parts;
  }

  async function read(id: string): Promise<Parts | undefined> {
    const parts = (await readCopy(id)) ?? (await download(id));
    if (parts !== undefined) recent.set(id, parts);
    return parts;
  }

  /** The files of a bundle; undefined if there is none of this ID. */
  return async (id: string): Promise<Parts | undefined> => {
    const known = recent.get(id);
    if (known !== undefined || !isBundleId(id)) return known;
    return await share(id, () => read(id));
  };
}

/** Undefined if the text is not a manifest. */
function parseManifest(text: string): Parts | undefined {
  try {
    return new Map(manifest.parse(JSON.parse(text)).files.map((part) => [part.path, part]));
  } catch {
    return undefined;
  }
}
