import { limits } from '@newsstand/contract';
import { type Html, html } from './html.ts';
import { referredName, type Schema } from './readDocument.ts';

/** The type of a schema in words: `integer`, `array of string`, `News`. */
export function typeText(schema: Schema): string {
  if (schema.$ref !== undefined) return referredName(schema.$ref);
  if (schema.items !== undefined) return `array of ${typeText(schema.items)}`;
  if (isTimestamp(schema)) return 'integer (timestamp)';
  if (schema.format === 'uri') return 'string (URI)';
  return schema.type ?? 'any';
}

/** The rules of a schema, each a short phrase. */
export function rules(schema: Schema): readonly Html[] {
  const own = [valueRule(schema), rangeRule(schema), lengthRule(schema), countRule(schema)];
  const ofItems = schema.items === undefined ? [] : rules(schema.items);
  return [...own, ...ofItems, defaultRule(schema)].filter((rule) => rule !== undefined);
}

function isTimestamp(schema: Schema): boolean {
  return schema.minimum === limits.timestamp.min && schema.maximum === limits.timestamp.max;
}

function valueRule(schema: Schema): Html | undefined {
  if (schema.const !== undefined) return html`only <code>${schema.const}</code>`;
  const values = schema.enum?.map((value) => html`<code>${value}</code>`) ?? [];
  if (values.length > 0)
    return html`one of ${values.flatMap((value, at) => (at === 0 ? [value] : [', ', value]))}`;
  // The only pattern of the interface is that of an ID, and words say it better.
  return schema.pattern === undefined
    ? undefined
    : html`1 to ${limits.idCharacters} of <code>A-Z a-z 0-9 . _ ~ -</code>`;
}

function rangeRule(schema: Schema): Html | undefined {
  if (isTimestamp(schema)) return undefined;
  const { minimum: from = Number.MIN_SAFE_INTEGER, maximum: to = Number.MAX_SAFE_INTEGER } = schema;
  if (to < Number.MAX_SAFE_INTEGER) return html`${from} to ${to}`;
  return from > Number.MIN_SAFE_INTEGER ? html`at least ${from}` : undefined;
}

function lengthRule({ minLength, maxLength }: Schema): Html | undefined {
  if (maxLength === undefined) return undefined;
  return minLength === undefined
    ? html`at most ${maxLength} characters`
    : html`${minLength} to ${maxLength} characters`;
}

function countRule({ minItems, maxItems }: Schema): Html | undefined {
  if (minItems !== undefined) return html`at least ${minItems}`;
  return maxItems === undefined ? undefined : html`at most ${maxItems}`;
}

function defaultRule(schema: Schema): Html | undefined {
  return schema.default === undefined ? undefined : html`default <code>${String(schema.default)}</code>`;
}
