import { NewsstandError } from './NewsstandError.ts';
import type { Problem } from './resources.ts';
import { readRetryAfter } from './retryDelay.ts';

/** The value that a good answer holds. Throws where it can't be one of the service. */
export function readAnswer<Answer>(operation: string, response: Response, text: string): Answer {
  const answer = parse(text);
  const isRight = operation.startsWith('list')
    ? Array.isArray(answer?.list)
    : typeof answer?.name === 'string';
  if (!isRight) throw unexpected(operation, response);
  return answer;
}

/** Why there is no good answer. */
export function readFailure(
  operation: string,
  response: Response,
  text: string,
  now: number,
): NewsstandError {
  const { status, headers } = response;
  const retryAfter = readRetryAfter(headers.get('retry-after'), now);
  const problem: Problem | undefined = parse(text);
  if (typeof problem?.code !== 'string') return unexpected(operation, response, retryAfter);
  const { code, detail, requestId } = problem;
  const what = `${detail} (${status} ${code}, request ${requestId})`;
  return new NewsstandError(what, { code, operation, status, problem, retryAfter });
}

function unexpected(operation: string, response: Response, retryAfter?: number): NewsstandError {
  const { status, type, headers } = response;
  // A page is not told where a redirect leads, nor its status.
  const isRedirect = type === 'opaqueredirect' || headers.has('location');
  const what = isRedirect
    ? `redirected to ${headers.get('location') ?? 'elsewhere'}; give the address that is meant as url`
    : `answered ${status} ${headers.get('content-type') ?? ''}, but not by the service; look at the url, and at what is in front of it`;
  return new NewsstandError(what, { code: 'unexpected_answer', operation, status, retryAfter });
}

/** What JSON says; undefined where it is none. What the service sends is as the contract says, so it is trusted. */
function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
