import { type ErrorRow, type ProblemDetails, problemDetails } from '../problemFormat.ts';
import type { Fault } from '../rules.ts';

/** Every error that the write interface can return. */
export const manageErrors = {
  invalid_body: { status: 400, title: 'The body is invalid' },
  invalid_parameters: { status: 400, title: 'Some parameters are invalid' },
  session_missing: { status: 401, title: 'Sign in first' },
  sign_in_failed: { status: 401, title: 'Wrong name or password' },
  token_missing: { status: 401, title: 'A token is needed' },
  second_factor_failed: { status: 403, title: 'Wrong code' },
  confirmation_needed: { status: 403, title: 'Confirm who you are first' },
  role_missing: { status: 403, title: 'Your role does not allow this' },
  four_eyes: { status: 403, title: 'Another operator has to publish this' },
  origin_refused: { status: 403, title: 'The request comes from another site' },
  metrics_refused: { status: 403, title: 'Metrics are not shown here' },
  passwords_off: { status: 403, title: 'Passwords are switched off' },
  link_invalid: { status: 403, title: 'This link has been used or has expired' },
  unknown_path: { status: 404, title: 'No such path' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'The change conflicts with existing content' },
  in_use: { status: 409, title: 'It is still used' },
  proposal_closed: { status: 409, title: 'The proposal is no longer open' },
  proposal_changed: { status: 409, title: 'It has been changed since it was proposed' },
  upload_offset: { status: 409, title: 'The upload is at another offset' },
  upload_not_ready: { status: 409, title: 'The upload is not ready' },
  file_gone: { status: 409, title: 'The file is no longer stored' },
  upload_protocol: { status: 412, title: 'Unsupported version of the upload protocol' },
  version_conflict: { status: 412, title: 'Someone else has changed it' },
  too_large: { status: 413, title: 'Too large' },
  unsupported_type: { status: 415, title: 'Unsupported content type' },
  host_unknown: { status: 421, title: 'This listener does not answer to that host name' },
  precondition_required: { status: 428, title: 'State which version you are changing' },
  too_many_attempts: { status: 429, title: 'Too many attempts' },
  too_many_uploads: { status: 429, title: 'Too many uploads at once' },
  provider_unavailable: { status: 502, title: 'The provider cannot be reached' },
  server_error: { status: 500, title: 'Server error' },
  store_busy: { status: 503, title: 'Another change is being written' },
  store_unavailable: { status: 503, title: 'The store is unavailable' },
  store_replaced: { status: 503, title: 'The store was replaced while in use' },
  not_ready: { status: 503, title: 'Not ready' },
  overloaded: { status: 503, title: 'Too many requests at once' },
  disk_full: { status: 507, title: 'No space is left on the disk' },
} as const satisfies Record<string, ErrorRow>;

/** The stable, machine-readable code of an error of the write interface. */
export type ManageErrorCode = keyof typeof manageErrors;

/** One fault in what was sent, as clients read it: they may not know a `rule` that is newer than they are. */
export type BodyFault = Omit<Fault, 'rule'> & { readonly rule?: string };

/** The problem details of an error of the write interface. */
export type ManageProblem = ProblemDetails<ManageErrorCode, BodyFault>;

/** Makes the problem details of an error; `more` holds members that only this error has. */
export function manageProblem<More extends object>(
  code: ManageErrorCode,
  detail: string,
  requestId: string,
  more: More,
): ManageProblem & More {
  const details: ManageProblem = problemDetails(manageErrors, code, detail, requestId);
  return { ...details, ...more };
}
