import { LruCache } from '../../../concurrency/LruCache.ts';

/** Token buckets by name: each action takes a token, and waits if there is none. */
export type TokenBuckets = {
  /** How many milliseconds until a token is available; 0 if one is. */
  wait(name: string): number;
  take(name: string): void;
  /** Returns the token of an action that does not count after all. */
  putBack(name: string): void;
};

/** How many tokens a bucket holds, and how long one takes to refill. */
type Size = { readonly capacity: number; readonly refillMilliseconds: number };

type Bucket = { readonly tokens: number; readonly at: number };

const keptBytes = 4_000_000;

/** Creates the buckets. They start full; one unused for long is evicted, and so is full again. */
export function createTokenBuckets({ capacity, refillMilliseconds }: Size, now: () => number): TokenBuckets {
  const known = new LruCache<Bucket>(
    () => keptBytes,
    () => 32,
  );
  const put = (name: string, tokens: number) => {
    if (tokens >= capacity) known.delete(name);
    else known.set(name, { tokens: Math.max(0, tokens), at: now() });
  };
  const tokensIn = (name: string): number => {
    const { tokens, at } = known.get(name) ?? { tokens: capacity, at: now() };
    // After the clock was set back, refilling continues from there.
    if (at > now()) put(name, tokens);
    return Math.min(capacity, tokens + Math.max(0, now() - at) / refillMilliseconds);
  };
  return {
    wait: (name) => Math.max(0, Math.ceil((1 - tokensIn(name)) * refillMilliseconds)),
    take: (name) => put(name, tokensIn(name) - 1),
    putBack: (name) => put(name, tokensIn(name) + 1),
  };
}
