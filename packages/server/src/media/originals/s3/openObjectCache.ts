import { singleFlight } from '../../../concurrency/singleFlight.ts';
import type { DiskCache } from '../../DiskCache.ts';
import { isCorrupt } from '../MediaUnavailable.ts';
import type { ObjectRef } from './manifest.ts';
import type { Bucket } from './openBucket.ts';
import { saveBody } from './saveBody.ts';
import { copyDeadline, type S3Timeouts, withDeadline } from './timeouts.ts';

/** Copies of objects on the local disk, bounded in size. */
export type ObjectCache = {
  /** The path of a copy; undefined if there is no such object. */
  get(object: ObjectRef): Promise<string | undefined>;
};

type Options = {
  readonly bucket: Bucket;
  readonly cache: DiskCache;
  readonly timeouts: S3Timeouts;
  readonly onFault: (error: unknown) => void;
};

/** Opens the cache. Each object is downloaded once for all who wait for it, and appears when it is complete and verified. */
export function openObjectCache({ bucket, cache, timeouts, onFault }: Options): ObjectCache {
  const share = singleFlight<string | undefined>();

  const reportCorrupt = (error: unknown): never => {
    if (isCorrupt(error)) onFault(error);
    throw error;
  };

  async function download(object: ObjectRef): Promise<string | undefined> {
    const { name, fileSize, sha256 } = object;
    const cached = await cache.get(name);
    if (cached !== undefined) return cached.path;
    const deadline = copyDeadline(timeouts, fileSize);
    return await cache.put(name, async (part) => {
      const body = await bucket.read(object, 0, fileSize);
      if (body === undefined) return undefined;
      await saveBody(withDeadline(body, deadline, onFault), part, sha256).catch(reportCorrupt);
      return fileSize;
    });
  }

  return { get: (object) => share(object.name, () => download(object)) };
}
