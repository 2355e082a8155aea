import { z } from 'zod';
import {
  neededComponents,
  open,
  referToInputs,
  requestSchemas,
  responseSchemas,
} from '../componentSchemas.ts';
import { kinds } from '../content.ts';
import { appKinds, kindNames } from '../kinds.ts';
import { limits } from '../limits.ts';
import { interfaceVersion, plainSchema, queryParameter } from '../openapi.ts';
import { operations } from '../operations.ts';
import { type ParameterName, parameters } from '../parameters.ts';
import { problemSchema } from '../problemFormat.ts';
import { id } from '../text.ts';
import { type ManageErrorCode, manageErrors } from './errors.ts';
import { itemActions, manageRoot } from './plain.ts';
import { type ManageRoute, manageRoutes } from './routes.ts';

type Json = { readonly [member: string]: unknown };

/** The OpenAPI 3.1 document of the write interface, generated from the data that requests are checked with. */
export function manageOpenApi(managementUrl: string): Json {
  const paths = describePaths();
  const needed = neededComponents(paths, { ...responseSchemas(), ...requestSchemas() });
  return {
    openapi: '3.1.1',
    info: {
      title: 'Newsstand management',
      version: interfaceVersion,
      summary: 'Manages content, keys and operators; on the management listener only.',
      description:
        'An operator signs in and gets a session cookie, or creates a token for scripts. Items have the form that an import takes. A change of an item states with `If-Match` which version it is based on. Timestamps are integer milliseconds since the Unix epoch, UTC. An optional field without a value is left out, never null. A later 1.x may add members to responses, optional members to requests, parameters and error codes: ignore what you do not know. ' +
        `An item may have ${limits.importLineBytes} bytes, a document ${limits.documentValues} members and elements in total, nested up to ${limits.documentDepth} levels deep; its texts must be valid Unicode, without lone surrogates.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${managementUrl}${manageRoot}` }],
    security: [{ session: [] }, { token: [] }],
    tags,
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'newsstand_session', description: sessionText },
        token: { type: 'http', scheme: 'bearer', description: 'A token for scripts.' },
      },
      responses: errorAnswers(),
      schemas: { ...needed, Problem: problem, Conflict: conflict },
    },
  };
}

const sessionText =
  'Set when signing in. Over HTTPS its name begins with `__Host-`. Requests that write must come from the console itself: any other `Origin` is refused.';

const groups = {
  session: 'Who is signed in.',
  operators: 'The people who manage content.',
  keys: 'Keys for readers.',
  projects: 'Projects, spaces and instances.',
  uploads: 'Uploads of files, with the protocol tus 1.0.0.',
  proposals: 'Proposals to publish items.',
  service: 'The state of the service, its traffic and its audit log.',
} as const;

const tags = [
  ...Object.entries(groups).map(([name, description]) => ({ name, description })),
  ...kindNames.map((kind) => ({ name: kinds[kind].title, description: `All ${kinds[kind].title}.` })),
];

function tagOf({ kind, path }: ManageRoute): string {
  if (kind !== undefined) return kinds[kind].title;
  if (path.includes('/uploads')) return 'uploads';
  if (path.startsWith('/invitations')) return 'session';
  const [, first = ''] = path.split('/');
  return Object.hasOwn(groups, first) ? first : 'service';
}

function describePaths(): Json {
  const byPath = Map.groupBy(manageRoutes, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, routes]) => [
      path,
      Object.fromEntries(routes.map((route) => [route.method.toLowerCase(), describe(route)])),
    ]),
  );
}

function describe(route: ManageRoute): Json {
  return {
    operationId: operationId(route),
    summary: route.summary,
    description: [needs(route), ...confirmationText(route)].join(' '),
    tags: [tagOf(route)],
    ...security(route),
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...requestBody(route),
    responses: { ...answers(route), ...errorReferences(route) },
  };
}

/** A name for each kind's own operation, such as `createNews` or `listVersionsOfNews`. */
function operationId({ action, kind }: ManageRoute): string {
  if (kind === undefined) return action;
  const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  if (/Items?$/.test(action)) return action.replace(/Items?$/, action === 'listItems' ? `${name}List` : name);
  const isPlain = action === 'merge' || itemActions.some((each) => each === action);
  return isPlain ? `${action}${name}` : `${action}Of${name}`;
}

function needs({ access, path }: ManageRoute): string {
  if (access === 'anyone') return 'Needs no session.';
  if (access === 'pending') return 'Needs a sign-in that lacks its last step.';
  if (access === 'enrolling') return 'Needs a session, or a sign-in that lacks its last step.';
  if (access === 'operator') return 'For every operator, within their roles.';
  return `Needs the role ${access}${path.includes('{projectId}') ? ' in the project' : ''}.`;
}

function security({ access, confirmation }: ManageRoute): Json {
  if (access === 'anyone' || access === 'pending') return { security: [] };
  return /^(session|confirmed)$/.test(confirmation ?? '') ? { security: [{ session: [] }] } : {};
}

const confirmedText = 'A session must have been confirmed within the last ten minutes.';
function confirmationText({ confirmation, access }: ManageRoute): readonly string[] {
  if (access === 'pending' || (confirmation ?? 'none') === 'none') return [];
  const toTokens = confirmation === 'confirmedOrToken' ? 'Open to tokens.' : 'Refused to tokens.';
  return confirmation === 'session' ? [toTokens] : [toTokens, confirmedText];
}

const pathTexts: Readonly<Record<string, string>> = {
  projectId: 'Project ID.',
  spaceId: 'Space ID.',
  instanceId: 'Instance ID.',
  app: `What the instance holds: ${appKinds.map((kind) => `\`${kind}\``).join(' or ')}.`,
  contentId: 'Content ID.',
  mediaId: 'Media ID.',
  categoryId: 'Category ID.',
  tagId: 'Tag ID.',
  version: 'Version number.',
  passkeyId: 'Passkey ID, as in the list of factors.',
  uploadId: 'Upload ID.',
  proposalId: 'Proposal ID.',
  viewId: 'View ID.',
  operatorId: 'Name that the operator signs in with.',
  tokenId: 'Token ID.',
  key: 'The key.',
};

function pathParameters({ path }: ManageRoute): readonly Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: pathTexts[name],
    schema: pathSchemas[name] ?? plainSchema(id),
  }));
}

/** What is not an ID in a path. */
const pathSchemas: Readonly<Record<string, Json>> = {
  app: { type: 'string', enum: appKinds },
  version: { type: 'integer', minimum: 1 },
  operatorId: { type: 'string' },
  key: { type: 'string' },
};

function queryParameters({ query, action, kind }: ManageRoute): readonly Json[] {
  const list = operations.find((operation) => operation.kind === kind && !operation.single);
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => {
    // Lists take the same parameters as those of the public interface.
    if (action === 'listItems' && list !== undefined && isParameterName(name))
      return queryParameter(list, name);
    const { description, ...rest } = inline(schema, 'output');
    const told = description === undefined ? {} : { description };
    const required = !z.safeParse(schema, undefined).success;
    return { name, in: 'query', required, ...told, schema: rest };
  });
}

function isParameterName(name: string): name is ParameterName {
  return Object.hasOwn(parameters, name);
}

const text = { type: 'string' } as const;
const size = { type: 'integer', minimum: 0 } as const;

const tusVersion = header('Tus-Resumable', 'The version of the protocol.', {
  type: 'string',
  const: '1.0.0',
});

const uploadHeaders: Readonly<Record<string, readonly Json[]>> = {
  createUpload: [
    tusVersion,
    header('Upload-Length', 'Total number of bytes.', size),
    header('Upload-Metadata', '`filename`, and `package` for an asset package; values in Base64.', text),
  ],
  headUpload: [tusVersion],
  patchUpload: [tusVersion, header('Upload-Offset', 'Position of these bytes in the file.', size)],
  removeUpload: [tusVersion],
};

function header(name: string, description: string, schema: Json, required = true): Json {
  return { name, in: 'header', required, description, schema };
}

/** Whether an action may also create the item, and so needs no version of it. */
function mayCreate({ action }: ManageRoute): boolean {
  return action === 'putItem' || action === 'restoreVersion';
}

function headerParameters(route: ManageRoute): readonly Json[] {
  const tus = uploadHeaders[route.action] ?? [];
  if (!route.isGuarded) return tus;
  const seen = header(
    'If-Match',
    'The `ETag` of the version that is changed, or `*`.',
    text,
    !mayCreate(route),
  );
  const none = header(
    'If-None-Match',
    '`*`: only if the item does not exist yet.',
    { ...text, const: '*' },
    false,
  );
  return mayCreate(route) ? [seen, none] : [seen];
}

function requestBody({ action, body }: ManageRoute): Json {
  if (action === 'patchUpload')
    return { requestBody: { required: true, content: { 'application/offset+octet-stream': {} } } };
  if (body === undefined) return {};
  const schema = inline(body, 'input');
  const json = { 'application/json': { schema } };
  const content = action === 'patchItem' ? { 'application/merge-patch+json': { schema }, ...json } : json;
  return { requestBody: { required: !body.safeParse(undefined).success, content } };
}

function answers(route: ManageRoute): Json {
  const { status } = route;
  const described = {
    description: answerTexts[status] ?? 'Done.',
    ...answerHeaders(route),
    ...answerContent(route),
  };
  const created = { ...described, description: answerTexts[201] };
  const done = mayCreate(route) ? { [status]: described, 201: created } : { [status]: described };
  const { method, access } = route;
  const writes =
    method !== 'GET' && method !== 'HEAD' && access !== 'anyone' && !route.path.includes('/uploads');
  return writes ? { ...done, 202: { ...described, ...monitor } } : done;
}

const monitor = {
  description:
    'Done, but some readers of this node may not see it yet. `Link` (`rel="monitor"`) says where to ask whether they do: `/shown`.',
  headers: { Link: { description: 'Where to ask whether readers see the change.', schema: text } },
};

const answerTexts: Readonly<Record<number, string>> = {
  200: 'OK.',
  201: 'Created.',
  204: 'Done, without content.',
};

function answerContent({ action, answer }: ManageRoute): Json {
  if (action === 'exportAuditTable') return { content: { 'text/csv': { schema: text } } };
  if (action === 'exportAudit') return { content: { 'application/x-ndjson': { schema: text } } };
  if (action === 'describe') return { content: { 'application/json': { schema: { type: 'object' } } } };
  return answer === undefined
    ? {}
    : { content: { 'application/json': { schema: inline(answer, 'output') } } };
}

function answerHeaders(route: ManageRoute): Json {
  const { action, isGuarded, status } = route;
  const isItem = action === 'getItem' || action === 'createItem' || (isGuarded && status === 200);
  const named = [
    ...(isItem && action !== 'merge' ? ['ETag'] : []),
    ...(action === 'createItem' || action === 'createUpload' || mayCreate(route) ? ['Location'] : []),
    ...(action === 'headUpload' ? ['Upload-Offset', 'Upload-Length'] : []),
    ...(action === 'patchUpload' ? ['Upload-Offset'] : []),
    ...(action in uploadHeaders ? ['Tus-Resumable'] : []),
  ];
  const headers = named.map((name) => [name, { description: headerTexts[name], schema: text }]);
  return headers.length === 0 ? {} : { headers: Object.fromEntries(headers) };
}

const headerTexts: Readonly<Record<string, string>> = {
  ETag: 'Identifies this version; for `If-Match`.',
  Location: 'The address of what was created.',
  'Upload-Offset': 'Number of bytes received.',
  'Upload-Length': 'Total number of bytes.',
  'Tus-Resumable': 'The version of the protocol.',
};

/** A schema in place, or a reference if it has a name: strict if it is for requests, open if it is for responses. */
function inline(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { id: name } = z.globalRegistry.get(schema) ?? {};
  const { $schema: _, $defs: __, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any', io });
  const whole = name === undefined ? rest : { $ref: `#/$defs/${name}` };
  const read: Json = JSON.parse(JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/'));
  return io === 'input' ? referToInputs(read) : open(read);
}

const errorCodes = Object.keys(manageErrors).filter((code): code is ManageErrorCode =>
  Object.hasOwn(manageErrors, code),
);

/** The errors that a documented operation can return: its path and method are known to be right. */
const errorStatuses: readonly number[] = [
  ...new Set(
    errorCodes.filter((code) => code !== 'method_not_allowed').map((code) => manageErrors[code].status),
  ),
];

/** The errors that a route can return. */
function errorReferences(route: ManageRoute): Json {
  return Object.fromEntries(
    errorStatuses
      .filter((status) => isPossible(route, status))
      .map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
  );
}

/** Those that refuse too many attempts, or too much at once. */
const limitedActions: ReadonlySet<string> = new Set([
  ...['changePassword', 'createUpload', 'showSecondFactor', 'confirm'],
]);

function isPossible(route: ManageRoute, status: number): boolean {
  const { method, path, body, query, isGuarded = false, access, action, confirmation } = route;
  const writes = method !== 'GET' && method !== 'HEAD';
  const sends = body !== undefined || action === 'patchUpload' || action === 'createUpload';
  switch (status) {
    case 400:
      return sends || query !== undefined || isGuarded;
    case 404:
      return path.includes('{');
    case 409:
      return writes || confirmation === 'session';
    case 412:
      return isGuarded || path.includes('/uploads');
    case 413:
    case 415:
      return sends;
    case 428:
      return isGuarded;
    case 429:
      return access === 'anyone' || limitedActions.has(action);
    case 502:
      return action === 'signInByProvider' || action === 'linkIdentity';
    case 507:
      return path.includes('/uploads');
    default:
      return true;
  }
}

/** Every error response, as components of the document. */
function errorAnswers(): Json {
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

const problem = problemSchema(
  errorCodes,
  {
    path: { type: 'string', description: 'Where, as in `values.title`; empty for the whole body.' },
    message: { type: 'string', description: 'What is wrong there.' },
    rule: {
      type: 'string',
      description: 'The rule that was broken: stable, for messages in other languages.',
    },
  },
  {
    values: {
      type: 'object',
      description: 'The values in the message.',
    },
  },
);

const conflict: Json = {
  description: 'Someone else has changed the item: both versions.',
  allOf: [{ $ref: '#/components/schemas/Problem' }],
  type: 'object',
  properties: {
    current: {
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'The item as it is now, as `getItem` returns it; null if it no longer exists.',
    },
    yours: {
      type: 'object',
      additionalProperties: true,
      description: 'The item as this request would have changed it.',
    },
    changedAt: { type: 'integer', format: 'int64' },
    changedBy: text,
  },
};
