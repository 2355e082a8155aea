import { LruCache } from '../../concurrency/LruCache.ts';
import { singleFlight } from '../../concurrency/singleFlight.ts';
import type { Bucket } from './openBucket.ts';

/** How long, in milliseconds. Not longer: what was missing may be imported on another machine. */
const rememberedFor = 1_000;
/** What is remembered, in bytes. */
const mostRemembered = 1_000_000;

/** Remembers for a moment what a bucket does not hold: whoever invents names must not keep S3 busy with each of them. */
export function rememberMisses(bucket: Bucket, now: () => number): Bucket {
  const missedAt = new LruCache<number>(
    () => mostRemembered,
    () => 8,
  );
  const share = singleFlight<number | undefined>();

  async function ask(key: string): Promise<number | undefined> {
    const size = await bucket.size(key);
    if (size === undefined) missedAt.set(key, now());
    return size;
  }

  return {
    ...bucket,
    async size(key) {
      const isMissing = now() - (missedAt.get(key) ?? -Infinity) < rememberedFor;
      return isMissing ? undefined : await share(key, () => ask(key));
    },
    async write(key, about, produce) {
      await bucket.write(key, about, produce);
      missedAt.delete(key);
    },
  };
}
