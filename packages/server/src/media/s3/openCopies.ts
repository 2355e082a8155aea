import { rename, rm } from 'node:fs/promises';
import type { PictureCache } from '../render/PictureCache.ts';
import { saveBody } from '../saveBody.ts';
import type { Bucket } from './openBucket.ts';

/** An object to be had on this machine. `name` is its own among all copies, in hexadecimal digits. */
export type Wanted = {
  readonly key: string;
  readonly name: string;
  readonly fileSize: number;
  /** Undefined where nobody knows it beforehand. */
  readonly sha256: string | undefined;
};

/** Copies of objects on this machine's disk, bounded. */
export type Copies = {
  /** Where a copy lies; undefined where there is no such object. */
  get(wanted: Wanted): Promise<string | undefined>;
};

/** Opens the copies: each is fetched once, however many want it, and appears when it is whole and right. */
export function openCopies(bucket: Bucket, cache: PictureCache): Copies {
  const fetching = new Map<string, Promise<string | undefined>>();

  async function fetchCopy({ key, name, fileSize, sha256 }: Wanted): Promise<string | undefined> {
    const kept = await cache.find(name);
    if (kept !== undefined) return kept.path;
    const body = await bucket.read(key, 0, fileSize);
    if (body === undefined) return undefined;
    const path = await cache.place(name);
    const part = `${path}.${crypto.randomUUID()}.part`;
    try {
      await saveBody(body, part, sha256);
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    await cache.added(fileSize);
    return path;
  }

  return {
    get(wanted) {
      const known = fetching.get(wanted.name);
      if (known !== undefined) return known;
      const fetched = fetchCopy(wanted).finally(() => fetching.delete(wanted.name));
      fetching.set(wanted.name, fetched);
      return fetched;
    },
  };
}
