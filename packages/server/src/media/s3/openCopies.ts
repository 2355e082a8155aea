import { singleFlight } from '../../concurrency/singleFlight.ts';
import { isDamaged } from '../MediaUnavailable.ts';
import type { PictureCache } from '../render/PictureCache.ts';
import { saveBody } from '../saveBody.ts';
import { dueTime, hurry } from './hurry.ts';
import type { Patience } from './insist.ts';
import type { Bucket } from './openBucket.ts';

/** An object to be had on this machine. `name` is its own among all copies, in hexadecimal digits. */
export type Wanted = {
  readonly key: string;
  readonly name: string;
  readonly fileSize: number;
  readonly sha256: string;
};

/** Copies of objects on this machine's disk, bounded. */
export type Copies = {
  /** Where a copy lies; undefined where there is no such object. */
  get(wanted: Wanted): Promise<string | undefined>;
};

type Options = {
  readonly bucket: Bucket;
  readonly cache: PictureCache;
  readonly patience: Patience;
  readonly onFault: (error: unknown) => void;
};

/** Opens the copies: each is fetched once, however many want it, and appears when it is whole and right. */
export function openCopies({ bucket, cache, patience, onFault }: Options): Copies {
  const share = singleFlight<string | undefined>();

  const tellDamage = (error: unknown): never => {
    if (isDamaged(error)) onFault(error);
    throw error;
  };

  async function fetchCopy(wanted: Wanted): Promise<string | undefined> {
    const { name, fileSize, sha256 } = wanted;
    const kept = await cache.find(name);
    if (kept !== undefined) return kept.path;
    const due = dueTime(patience, fileSize);
    return await cache.keep(name, async (part) => {
      const body = await bucket.read(wanted, 0, fileSize);
      if (body === undefined) return undefined;
      await saveBody(hurry(body, due, onFault), part, sha256).catch(tellDamage);
      return fileSize;
    });
  }

  return { get: (wanted) => share(wanted.name, () => fetchCopy(wanted)) };
}
