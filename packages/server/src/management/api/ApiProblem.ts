import type { BodyFault, ManageErrorCode } from '@newsstand/contract/manage';

/** Additional members of a problem. */
type More = {
  readonly errors?: readonly BodyFault[] | undefined;
  /** Further members of the response. */
  readonly members?: Readonly<Record<string, unknown>> | undefined;
  /** Members that are already JSON, such as both versions of a conflict: they may be large. */
  readonly json?: Readonly<Record<string, Uint8Array<ArrayBuffer>>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/** A refused request: the client gets the code and what to do. */
export class ApiProblem extends Error {
  readonly code: ManageErrorCode;
  readonly more: More;

  constructor(code: ManageErrorCode, detail: string, more: More = {}) {
    super(detail);
    this.name = 'ApiProblem';
    this.code = code;
    this.more = more;
  }
}

/** How many faults are reported at most. */
export const mostFaults = 100;

/** The problem of a parameter of the query. */
export function invalidParameters(path: string, message: string): ApiProblem {
  return new ApiProblem('invalid_parameters', `${path} ${message}`, { errors: [{ path, message }] });
}

/** The problem of an invalid body, with all its faults. */
export function invalidBody(faults: readonly BodyFault[]): ApiProblem {
  const [first] = faults;
  const detail = first?.path === '' ? `the body ${first.message}` : 'see errors for what to change';
  return new ApiProblem('invalid_body', detail, { errors: faults.slice(0, mostFaults) });
}
