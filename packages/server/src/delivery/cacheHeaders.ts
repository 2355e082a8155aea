import { credentialHeaders } from '@newsstand/contract';
import { keyOfCredential } from '../cdn/surrogateKeys.ts';
import { headerLine } from '../http/HttpResponse.ts';
import type { Authenticated } from './authenticate.ts';

/** How long responses may be kept by clients, and by a shared cache in front. */
export type CacheSettings = {
  readonly maxAgeSeconds: number;
  readonly sharedCache: boolean;
  /** 0 or undefined: a shared cache is told nothing of its own. */
  readonly cdnMaxAgeSeconds?: number | undefined;
  /** Whether the shared cache is purged of whatever opens or closes when it does. */
  readonly purges?: boolean | undefined;
};

/** The headers that a response depends on besides its URL. */
export const vary = ['accept-encoding', credentialHeaders.key, credentialHeaders.secret, 'origin'].join(', ');

/** The same as a header line. */
export const varyLine = headerLine('vary', vary);

/** The header line of responses that nobody may keep. */
export const noStoreLine = headerLine('cache-control', 'private, no-store');

/**
 * Makes the writer of the header lines that say how long a response may be kept: one from whose shelf nothing opens or
 * closes until a moment, made from what these surrogate keys name.
 *
 * A response is never kept past the next moment at which anything on its shelf opens or closes. That must not be the next
 * moment of what was asked for: a shorter life would tell that a query matches something hidden. A shared cache may keep
 * a response for longer than clients do, since it can be purged.
 */
export function createCacheHeaders(settings: CacheSettings) {
  const { maxAgeSeconds, sharedCache, cdnMaxAgeSeconds = 0, purges = false } = settings;
  const scope = sharedCache ? 'public' : 'private';
  return (
    { credential, secretUntil }: Authenticated,
    surrogateKeys: string,
    now: number,
    until: number,
  ): string => {
    if (credential.preview) return noStoreLine;
    const age = Math.min(maxAgeSeconds, secondsBetween(now, until));
    const control = headerLine('cache-control', `${scope}, max-age=${age}, must-revalidate`);
    if (cdnMaxAgeSeconds === 0) return headerLine('surrogate-key', surrogateKeys) + control;
    // A shared cache does not check credentials: what it holds must end when they do.
    const end = Math.min(purges ? Infinity : until, secretUntil, credential.expiresAt ?? Infinity);
    const cdnControl = `max-age=${Math.min(cdnMaxAgeSeconds, secondsBetween(now, end))}`;
    const keys = headerLine('surrogate-key', `${surrogateKeys} ${keyOfCredential(credential.key)}`);
    // By RFC 9213, and by the convention before it.
    return (
      keys +
      control +
      headerLine('cdn-cache-control', cdnControl) +
      headerLine('surrogate-control', cdnControl)
    );
  };
}

function secondsBetween(now: number, end: number): number {
  return Math.max(0, Math.floor((end - now) / 1000));
}
