import { z } from 'zod';
import { neededComponents, responseSchemas } from './componentSchemas.ts';
import { kinds } from './content.ts';
import { eventParameters, eventsPath, eventTypes } from './events.ts';
import { isAppKind, type Kind, kindNames } from './kinds.ts';
import { limits } from './limits.ts';
import { credentialHeaders, type Operation, operations } from './operations.ts';
import { describeParameter, isListParameter, type ParameterName, parameters } from './parameters.ts';
import { type ErrorCode, errors, publicProblemSchema } from './problemFormat.ts';
import { samplePath, samples } from './samples.ts';
import { alias, id } from './text.ts';

type Json = { readonly [member: string]: unknown };

/** The version of the interface, as the OpenAPI document states it. */
export const interfaceVersion = '1.0.0';

/** The OpenAPI 3.1 document of the interface, generated from the data that requests are checked with. */
export function openApiDocument(serverUrl: string): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Newsstand content delivery',
      version: interfaceVersion,
      summary: 'Read-only delivery of news, banners, media, categories and tags.',
      description:
        'Every operation is a GET (or HEAD) and carries two credential headers. Timestamps are integer milliseconds since the Unix epoch, UTC. An optional field without a value is left out, never null. A later 1.x may add members to responses, parameters and error codes: ignore what you do not know.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [], apiSecret: [] }],
    tags: [
      ...kindNames.map((kind) => ({
        name: kinds[kind].title,
        description: `Delivery of ${kinds[kind].title}.`,
      })),
      { name: 'events', description: 'What happens to content, as it happens.' },
    ],
    paths: {
      ...Object.fromEntries(operations.map((operation) => [operation.path, { get: describe(operation) }])),
      [eventsPath]: { get: describeEvents() },
    },
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: credentialHeaders.key },
        apiSecret: { type: 'apiKey', in: 'header', name: credentialHeaders.secret },
      },
      headers: responseHeaders,
      responses: Object.fromEntries(
        errorStatuses.map((status) => [`Error${status}`, errorResponse(status, operationErrors)]),
      ),
      schemas: schemas(),
    },
  };
}

const errorCodes = Object.keys(errors).filter((code): code is ErrorCode => Object.hasOwn(errors, code));

/** The errors that a documented operation can return: its path and method are known to be right. */
const operationErrors = errorCodes.filter(
  (code) => code !== 'method_not_allowed' && !('only' in errors[code]),
);
/** Those of events only. */
const eventErrors = errorCodes.filter((code) => 'only' in errors[code] && errors[code].only === 'events');
const errorStatuses = [...new Set(operationErrors.map((code) => errors[code].status))];

function describe(operation: Operation): Json {
  const kind = kinds[operation.kind];
  const schema = operation.single ? schemaName(operation.kind) : `${schemaName(operation.kind)}List`;
  return {
    operationId: operation.name,
    summary: operation.summary,
    tags: [kind.title],
    parameters: [
      ...pathParameters(operation),
      ...operation.parameters.map((name) => queryParameter(operation, name)),
    ],
    responses: {
      200: {
        description: operation.single ? 'The resource.' : 'One page of the list.',
        headers: headerReferences(answerHeaders),
        content: {
          'application/json': {
            schema: { $ref: `#/components/schemas/${schema}` },
            example: sampleResponse(operation),
          },
        },
      },
      304: {
        description:
          'Not modified: the response that the client has cached (If-None-Match) is still current.',
        headers: headerReferences(answerHeaders),
      },
      ...Object.fromEntries(
        errorStatuses.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
      ),
    },
  };
}

/** The one operation whose response does not end. */
function describeEvents(): Json {
  return {
    operationId: 'subscribe',
    summary: 'Subscribe to events',
    description: `Server-sent events: \`event\` is one of ${eventTypes.map((type) => `\`${type}\``).join(', ')}, with what happened to what in \`data\`, or \`reset\` if everything has to be read anew. The \`id\` is a position to resume from.`,
    tags: ['events'],
    parameters: [
      ...(['projectId', 'spaceId'] as const).map((name) => ({
        ...{ name, in: 'path', required: true, ...pathParameter(name) },
        example: samplePath[name],
      })),
      ...Object.entries(eventParameters).map(([name, { description, schema, example }]) => ({
        ...{ name, in: 'query', required: false, description },
        ...(name === 'since' ? {} : { style: 'form', explode: false }),
        schema: plainSchema(schema),
        example,
      })),
    ],
    responses: {
      200: {
        description: 'Events, until the client leaves or its credentials end.',
        headers: headerReferences(['Cache-Control', 'X-Request-Id']),
        content: {
          'text/event-stream': {
            schema: {
              type: 'string',
              description:
                'Each `data` is a JSON object with `kind`, `instanceId` (news and banners), `id`, `alias` (if there is one) and `at`.',
            },
            example:
              'event: opened\nid: 4nQ…\ndata: {"kind":"news","instanceId":"press","id":"n1","at":1790000000000}\n\n',
          },
        },
      },
      ...Object.fromEntries(
        errorStatuses.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
      ),
      429: errorResponse(429, [...operationErrors, ...eventErrors]),
      503: errorResponse(503, eventErrors),
    },
  };
}

/** The response of an operation that finds only the sample. */
function sampleResponse(operation: Operation): unknown {
  const sample = samples[operation.kind];
  return operation.single ? sample : { totalCount: 1, currentPage: 1, list: [sample] };
}

const pathRows: Record<string, { readonly description: string; readonly schema: z.ZodType }> = {
  projectId: { description: 'Project ID.', schema: id },
  spaceId: { description: 'Space ID.', schema: id },
  instanceId: { description: 'Application instance ID.', schema: id },
  // Every ID has the form of an alias.
  contentId: { description: 'Content ID or alias.', schema: alias },
  mediaId: { description: 'Media ID or alias.', schema: alias },
};

function pathParameters(operation: Operation): readonly Json[] {
  return operation.pathParameters.map((name) => {
    const example = pathExample(operation, name);
    return { name, in: 'path', required: true, ...pathParameter(name), example };
  });
}

function pathParameter(name: string): Json {
  const { description, schema = z.string() } = pathRows[name] ?? {};
  return { description, schema: plainSchema(schema) };
}

function pathExample({ kind }: Operation, name: string): string {
  if (name === 'instanceId') return isAppKind(kind) ? samplePath.instanceId[kind] : '';
  const known: Record<string, unknown> = { ...samplePath, ...samples[kind] };
  return String(known[name]);
}

/** A query parameter of an operation, as a parameter of an OpenAPI document. */
export function queryParameter(operation: Operation, name: ParameterName): Json {
  const { type } = parameters[name];
  const example = name === 'sort' ? kinds[operation.kind].defaultSort : parameters[name].example;
  const schema = parameterSchema(operation, name);
  const isList = isListParameter(name);
  // A list may be written with commas or by repeating the parameter; the document can state one of them.
  const style = isList ? { style: 'form', explode: false } : {};
  return {
    name,
    in: 'query',
    required: false,
    description: describeParameter(name, operation.kind),
    ...style,
    schema,
    example: isList ? example.split(',') : literal(example, type),
  };
}

function literal(example: string, type: string): unknown {
  if (type === 'integer' || type === 'timestamp') return Number(example);
  return type === 'boolean' ? example === 'true' : example;
}

function parameterSchema(operation: Operation, name: ParameterName): Json {
  const row = parameters[name];
  switch (row.type) {
    case 'integer':
      return { ...integerSchema(row), default: row.default };
    case 'timestamp':
      return integerSchema(row);
    case 'sort': {
      const { sortFields, defaultSort } = kinds[operation.kind];
      const items = {
        type: 'string',
        enum: sortFields.flatMap((field) => [`${field}:asc`, `${field}:desc`]),
      };
      return { ...listOf(items), uniqueItems: true, default: [defaultSort] };
    }
    case 'ids':
      return listOf(plainSchema(id));
    case 'names':
      // A comma would begin another element.
      return listOf({ ...plainSchema(alias), pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f,]*$' });
    case 'name':
      return plainSchema(alias);
    case 'text':
      return { type: 'string', minLength: row.min, maxLength: row.max, pattern: '[^\\s\\u0085]' };
    case 'boolean':
      return { type: 'boolean', default: row.default };
  }
}

function integerSchema({ min, max }: { readonly min: number; readonly max: number }): Json {
  const format = max > 2 ** 31 - 1 ? { format: 'int64' } : {};
  return { type: 'integer', ...format, minimum: min, maximum: max };
}

/** An ID or a name may be repeated, which changes nothing. */
function listOf(items: Json): Json {
  return { type: 'array', items, minItems: 1 };
}

/** The headers of a response that is not an error. */
const answerHeaders = ['ETag', 'Cache-Control', 'Surrogate-Key', 'X-Request-Id'];

const responseHeaders: Json = {
  ETag: { description: 'Changes whenever the response changes.', schema: { type: 'string' } },
  'Cache-Control': {
    description: `How long the response may be cached: at most ${limits.maxAgeSeconds} s, and never past the next opening, reservation or closing.`,
    schema: { type: 'string' },
  },
  'Surrogate-Key': {
    description:
      'The keys by which a shared cache can purge the response, separated by spaces. Not sent to preview credentials.',
    schema: { type: 'string' },
  },
  'X-Request-Id': { description: 'Identifies the request in the logs.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  RateLimit: {
    description: 'Requests left (`r`), and seconds until the limit resets (`t`).',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'The rate limit: `q` requests in `w` seconds.',
    schema: { type: 'string' },
  },
};

function headerReferences(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The errors of a status among those that an operation can return. */
function errorResponse(status: number, possible: readonly ErrorCode[]): Json {
  const codes = possible.filter((code) => errors[code].status === status);
  const names = ['X-Request-Id'];
  if (status === 429) names.push('Retry-After', 'RateLimit', 'RateLimit-Policy');
  if (status === 503) names.push('Retry-After');
  return {
    description: codes.map((code) => `${errors[code].title} (\`${code}\`).`).join(' '),
    headers: headerReferences(names),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

/** The name of the schema of a kind: `News`. */
function schemaName(kind: Kind): string {
  return kinds[kind].schema.meta()?.id ?? kind;
}

/** Only the schemas that the documented operations use: other interfaces have schemas of their own. */
function schemas(): Json {
  const lists = Object.fromEntries(
    kindNames.map((kind) => [`${schemaName(kind)}List`, envelope(schemaName(kind))]),
  );
  return { ...neededComponents(lists, responseSchemas()), ...lists, Problem: publicProblemSchema };
}

/** A schema in place. */
export function plainSchema(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  return rest;
}

function envelope(name: string): Json {
  return {
    type: 'object',
    description: `A page of a list of ${name}.`,
    properties: {
      totalCount: {
        type: 'integer',
        format: 'int64',
        minimum: 0,
        description: 'Number of matching resources on all pages.',
      },
      currentPage: { ...integerSchema(limits.page), description: 'Number of this page.' },
      list: { type: 'array', maxItems: limits.pageSize.max, items: { $ref: `#/components/schemas/${name}` } },
    },
    required: ['totalCount', 'currentPage', 'list'],
  };
}
