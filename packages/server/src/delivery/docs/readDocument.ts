import { eventsPath } from '@newsstand/contract';
import { z } from 'zod';

const schema = z.object({
  $ref: z.string().optional(),
  type: z.string().optional(),
  format: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.union([z.string(), z.number()])).optional(),
  const: z.string().optional(),
  default: z.unknown().optional(),
  pattern: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), schema).optional();
  },
  get items() {
    return schema.optional();
  },
  get oneOf() {
    return z.array(schema).optional();
  },
  discriminator: z.object({ propertyName: z.string() }).optional(),
});

const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query']),
  required: z.boolean(),
  description: z.string(),
  schema,
  example: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
});

const response = z.object({
  content: z.object({
    'application/json': z.object({ schema: z.object({ $ref: z.string() }), example: z.unknown() }),
  }),
});

const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.tuple([z.string()]),
  parameters: z.array(parameter),
  responses: z.object({ 200: response }),
});

/** All operations but the one that never ends, which the guide about events explains. */
function readOperations(paths: Readonly<Record<string, { readonly get: unknown }>>) {
  const read = Object.entries(paths).filter(([path]) => path !== eventsPath);
  return Object.fromEntries(read.map(([path, { get }]) => [path, { get: operation.parse(get) }]));
}

const document = z.object({
  info: z.object({ title: z.string(), version: z.string(), summary: z.string(), description: z.string() }),
  servers: z.tuple([z.object({ url: z.string() })]),
  paths: z.record(z.string(), z.object({ get: z.unknown() })).transform(readOperations),
  components: z.object({ schemas: z.record(z.string(), schema) }),
});

/** The parts of an OpenAPI document that the page shows. */
export type Reference = z.infer<typeof document>;
/** The parts of a JSON schema that the page shows. */
export type Schema = z.infer<typeof schema>;
/** A path or query parameter. */
export type Parameter = z.infer<typeof parameter>;
/** An operation; its path is the key under which the document lists it. */
export type DocumentedOperation = z.infer<typeof operation>;

/** Parses an OpenAPI document and drops what the page does not show. */
export function readDocument(given: unknown): Reference {
  return document.parse(given);
}

/** A schema itself, or the one that it refers to. */
export function resolved({ components }: Reference, given: Schema): Schema | undefined {
  return given.$ref === undefined ? given : components.schemas[schemaName(given.$ref)];
}

/** The name of the schema that a `$ref` points to. */
export function schemaName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
