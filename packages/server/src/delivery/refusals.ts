import { credentialHeaders, limits, type ParameterFault } from '@newsstand/contract';
import type { Fault } from '../http/Connection.ts';
import { headerLines } from './headerLines.ts';
import type { Refusal } from './Refusal.ts';

/** The methods that the interface knows. */
export const allowedMethods = 'GET, HEAD, OPTIONS';

const challenge = headerLines({ 'www-authenticate': 'ApiKey realm="newsstand"' });

/** What a request is refused with, and what to do about it. */
export const refusals = {
  malformedRequest: {
    code: 'malformed_request',
    detail: 'This is no request by the rules of HTTP/1.1 (RFC 9112): look at its first line and its headers.',
  },
  requestTimeout: {
    code: 'request_timeout',
    detail: 'The head of the request did not come in time: send it in one go.',
  },
  headersTooLarge: {
    code: 'headers_too_large',
    detail: `The headers may be at most ${limits.headerBytes} bytes long together.`,
  },
  methodTooLong: {
    code: 'not_implemented',
    detail: 'This service knows no method of that length: use GET, HEAD or OPTIONS.',
  },
  codingUnknown: {
    code: 'not_implemented',
    detail: 'This service knows no transfer coding but chunked, and never reads the body of a request.',
  },
  versionUnknown: {
    code: 'http_version_unknown',
    detail: 'This service speaks HTTP/1.1 and HTTP/1.0.',
  },
  urlTooLong: {
    code: 'url_too_long',
    detail: `A URL may be at most ${limits.urlBytes} bytes long.`,
  },
  unknownPath: {
    code: 'unknown_path',
    detail: 'Nothing is served at this path; /docs lists the paths.',
  },
  methodNotAllowed: {
    code: 'method_not_allowed',
    detail: 'The interface is read-only: use GET or HEAD.',
    headers: headerLines({ allow: allowedMethods }),
  },
  credentialsMissing: {
    code: 'credentials_missing',
    detail: `Send both headers, ${credentialHeaders.key} and ${credentialHeaders.secret}.`,
    headers: challenge,
  },
  credentialsInvalid: {
    code: 'credentials_invalid',
    detail: 'The key is unknown, expired or revoked, or the secret is not its own.',
    headers: challenge,
  },
  rateLimited: {
    code: 'rate_limited',
    detail: 'These credentials have used up their requests for now; Retry-After says when to go on.',
  },
  accessDenied: {
    code: 'access_denied',
    detail: 'No grant of these credentials covers this project, space or instance.',
  },
  misdirected: {
    code: 'misdirected',
    detail: 'Another node holds this space: ask that one.',
  },
  previewDenied: {
    code: 'preview_denied',
    detail: 'previewAt needs credentials that were made for previewing.',
  },
  scopeNotFound: {
    code: 'not_found',
    detail: 'There is no such space or instance.',
  },
  itemNotFound: {
    code: 'not_found',
    detail: 'There is nothing with this ID or alias, or it is not public now.',
  },
  serverError: {
    code: 'server_error',
    detail: 'Something went wrong here; the request ID names it in the logs.',
  },
  notReady: {
    code: 'not_ready',
    detail: 'The service is stopping.',
    headers: headerLines({ 'retry-after': '1' }),
  },
} as const satisfies Record<string, Refusal>;

/** The refusal that lists everything that is wrong with the parameters. */
export function invalidParameters(faults: readonly ParameterFault[]): Refusal {
  const detail = faults.map(({ parameter, message }) => `'${parameter}' ${message}.`).join(' ');
  return { code: 'invalid_parameters', detail, faults };
}

/** What is said where the listener turns something down by itself. */
export const faultRefusals: Readonly<Record<Fault, Refusal>> = {
  malformed: refusals.malformedRequest,
  methodTooLong: refusals.methodTooLong,
  targetTooLong: refusals.urlTooLong,
  headersTooLarge: refusals.headersTooLarge,
  tooSlow: refusals.requestTimeout,
  codingUnknown: refusals.codingUnknown,
  versionUnknown: refusals.versionUnknown,
  failed: refusals.serverError,
};
