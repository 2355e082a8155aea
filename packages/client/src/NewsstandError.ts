import type { ErrorCode, Problem } from './contract/resources.ts';

/** Why a call failed: an error code of the service, or one of the client's own. */
export type FailureCode = ErrorCode | 'timeout' | 'connection' | 'unexpected_answer';

/** Details of a failure. */
export interface Failure {
  code: FailureCode;
  /** The operation, such as `listNews`. */
  operation: string;
  /** The status of the response, if there was one. */
  status?: number;
  /** The problem details, if the service sent any. */
  problem?: Problem;
  /** How many milliseconds to wait before the next call, if the service says so. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** A failed call. When the caller aborts it, a call rejects with the signal's reason instead. */
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
