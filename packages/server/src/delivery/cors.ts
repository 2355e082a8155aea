import { credentialHeaders } from '@newsstand/contract';

/** Which web pages may read answers: all, or those of these origins. */
export type CorsOrigins = '*' | readonly string[];

/** What a page may read of an answer's headers. */
const exposed = 'ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id';
const asked = [credentialHeaders.key, credentialHeaders.secret, 'if-none-match', 'x-request-id'].join(', ');

/** The value of `Access-Control-Allow-Origin` for a request, if it gets one. */
export function allowedOrigin(origins: CorsOrigins, origin: string | null): string | undefined {
  if (origins === '*') return '*';
  return origin !== null && origins.includes(origin) ? origin : undefined;
}

/** The headers that let a page read an answer. */
export function corsHeaders(allowed: string | undefined): Record<string, string> {
  return allowed === undefined
    ? {}
    : { 'access-control-allow-origin': allowed, 'access-control-expose-headers': exposed };
}

/** The answer to a browser that asks before it sends the credentials. */
export function preflightHeaders(allowed: string | undefined): Record<string, string> {
  return allowed === undefined
    ? {}
    : {
        'access-control-allow-origin': allowed,
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': asked,
        'access-control-max-age': '86400',
      };
}
