import { type ErrorCode, errors, type ParameterFault, problem } from '@newsstand/contract';
import { notKept } from './cacheControl.ts';

/** An answer before it goes out. */
export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | string | null;
};

/** What an error says besides its code. */
export type Refusal = {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly faults?: readonly ParameterFault[];
  readonly headers?: Readonly<Record<string, string>>;
};

/** An error as an answer: problem details that nobody keeps. */
export function refusalReply({ code, detail, faults, headers }: Refusal, requestId: string): Reply {
  return {
    status: errors[code].status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': notKept, ...headers },
    body: JSON.stringify(problem(code, detail, requestId, faults)),
  };
}
