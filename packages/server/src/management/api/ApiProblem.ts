import { type BrokenRule, type Fault, faultAt, type Rule, type ValuesOf } from '@newsstand/contract';
import type { ManageErrorCode } from '@newsstand/contract/manage';

/** Additional members of a problem. */
type More = {
  readonly errors?: readonly Fault[] | undefined;
  /** Further members of the response. */
  readonly members?: Readonly<Record<string, unknown>> | undefined;
  /** Members that are already JSON, such as both versions of a conflict: they may be large. */
  readonly json?: Readonly<Record<string, Uint8Array<ArrayBuffer>>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/**
 * A refused request: the client gets the code and what to do. The code says it in every language; a rule that was broken
 * says it more exactly. Other details are for programmers.
 */
export class ApiProblem extends Error {
  readonly code: ManageErrorCode;
  /** The rule that was broken, if it is about one. */
  readonly broken: BrokenRule | undefined;
  readonly more: More;

  constructor(code: ManageErrorCode, detail: string | BrokenRule, more: More = {}) {
    const { message, ...rule } = typeof detail === 'string' ? { message: detail } : detail;
    super(message);
    this.name = 'ApiProblem';
    this.code = code;
    this.broken = typeof detail === 'string' ? undefined : detail;
    this.more = { ...more, members: { ...rule, ...more.members } };
  }
}

/** How many faults are reported at most. */
export const mostFaults = 100;

/** The problem of a parameter of the query. */
export function invalidParameter<R extends Rule>(path: string, rule: R, ...values: ValuesOf<R>): ApiProblem {
  const fault = faultAt(path, rule, ...values);
  return new ApiProblem('invalid_parameters', `${path} ${fault.message}`, { errors: [fault] });
}

/** The problem of a member of a body. */
export function invalidMember<R extends Rule>(path: string, rule: R, ...values: ValuesOf<R>): ApiProblem {
  return invalidBody([faultAt(path, rule, ...values)]);
}

/** The problem of an invalid body, with all its faults. */
export function invalidBody(faults: readonly Fault[]): ApiProblem {
  const [first] = faults;
  const detail = first?.path === '' ? `the body ${first.message}` : 'see errors for what to change';
  return new ApiProblem('invalid_body', detail, { errors: faults.slice(0, mostFaults) });
}
