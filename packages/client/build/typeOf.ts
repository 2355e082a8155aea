import type { z } from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;
type AnySchema = z.core.JSONSchema._JSONSchema;

/** Names for the definitions that have none of their own. */
export type Names = Readonly<Record<string, string>>;

/** The TypeScript type that a JSON Schema describes. */
export function typeOf(schema: AnySchema, names: Names = {}): string {
  if (typeof schema === 'boolean') return 'unknown';
  if (schema.$ref !== undefined) return nameOf(schema.$ref, names);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants !== undefined) return variants.map((variant) => typeOf(variant, names)).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'number':
      return schema.type;
    case 'integer':
      return 'number';
    case 'array':
      return arrayOf(schema, names);
    case 'object':
      return schema.properties === undefined ? 'Record<string, unknown>' : membersOf(schema, names);
    default:
      throw new Error(`no type is known for ${JSON.stringify(schema)}`);
  }
}

/** The members of an object, in braces, each with its description. */
export function membersOf(schema: Schema, names: Names = {}): string {
  const required = new Set(schema.required);
  const lines = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const mark = required.has(name) ? '' : '?';
    const description = typeof member === 'object' ? member.description : undefined;
    return `${comment(description)}${name}${mark}: ${typeOf(member, names)};`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

/** A description as a comment before what it describes. */
export function comment(text: string | undefined): string {
  return text === undefined ? '' : `/** ${text.replaceAll('*/', '*\\/')} */\n`;
}

/** The definition that a reference leads to. */
export function nameOf(reference: string, names: Names): string {
  const name = reference.replace('#/$defs/', '');
  return names[name] ?? name;
}

function arrayOf({ items }: Schema, names: Names): string {
  if (items === undefined || Array.isArray(items)) throw new Error('an array must say what its items are');
  const type = typeOf(items, names);
  return /[ |{]/.test(type) ? `Array<${type}>` : `${type}[]`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}
