/** How long answers may be kept by others. */
export type CacheSettings = { readonly maxAgeSeconds: number; readonly sharedCache: boolean };

/** Says, as a header line, how long an answer may be kept from whose shelf nothing opens or closes until a moment. */
export type CacheControl = (now: number, until: number) => string;

/**
 * An answer is never kept past the next moment at which anything on its shelf opens or closes. It must not be that of
 * what was asked for: then a shorter life would tell that a question matches something hidden.
 */
export function createCacheControl({ maxAgeSeconds, sharedCache }: CacheSettings): CacheControl {
  const scope = sharedCache ? 'public' : 'private';
  const lines = Array.from(
    { length: maxAgeSeconds + 1 },
    (_, age) => `cache-control: ${scope}, max-age=${age}, must-revalidate\r\n`,
  );
  return (now, until) =>
    lines[Math.min(maxAgeSeconds, Math.max(0, Math.floor((until - now) / 1000)))] ?? notKept;
}

/** The header line of answers that nobody may keep. */
export const notKept = 'cache-control: private, no-store\r\n';
