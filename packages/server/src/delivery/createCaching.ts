import { memoize } from '../concurrency/memoize.ts';
import type { Credential } from '../store/Credential.ts';
import { createCacheControl, notKept, type CacheSettings as ReaderSettings } from './cacheControl.ts';
import { keyOfCredential } from './surrogateKeys.ts';

/** How long answers may be kept by readers, and by a shared cache in front; 0 or nothing: that is told nothing. */
export type CacheSettings = ReaderSettings & {
  readonly cdnMaxAgeSeconds?: number | undefined;
  /** Whether the shared cache is told of whatever opens or closes when it does. */
  readonly purges?: boolean | undefined;
};

/**
 * Tells what is said of an answer from whose shelf nothing opens or closes until a moment, got with a secret that has an
 * end. For ordinary credentials it begins with the end of the line of surrogate keys.
 */
export type CachingOf = (now: number, until: number, credential: Credential, secretUntil: number) => string;

/** Readers ask again within a minute. A shared cache may hold an answer for long, since it can be told to forget it. */
export function createCaching(settings: CacheSettings): CachingOf {
  const { cdnMaxAgeSeconds: most = 0, purges = false } = settings;
  const cacheControl = createCacheControl(settings);
  // There are as many as seconds that an answer may be kept.
  const opened = memoize((line) => `\r\n${line}`, settings.maxAgeSeconds + 1);
  const longest = cdnLines(most);
  return (now, until, credential, secretUntil) => {
    if (credential.preview) return notKept;
    const lines = opened(cacheControl(now, until));
    if (most === 0) return lines;
    // A shared cache does not look at credentials: what it holds must end when they do.
    const end = Math.min(purges ? Infinity : until, secretUntil, credential.expiresAt ?? Infinity);
    const age = Math.max(0, Math.floor((end - now) / 1000));
    return ` ${keyOfCredential(credential.key)}${lines}${age >= most ? longest : cdnLines(age)}`;
  };
}

/** In the words of RFC 9213, and in those that came before it. */
function cdnLines(seconds: number): string {
  return `cdn-cache-control: max-age=${seconds}\r\nsurrogate-control: max-age=${seconds}\r\n`;
}
