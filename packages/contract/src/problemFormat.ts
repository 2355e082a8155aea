/**
 * What an error code means. A code never changes; its title may. `only` names the requests that alone can end with it;
 * requests for content can't.
 */
export type ErrorRow = {
  readonly status: number;
  readonly title: string;
  readonly only?: 'media' | 'events';
};

/** RFC 9457 problem details: the form of every error response of both interfaces. */
export type ProblemDetails<Code extends string, Fault> = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: Code;
  readonly requestId: string;
  /** Everything that is wrong with what was sent, if that is the problem. */
  readonly errors?: readonly Fault[];
};

/** Fills in the problem details of an error from the table that its code is in. */
export function problemDetails<Code extends string, Fault = never>(
  table: Readonly<Record<Code, ErrorRow>>,
  code: Code,
  detail: string,
  requestId: string,
  errors?: readonly Fault[],
): ProblemDetails<Code, Fault> {
  const { status, title } = table[code];
  const details = { type: `/docs#error-${code}`, title, status, detail, code, requestId };
  return errors === undefined ? details : { ...details, errors };
}

/** A member of a JSON Schema. */
type MemberSchema = { readonly type: 'string' | 'object'; readonly description: string };
/** A member that holds text. */
type TextSchema = { readonly type: 'string'; readonly description: string };

/**
 * The JSON Schema of problem details with these codes, and with faults that have these members. The OpenAPI documents and
 * the types of the client are made from it.
 */
export function problemSchema<Members extends string>(
  codes: readonly string[],
  faultMembers: Readonly<Record<Members, TextSchema>>,
  /** Members that not every fault has. */
  optionalMembers: Readonly<Record<string, MemberSchema>> = {},
) {
  const properties = {
    type: { type: 'string', format: 'uri-reference', description: 'Where the error is described.' },
    title: { type: 'string', description: 'What the code means.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What is wrong with this request, and what to do about it.' },
    // Not an enum: codes may be added, and a client that validates responses must not fail then.
    code: {
      type: 'string',
      examples: [...codes],
      description:
        'Stable and machine-readable. Codes may be added: go by the status if you do not know one.',
    },
    requestId: { type: 'string', description: 'Identifies the request in the logs of the service.' },
    errors: {
      type: 'array',
      description: 'Each fault in what was sent; in a 400.',
      items: {
        type: 'object',
        properties: { ...faultMembers, ...optionalMembers },
        required: Object.keys(faultMembers),
      },
    },
  } as const satisfies Record<keyof ProblemDetails<string, unknown>, unknown>;
  const required = Object.keys(properties).filter((name) => name !== 'errors');
  return { type: 'object', description: 'RFC 9457 problem details.', properties, required } as const;
}

/** Every error that a request to the public interface can end with. */
export const errors = {
  invalid_parameters: { status: 400, title: 'Some parameters are invalid' },
  malformed_request: { status: 400, title: 'The request is not valid HTTP' },
  operations_invalid: { status: 400, title: 'The picture operations are invalid', only: 'media' },
  credentials_missing: { status: 401, title: 'Credentials are missing' },
  credentials_invalid: { status: 401, title: 'The credentials are invalid' },
  access_denied: { status: 403, title: 'These credentials do not give access to this resource' },
  preview_denied: { status: 403, title: 'These credentials do not allow previews' },
  signature_invalid: { status: 403, title: 'The signature of the picture URL is invalid', only: 'media' },
  unknown_path: { status: 404, title: 'No such path' },
  not_found: { status: 404, title: 'Resource not found' },
  draft_incomplete: { status: 404, title: 'This draft is incomplete' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  media_too_large: { status: 413, title: 'The picture is too large', only: 'media' },
  url_too_long: { status: 414, title: 'URL too long' },
  media_undecodable: { status: 415, title: 'The file cannot be read as a picture', only: 'media' },
  range_not_satisfiable: { status: 416, title: 'The range is outside the file', only: 'media' },
  misdirected: { status: 421, title: 'Another node holds this space' },
  rate_limited: { status: 429, title: 'Too many requests' },
  too_many_subscribers: { status: 429, title: 'Too many subscribers', only: 'events' },
  headers_too_large: { status: 431, title: 'Headers too large' },
  server_error: { status: 500, title: 'Server error' },
  not_implemented: { status: 501, title: 'Not implemented' },
  behind: { status: 503, title: 'This node does not show that event yet', only: 'events' },
  not_ready: { status: 503, title: 'Not ready', only: 'events' },
  subscribers_full: { status: 503, title: 'The service takes no more subscribers', only: 'events' },
  overloaded: { status: 503, title: 'The service is overloaded', only: 'media' },
  media_unavailable: { status: 503, title: 'Media files are unavailable', only: 'media' },
  http_version_unknown: { status: 505, title: 'HTTP version not supported' },
} as const satisfies Record<string, ErrorRow>;

/** The stable, machine-readable code of an error. */
export type ErrorCode = keyof typeof errors;

/** One thing that is wrong with a parameter. */
export type ParameterFault = { readonly parameter: string; readonly message: string };

/** The problem details of an error of the public interface; a 400 lists each fault. */
export type Problem = ProblemDetails<ErrorCode, ParameterFault>;

/** Makes the problem details of an error. */
export function problem(
  code: ErrorCode,
  detail: string,
  requestId: string,
  faults?: readonly ParameterFault[],
): Problem {
  return problemDetails(errors, code, detail, requestId, faults);
}

/** The JSON Schema of those problem details. */
export const publicProblemSchema = problemSchema(Object.keys(errors), {
  parameter: { type: 'string', description: 'The name of the parameter.' },
  message: { type: 'string', description: 'What is wrong with it.' },
});
