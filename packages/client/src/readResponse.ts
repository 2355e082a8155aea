import type { Problem } from './contract/resources.ts';
import { NewsstandError } from './NewsstandError.ts';
import { readRetryAfter } from './retryDelay.ts';

/** The value of a successful response. Throws where the service cannot have sent it. */
export function readResponse<Answer>(operation: string, response: Response, text: string): Answer {
  const answer = parse(text);
  if (!isAnswer<Answer>(operation, answer)) throw unexpected(operation, response);
  return answer;
}

/**
 * Whether a value is an answer of the service, and not of something in front of it. Its items are not checked: they
 * are what the contract says, and a schema for them would be larger than the client.
 */
function isAnswer<Answer>(operation: string, value: unknown): value is Answer {
  const { list, totalCount, name } = membersOf(value);
  return operation.startsWith('list')
    ? Array.isArray(list) && typeof totalCount === 'number'
    : typeof name === 'string';
}

function isProblem(value: unknown): value is Problem {
  const { code, detail } = membersOf(value);
  return typeof code === 'string' && typeof detail === 'string';
}

function membersOf(value: unknown): { readonly [member: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Why a request failed. */
export function readFailure(
  operation: string,
  response: Response,
  text: string,
  now: number,
): NewsstandError {
  const { status, headers } = response;
  const retryAfter = readRetryAfter(headers.get('retry-after'), now);
  const problem = parse(text);
  if (!isProblem(problem)) return unexpected(operation, response, retryAfter);
  const { code, detail, requestId } = problem;
  const what = `${detail} (${status} ${code}, request ${requestId})`;
  return new NewsstandError(what, { code, operation, status, problem, retryAfter });
}

function unexpected(operation: string, response: Response, retryAfter?: number): NewsstandError {
  const { status, type, headers } = response;
  // Browsers hide the target of a redirect, and its status.
  const isRedirect = type === 'opaqueredirect' || headers.has('location');
  const what = isRedirect
    ? `redirected to ${headers.get('location') ?? 'elsewhere'}; pass that address as url`
    : `answered ${status} ${headers.get('content-type') ?? ''}, which is not a response of the service; check the url, and any proxy in front of it`;
  return new NewsstandError(what, { code: 'unexpected_answer', operation, status, retryAfter });
}

/** What JSON says; undefined where it is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
