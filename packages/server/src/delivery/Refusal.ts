import { type ErrorCode, errors, type ParameterFault, problem } from '@newsstand/contract';
import type { Reply } from '../http/Reply.ts';
import { notKept } from './cacheControl.ts';
import { headerLines, varies } from './headerLines.ts';

/** What an error says besides its code. */
export type Refusal = {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly faults?: readonly ParameterFault[];
  /** Header lines of its own. */
  readonly headers?: string;
};

const usualLines = headerLines({ 'content-type': 'application/problem+json', vary: varies });

/** An error as an answer: problem details that nobody keeps. */
export function refusalReply({ code, detail, faults, headers = '' }: Refusal, requestId: string): Reply {
  return {
    status: errors[code].status,
    headers: usualLines + notKept + headers,
    body: Buffer.from(JSON.stringify(problem(code, detail, requestId, faults))),
  };
}
