/** How long answers may be kept by others. */
export type CacheSettings = { readonly maxAgeSeconds: number; readonly sharedCache: boolean };

/** Says how long an answer may be kept: never past the moment at which it would be another one by itself. */
export function cacheControl(
  { maxAgeSeconds, sharedCache }: CacheSettings,
  now: number,
  until: number,
): string {
  const left = Math.max(0, Math.floor((until - now) / 1000));
  return `${sharedCache ? 'public' : 'private'}, max-age=${Math.min(maxAgeSeconds, left)}, must-revalidate`;
}

/** For answers that nobody may keep. */
export const notKept = 'private, no-store';
