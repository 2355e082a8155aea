import type { ErrorCode, ParameterFault, Problem } from './contract/resources.ts';

/** Why a call failed: an error code of the service, or one of the client's own. */
export type FailureCode = Failure['code'];

/** What all failures have. */
interface AnyFailure {
  /** The operation, such as `listNews`. */
  readonly operation: string;
  /** How many milliseconds to wait before the next call, if the service says so. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** The service rejected what was asked for, parameter by parameter. */
export interface InvalidParameters extends AnyFailure {
  readonly code: 'invalid_parameters';
  readonly status: number;
  readonly problem: Problem & { readonly errors: readonly ParameterFault[] };
}

/** The service answered with another error. */
export interface ServiceFailure extends AnyFailure {
  readonly code: Exclude<ErrorCode, 'invalid_parameters'>;
  readonly status: number;
  /** The problem details; missing if the call could not succeed and was not sent. */
  readonly problem?: Problem | undefined;
}

/** Something else answered: a proxy, or another server. */
export interface UnexpectedAnswer extends AnyFailure {
  readonly code: 'unexpected_answer';
  readonly status: number;
  readonly problem?: undefined;
}

/** There was no response, or only a part of it. */
export interface NoAnswer extends AnyFailure {
  readonly code: 'timeout' | 'connection';
  readonly status?: undefined;
  readonly problem?: undefined;
}

/** A list changed each time that all of it was read. */
export interface ListChanging extends AnyFailure {
  readonly code: 'list_changing';
  readonly status?: undefined;
  readonly problem?: undefined;
}

/** Details of a failure, by its code. */
export type Failure = InvalidParameters | ServiceFailure | UnexpectedAnswer | NoAnswer | ListChanging;

/** A failed call. When the caller aborts it, a call rejects with the signal's reason instead. */
export class NewsstandError extends Error {
  override readonly name = 'NewsstandError';
  readonly code: FailureCode;
  readonly operation: string;
  /** The status of the response, if there was one. */
  readonly status: number | undefined;
  /** The problem details, if the service sent any. */
  readonly problem: Problem | undefined;
  /** How many milliseconds to wait before the next call, if the service says so. */
  readonly retryAfter: number | undefined;

  constructor(what: string, { code, operation, status, problem, retryAfter, cause }: Failure) {
    super(`${operation}: ${what}`, { cause });
    this.code = code;
    this.operation = operation;
    this.status = status;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }

  /** After `instanceof`, the code tells what else there is. By its name, since a page may have loaded the client twice. */
  static override [Symbol.hasInstance](value: unknown): value is NewsstandError & Failure {
    return value instanceof Error && value.name === 'NewsstandError' && 'code' in value;
  }
}
