import { z } from 'zod';

type Json = { readonly [member: string]: unknown };
type Schema = z.core.JSONSchema.BaseSchema;

const root = '#/components/schemas/';

/** The schemas with a name, as components for responses. */
export function responseSchemas(): Json {
  return open(namedSchemas('output'));
}

/** The same for request bodies: strict, and under names of their own, such as `MediaOperationInput`. */
export function requestSchemas(): Json {
  const named = Object.entries(namedSchemas('input'));
  return referToInputs(Object.fromEntries(named.map(([name, schema]) => [`${name}Input`, schema])));
}

/** A part of a document for requests: its references lead to the schemas for requests, and what comes in has limits. */
export function referToInputs(part: Json): Json {
  const text = JSON.stringify(part)
    .replaceAll(/"#\/components\/schemas\/(\w+)"/g, `"${root}$1Input"`)
    .replaceAll('"mostCharacters":', '"maxLength":')
    .replaceAll('"mostElements":', '"maxItems":');
  return JSON.parse(text);
}

/**
 * A schema that allows members it does not name, for a later version of the service may add some; and more than what comes
 * in may have, for some of what is stored is older than these limits.
 */
export function open(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema), (name, value) =>
    (name === 'additionalProperties' && value === false) || /^most(?:Characters|Elements)$/.test(name)
      ? undefined
      : value,
  );
}

function namedSchemas(io: 'input' | 'output'): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: (name) => `${root}${name}`,
    unrepresentable: 'any',
    io,
  });
  const components = Object.entries(schemas).flatMap(([name, schema]) =>
    withVariants(name, anonymous(schema)),
  );
  return Object.fromEntries(components);
}

/** In an OpenAPI document a schema is named by its place; its own `$schema` and `$id` would break references. */
function anonymous(schema: Schema): Schema {
  const { $schema: _, $id: __, id: ___, ...rest } = schema;
  return rest;
}

/**
 * A union by `type`, followed by its variants. A discriminator can only name components, so each variant becomes one.
 */
function withVariants(name: string, schema: Schema): readonly (readonly [string, object])[] {
  const variants = (schema.oneOf ?? [])
    .filter((variant) => typeof variant === 'object')
    .map((variant) => ({ type: typeOf(variant), variant }));
  if (variants.length === 0) return [[name, schema]];
  const mapping = variants.map(({ type }) => [type, `${root}${variantName(name, type)}`] as const);
  const union = {
    ...schema,
    oneOf: mapping.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) },
  };
  return [[name, union], ...variants.map(({ type, variant }) => [variantName(name, type), variant] as const)];
}

function typeOf({ properties }: Schema): string {
  const type = properties?.['type'];
  return typeof type === 'object' ? String(type.const) : '';
}

/** The name of a variant of a union: of `MediaOperation`, `fit-in` is `FitInOperation`. */
export function variantName(union: string, type: string): string {
  const pascal = type.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `${pascal}${union.replace(/^Media/, '')}`;
}

/** The components that a part of a document refers to, directly or through others. */
export function neededComponents(part: unknown, components: Json): Json {
  const needed = new Set<string>();
  const queue = [part];
  for (const each of queue) {
    for (const [, name = ''] of (JSON.stringify(each) ?? '').matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (needed.has(name)) continue;
      needed.add(name);
      queue.push(components[name]);
    }
  }
  return Object.fromEntries(Object.entries(components).filter(([name]) => needed.has(name)));
}
