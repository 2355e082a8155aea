import type { ErrorCode, Problem } from './resources.ts';

/** Why a call failed, for programs: a code of the service, or one of the client's own. */
export type FailureCode = ErrorCode | 'timeout' | 'connection' | 'unexpected_answer';

/** What is known of a failure. */
export interface Failure {
  code: FailureCode;
  /** What was asked, such as `listNews`. */
  operation: string;
  /** The status of the answer, where there was one. */
  status?: number;
  /** What the service said, where it was the service that answered. */
  problem?: Problem;
  /** How many milliseconds the service asks to wait before the next call. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** A call that failed. An abort by the caller's own signal is none: it rejects with the signal's reason. */
export class NewsstandError extends Error {
  override readonly name = 'NewsstandError';
  readonly code: FailureCode;
  readonly operation: string;
  readonly status: number | undefined;
  readonly problem: Problem | undefined;
  readonly retryAfter: number | undefined;

  constructor(what: string, { code, operation, status, problem, retryAfter, cause }: Failure) {
    super(`${operation}: ${what}`, { cause });
    this.code = code;
    this.operation = operation;
    this.status = status;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}
