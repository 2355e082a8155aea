import { credentialHeaders } from '@newsstand/contract';

/** Which web pages may read responses: all, or those of these origins. */
export type CorsOrigins = '*' | readonly string[];

/** The headers of a response that a page may read. */
const exposedHeaders = 'ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id';
/** The headers that a page may send. */
const allowedHeaders = [
  credentialHeaders.key,
  credentialHeaders.secret,
  'if-none-match',
  'last-event-id',
  'x-request-id',
].join(', ');

/** The headers that let a page read a response; none if its origin may not. */
export function corsHeaders(origins: CorsOrigins, origin: string): Readonly<Record<string, string>> {
  if (!isAllowed(origins, origin)) return {};
  return {
    'access-control-allow-origin': origins === '*' ? '*' : origin,
    'access-control-expose-headers': exposedHeaders,
  };
}

/** The headers of the response to a preflight request. */
export function preflightHeaders(
  origins: CorsOrigins,
  origin: string | undefined,
): Readonly<Record<string, string>> {
  if (origin === undefined || !isAllowed(origins, origin)) return {};
  return {
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': allowedHeaders,
    'access-control-max-age': '86400',
  };
}

function isAllowed(origins: CorsOrigins, origin: string): boolean {
  return origins === '*' || origins.includes(origin);
}
