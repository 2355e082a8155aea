import { createHash } from 'node:crypto';
import { RecentMap } from '../../recent/RecentMap.ts';
import { isBundleId } from '../findOriginal.ts';
import { ignoreMissing } from '../ignoreMissing.ts';
import { MediaUnavailable } from '../MediaUnavailable.ts';
import type { PictureCache } from '../render/PictureCache.ts';
import { manifest, manifestKey, type Part } from './manifest.ts';
import type { Bucket } from './openBucket.ts';
import type { Copies } from './openCopies.ts';

/** The files of a bundle by their paths. */
export type Parts = ReadonlyMap<string, Part>;

/** What manifests may take in memory, and each of their lines, in bytes; and how long one may be. */
const [mostKept, lineWeight, longest] = [32_000_000, 500, 32_000_000];

/** Makes what reads manifests: each once, as long as there is room to remember it. */
export function manifestReader(bucket: Bucket, copies: Copies, cache: PictureCache) {
  const recent = new RecentMap<Parts>(
    () => mostKept,
    ({ size }) => size * lineWeight,
  );

  /** Where its copy lies; undefined where there is no such bundle. */
  async function copyOf(id: string): Promise<string | undefined> {
    const key = manifestKey(id);
    const name = createHash('sha256').update(key).digest('hex');
    const kept = await cache.find(name);
    if (kept !== undefined) return kept.path;
    const fileSize = await bucket.size(key);
    if (fileSize === undefined) return undefined;
    if (fileSize > longest) throw new MediaUnavailable('the manifest of a bundle is too long', 'lasting');
    return await copies.get({ key, name, fileSize, sha256: undefined });
  }

  /** The files of a bundle; undefined where there is none of this ID. */
  return async (id: string): Promise<Parts | undefined> => {
    const known = recent.get(id);
    if (known !== undefined || !isBundleId(id)) return known;
    const path = await copyOf(id);
    if (path === undefined) return undefined;
    const parts = partsOf((await Bun.file(path).text().catch(ignoreMissing)) ?? '');
    recent.set(id, parts);
    return parts;
  };
}

function partsOf(text: string): Parts {
  try {
    return new Map(manifest.parse(JSON.parse(text)).files.map((part) => [part.path, part]));
  } catch {
    throw new MediaUnavailable('the manifest of a bundle is damaged', 'damaged');
  }
}
