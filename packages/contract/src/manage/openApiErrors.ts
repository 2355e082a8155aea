import { type ManageErrorCode, manageErrors } from './errors.ts';
import type { ManageRoute } from './routes.ts';

type Json = { readonly [member: string]: unknown };

const text = { type: 'string' } as const;

const errorCodes = Object.keys(manageErrors).filter((code): code is ManageErrorCode =>
  Object.hasOwn(manageErrors, code),
);

/** What a documented operation can end with: its path and method are known to be right. */
const errorStatuses: readonly number[] = [
  ...new Set(
    errorCodes.filter((code) => code !== 'method_not_allowed').map((code) => manageErrors[code].status),
  ),
];

/** The errors that a route can end with. */
export function errorReferences(route: ManageRoute): Json {
  return Object.fromEntries(
    errorStatuses
      .filter((status) => isPossible(route, status))
      .map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
  );
}

function isPossible(route: ManageRoute, status: number): boolean {
  const { method, path, body, query, isGuarded = false, access, action } = route;
  const writes = method !== 'GET' && method !== 'HEAD';
  const sends = body !== undefined || action === 'patchUpload' || action === 'createUpload';
  switch (status) {
    case 400:
      return sends || query !== undefined || isGuarded;
    case 404:
      return path.includes('{');
    case 409:
      return writes;
    case 412:
      return isGuarded || path.includes('/uploads');
    case 413:
    case 415:
      return sends;
    case 428:
      return isGuarded;
    case 429:
      return access === 'anyone';
    default:
      return true;
  }
}

/** Every error answer, as components of the document. */
export function errorAnswers(): Json {
  return Object.fromEntries(errorStatuses.map((status) => [`Error${status}`, errorAnswer(status)]));
}

function errorAnswer(status: number): Json {
  const codes = errorCodes.filter((code) => manageErrors[code].status === status);
  const schema = { $ref: `#/components/schemas/${status === 412 ? 'Conflict' : 'Problem'}` };
  return {
    description: codes.map((code) => `${manageErrors[code].title} (\`${code}\`).`).join(' '),
    content: { 'application/problem+json': { schema } },
  };
}

const problem: Json = {
  type: 'object',
  description: 'RFC 9457 problem details.',
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: text,
    status: { type: 'integer' },
    detail: { ...text, description: 'What is wrong, and what to do about it.' },
    code: { ...text, enum: errorCodes, description: 'Stable and machine-readable.' },
    requestId: text,
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { ...text, description: 'Where, as in `values.title`; empty for the whole.' },
          message: text,
        },
        required: ['path', 'message'],
        additionalProperties: false,
      },
    },
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
};

const conflict: Json = {
  description: 'Somebody else was first: both versions.',
  allOf: [{ $ref: '#/components/schemas/Problem' }],
  type: 'object',
  properties: {
    current: {
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'The item as it is now, as `getItem` answers it; null where it is gone.',
    },
    yours: { type: 'object', additionalProperties: true, description: 'What it would have become.' },
    changedAt: { type: 'integer', format: 'int64' },
    changedBy: text,
  },
};

/** The schemas of what errors say. */
export const problemSchemas: Json = { Problem: problem, Conflict: conflict };
