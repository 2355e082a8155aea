import { credentialHeaders, type ErrorCode, limits, type ParameterFault } from '@newsstand/contract';
import { headerLines } from '../http/HttpResponse.ts';
import type { Fault } from '../http/ListenerContext.ts';

/** Why a request is refused, before it becomes a response. */
export type RequestProblem = {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly faults?: readonly ParameterFault[];
  /** Header lines of its own. */
  readonly headers?: string;
};

/** The methods that the interface knows. */
export const allowedMethods = 'GET, HEAD, OPTIONS';

const challenge = headerLines({ 'www-authenticate': 'ApiKey realm="newsstand"' });

/** Every problem of a request for content, with what to do about it. */
export const problems = {
  malformedRequest: {
    code: 'malformed_request',
    detail: 'This is not a valid HTTP/1.1 request (RFC 9112): check its first line and its headers.',
  },
  requestTimeout: {
    code: 'request_timeout',
    detail: 'The request line and headers did not arrive in time: send them without delay.',
  },
  headersTooLarge: {
    code: 'headers_too_large',
    detail: `The headers may be at most ${limits.headerBytes} bytes long in total.`,
  },
  methodTooLong: {
    code: 'not_implemented',
    detail: 'No method is that long: use GET, HEAD or OPTIONS.',
  },
  codingUnknown: {
    code: 'not_implemented',
    detail: 'The only transfer coding that is accepted is chunked, and the body is never read.',
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
  clientMissing: {
    code: 'unknown_path',
    detail: 'The client has not been built here: run npm run client:pack.',
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
    detail: 'The key is unknown, expired or revoked, or the secret does not match.',
    headers: challenge,
  },
  rateLimited: {
    code: 'rate_limited',
    detail: 'These credentials have reached their rate limit; Retry-After says when to try again.',
  },
  accessDenied: {
    code: 'access_denied',
    detail: 'No grant of these credentials covers this project, space or instance.',
  },
  misdirected: {
    code: 'misdirected',
    detail: 'Another node holds this space: send the request there.',
  },
  previewDenied: {
    code: 'preview_denied',
    detail: 'previewAt requires preview credentials.',
  },
  scopeNotFound: {
    code: 'not_found',
    detail: 'There is no such space or instance.',
  },
  itemNotFound: {
    code: 'not_found',
    detail: 'Nothing with this ID or alias exists, or it is not public now.',
  },
  draftIncomplete: {
    code: 'draft_incomplete',
    detail:
      'The item of this preview link is a draft that still lacks its text or its picture. Until it has both, only the preview page of the service shows it.',
  },
  tooManySubscribers: {
    code: 'too_many_subscribers',
    detail: 'These credentials have as many subscribers as they may: close some, or share one.',
    headers: headerLines({ 'retry-after': '10' }),
  },
  subscribersFull: {
    code: 'subscribers_full',
    detail: 'This node has as many subscribers as it takes; Retry-After says when to try again.',
    headers: headerLines({ 'retry-after': '10' }),
  },
  behind: {
    code: 'behind',
    detail: 'You have heard of an event that this node does not show yet: send the request again.',
    headers: headerLines({ 'retry-after': '1' }),
  },
  serverError: {
    code: 'server_error',
    detail: 'Something went wrong in the service; the request ID identifies it in the logs.',
  },
  notReady: {
    code: 'not_ready',
    detail: 'The service is stopping.',
    headers: headerLines({ 'retry-after': '1' }),
  },
} as const satisfies Record<string, RequestProblem>;

/** The problem that lists everything that is wrong with the parameters. */
export function invalidParameters(faults: readonly ParameterFault[]): RequestProblem {
  const sentences = faults.map(({ parameter, message }) => `'${parameter}' ${message}`);
  const detail = sentences.map((sentence) => (sentence.endsWith('?') ? sentence : `${sentence}.`)).join(' ');
  return { code: 'invalid_parameters', detail, faults };
}

/** The faults of parameters in the path that can't be decoded. */
export function undecodedFaults(parameters: readonly string[]): readonly ParameterFault[] {
  return parameters.map((parameter) => ({ parameter, message: 'is not valid percent-encoded UTF-8' }));
}

/** The problems of the faults that the listener itself rejects. */
export const faultProblems: Readonly<Record<Fault, RequestProblem>> = {
  malformed: problems.malformedRequest,
  methodTooLong: problems.methodTooLong,
  targetTooLong: problems.urlTooLong,
  headersTooLarge: problems.headersTooLarge,
  tooSlow: problems.requestTimeout,
  codingUnknown: problems.codingUnknown,
  versionUnknown: problems.versionUnknown,
  failed: problems.serverError,
};
