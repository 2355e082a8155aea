import {
  block,
  describeParameter,
  errors,
  eventData,
  eventParameters,
  eventTypes,
  type Kind,
  kindNames,
  kinds,
  type Operation,
  operations,
  type ParameterName,
  parameters,
  publicProblemSchema,
  variantName,
} from '@newsstand/contract';
import { z } from 'zod';
import { comment, membersOf, typeOf } from './typeOf.ts';

/** The contract's types, without the contract: the text of each file in `src/contract`, not yet formatted. */
export function contractTypes(): ReadonlyMap<string, string> {
  const files: Readonly<Record<string, readonly string[]>> = {
    'resources.ts': [
      ...Object.values(kinds)
        .flatMap(({ schema }) => definitionsOf(schema))
        .filter(isFirst),
      listAnswer,
      ...definitionsOf(eventData),
      `/** What can happen to content. */\nexport type EventType = ${literals(eventTypes)};`,
      ...problemTypes(),
    ],
    'blocks.ts': blocks(),
    'queries.ts': [...sortFieldTypes(), queryParts, ...operations.map(queryType), subscribeQuery()],
  };
  const note =
    '// Generated from the contract by `bun run packages/client/build/writeContractTypes.ts`. Do not edit.';
  return new Map(Object.entries(files).map(([name, parts]) => [name, [note, ...parts].join('\n\n')]));
}

type Schema = z.core.JSONSchema.BaseSchema;

function schemaOf(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { unrepresentable: 'any' });
}

function definitionsOf(schema: z.ZodType): string[] {
  return Object.entries(schemaOf(schema).$defs ?? {}).flatMap(([name, definition]) =>
    define(name, definition),
  );
}

function isFirst(text: string, place: number, all: readonly string[]): boolean {
  return all.indexOf(text) === place;
}

function define(name: string, schema: Schema): string[] {
  const variants = schema.oneOf?.filter((variant) => typeof variant === 'object');
  if (variants !== undefined) return union(name, schema, variants);
  const members = membersOf(schema);
  const withBody = members
    .replace('body: Record<string, unknown>;', 'body: Body;')
    .replace('values: NewsValues;', 'values: NewsValues<Body>;');
  const parameters = withBody === members ? '' : '<Body = Record<string, unknown>>';
  return [`${comment(schema.description)}export interface ${name}${parameters} ${withBody}`];
}

/** A union by `type` is a type of interfaces, each of them with a name of its own: `trim` is `TrimOperation`. */
function union(name: string, schema: Schema, variants: readonly Schema[], names = {}): string[] {
  const ending = name.replace(/^Media/, '');
  const parts = variants.map((variant) => {
    const type = typeOf(variant.properties?.['type'] ?? false).replaceAll("'", '');
    return { type, name: variantName(name, type), members: membersOf(variant, names) };
  });
  return [
    ...parts.map(
      (part) =>
        `/** The ${ending.toLowerCase()} \`${part.type}\`. */\nexport interface ${part.name} ${part.members}`,
    ),
    `${comment(schema.description)}export type ${name} = ${parts.map((part) => part.name).join(' | ')};`,
  ];
}

function pascal(text: string): string {
  return text.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The items of a list may hold lists, which makes them a definition; it has no name in the contract. */
function blocks(): string[] {
  const definitions = schemaOf(block).$defs ?? {};
  const { Block: all, __schema0: items, ...parts } = definitions;
  const item = items?.items;
  if (all === undefined || typeof item !== 'object' || Array.isArray(item))
    throw new Error(
      'the contract now describes blocks differently: compare its JSON Schema with this function',
    );
  const names = { __schema0: 'ListItem[]' };
  const variants = (all.oneOf ?? []).filter((variant) => typeof variant === 'object');
  return [
    `/** One item of a list in a body, with the list below it. */\nexport interface ListItem ${membersOf(item, names)}`,
    ...Object.entries(parts).flatMap(([name, part]) => define(name, part)),
    ...union('Block', all, variants, names),
  ];
}

const listAnswer = `/** One page of a list. */
export interface ListAnswer<Item> {
  /** The number of items on all pages. */
  totalCount: number;
  /** The number of this page. */
  currentPage: number;
  list: Item[];
}`;

function sortFieldTypes(): string[] {
  return kindNames.map((kind) => {
    const { title, sortFields } = kinds[kind];
    return `/** The fields that ${title} can be sorted by. */\nexport type ${sortFieldOf(kind)} = ${literals(sortFields)};`;
  });
}

/** News were sorted by the same fields as banners when the name of the type was chosen. */
function sortFieldOf(kind: Kind): string {
  return kind === 'news' ? 'ContentSortField' : `${pascal(kind)}SortField`;
}

const queryParts = `/** One value, or several. */
export type OneOrMany<Value extends string> = Value | readonly Value[];

/** A field and a direction. */
export type SortBy<Field extends string> = \`\${Field}:\${'asc' | 'desc'}\`;`;

function queryType({ name, kind, parameters: names, summary }: Operation): string {
  const members = names.map(
    (each) =>
      `${comment(describeParameter(each, kind))}${each}?: ${typeOfParameter(each, kind)} | undefined;`,
  );
  return `/** The query of \`${name}\`: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}. */
export interface ${pascal(name)}Query {\n${members.join('\n')}\n}`;
}

function subscribeQuery(): string {
  const members = Object.entries(eventParameters).map(([name, { description, schema }]) => {
    const json = schemaOf(schema);
    const type = json.type === 'array' ? `OneOrMany<${typeOf(elementsOf(json))}>` : typeOf(json);
    return `${comment(description)}${name}?: ${type} | undefined;`;
  });
  return `/** The query of \`subscribe\`. */\nexport interface SubscribeQuery {\n${members.join('\n')}\n}`;
}

function elementsOf({ items = {} }: Schema) {
  return Array.isArray(items) ? {} : items;
}

function literals(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(' | ');
}

function typeOfParameter(name: ParameterName, kind: Kind): string {
  switch (parameters[name].type) {
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'sort':
      return `OneOrMany<SortBy<${sortFieldOf(kind)}>>`;
    case 'timestamp':
      return 'number | Date';
    case 'ids':
    case 'names':
      return 'OneOrMany<string>';
    case 'name':
    case 'text':
      return 'string';
  }
}

function problemTypes(): string[] {
  const { properties, required, description } = publicProblemSchema;
  const { code, errors: faults } = properties;
  const problem = {
    type: 'object',
    properties: {
      ...properties,
      code: { $ref: '#/$defs/ErrorCode', description: code.description },
      errors: { ...faults, items: { $ref: '#/$defs/ParameterFault' } },
    },
    required,
  } as const;
  return [
    `/** The stable code of an error of the service. */\nexport type ErrorCode = ${literals(Object.keys(errors))};`,
    `/** What is wrong with one parameter. */\nexport interface ParameterFault ${readonlyMembersOf(faults.items)}`,
    `${comment(description)}export interface Problem ${readonlyMembersOf(problem)}`,
  ];
}

function readonlyMembersOf(schema: Schema): string {
  return membersOf(schema)
    .replaceAll(/^(?=\w+\??: )/gm, 'readonly ')
    .replaceAll(/(?<=: )(?=\w+\[\];)/g, 'readonly ');
}
