import { credentialHeaders } from '@newsstand/contract';

/** Which web pages may read answers: all, or those of these origins. */
export type CorsOrigins = '*' | readonly string[];

/** What a page may read of an answer's headers. */
const exposed = 'ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id';
const asked = [credentialHeaders.key, credentialHeaders.secret, 'if-none-match', 'x-request-id'].join(', ');

/** The headers that let a page read an answer; none where its origin may not. */
export function corsHeaders(origins: CorsOrigins, origin: string): Readonly<Record<string, string>> {
  if (!isAllowed(origins, origin)) return {};
  return {
    'access-control-allow-origin': origins === '*' ? '*' : origin,
    'access-control-expose-headers': exposed,
  };
}

/** What a browser that asks before it sends the credentials is told besides. */
export function preflightHeaders(
  origins: CorsOrigins,
  origin: string | undefined,
): Readonly<Record<string, string>> {
  if (origin === undefined || !isAllowed(origins, origin)) return {};
  return {
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': asked,
    'access-control-max-age': '86400',
  };
}

function isAllowed(origins: CorsOrigins, origin: string): boolean {
  return origins === '*' || origins.includes(origin);
}
