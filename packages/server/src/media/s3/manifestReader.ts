import { writeFile } from 'node:fs/promises';
import { LruCache } from '../../concurrency/LruCache.ts';
import { singleFlight } from '../../concurrency/singleFlight.ts';
import { isBundleId } from '../findOriginal.ts';
import { ignoreMissing } from '../ignoreMissing.ts';
import { MediaUnavailable } from '../MediaUnavailable.ts';
import type { PictureCache } from '../render/PictureCache.ts';
import { dueTime, hurry } from './hurry.ts';
import type { Patience } from './insist.ts';
import { manifest, manifestKey, type Part } from './manifest.ts';
import type { Bucket } from './openBucket.ts';

/** The files of a bundle by their paths. */
export type Parts = ReadonlyMap<string, Part>;

/** What manifests may take in memory, and each of their lines, in bytes; and how long one may be. */
const [mostKept, lineWeight, longest] = [32_000_000, 500, 32_000_000];

type Options = {
  readonly bucket: Bucket;
  /** Where copies lie, which are read while S3 is gone. */
  readonly cache: PictureCache;
  readonly patience: Patience;
  readonly onFault: (error: unknown) => void;
};

/** Makes what reads manifests: each once, as long as there is room to remember it. One that is damaged is not kept. */
export function manifestReader({ bucket, cache, patience, onFault }: Options) {
  const recent = new LruCache<Parts>(
    () => mostKept,
    ({ size }) => size * lineWeight,
  );
  const share = singleFlight<Parts | undefined>();

  async function readCopy(id: string): Promise<Parts | undefined> {
    const kept = await cache.find(id);
    const text = kept && (await Bun.file(kept.path).text().catch(ignoreMissing));
    const parts = text === undefined ? undefined : partsOf(text);
    if (text !== undefined && parts === undefined) await cache.drop(id).catch(onFault);
    return parts;
  }

  async function fetchText(key: string): Promise<string | undefined> {
    const fileSize = await bucket.size(key);
    if (fileSize === undefined) return undefined;
    if (fileSize > longest) throw new MediaUnavailable('the manifest of a bundle is too long', 'lasting');
    const due = dueTime(patience, fileSize);
    const body = await bucket.read({ key, fileSize }, 0, fileSize);
    if (body === undefined) return undefined;
    const { read, close } = hurry(body, due, onFault);
    const pieces: Uint8Array[] = [];
    try {
      for (let piece = await read(); piece !== undefined; piece = await read())
        pieces.push(new Uint8Array(piece));
    } finally {
      close();
    }
    return Buffer.concat(pieces).toString();
  }

  async function fetchParts(id: string): Promise<Parts | undefined> {
    const text = await fetchText(manifestKey(id));
    if (text === undefined) return undefined;
    const parts = partsOf(text);
    if (parts === undefined) {
      const error = new MediaUnavailable('the manifest of a bundle is damaged', 'damaged');
      onFault(error);
      throw error;
    }
    const write = (part: string) => writeFile(part, text, { mode: 0o600 }).then(() => text.length);
    // A disk that is full is no reason to send nothing.
    await cache.keep(id, write).catch(onFault);
    return parts;
  }

  async function readParts(id: string): Promise<Parts | undefined> {
    const parts = (await readCopy(id)) ?? (await fetchParts(id));
    if (parts !== undefined) recent.set(id, parts);
    return parts;
  }

  /** The files of a bundle; undefined where there is none of this ID. */
  return async (id: string): Promise<Parts | undefined> => {
    const known = recent.get(id);
    if (known !== undefined || !isBundleId(id)) return known;
    return await share(id, () => readParts(id));
  };
}

/** Undefined where it is not a manifest. */
function partsOf(text: string): Parts | undefined {
  try {
    return new Map(manifest.parse(JSON.parse(text)).files.map((part) => [part.path, part]));
  } catch {
    return undefined;
  }
}
