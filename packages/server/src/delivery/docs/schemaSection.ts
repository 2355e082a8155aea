import { limits, samples } from '@newsstand/contract';
import { codeBlock, entryName, section } from './components.ts';
import { type Html, html, join, prose } from './html.ts';
import { type Reference, resolved, type Schema, schemaName } from './readDocument.ts';

/** The schemas that have a section of their own; fields of these types link to it. */
export const resourceNames = [
  'News',
  'Banner',
  'Media',
  'MediaOperation',
  'Category',
  'Tag',
  'Problem',
] as const;

const examples: Record<string, unknown> = {
  News: samples.news,
  Banner: samples.banner,
  Media: samples.media,
  MediaOperation: samples.media.operations,
  Category: samples.category,
  Tag: samples.tag,
};

/** The anchor of a resource's section. */
export function resourceAnchor(name: string): string {
  return `resource-${name}`;
}

/** All fields of one resource, with an example. */
export function resourceSection(reference: Reference, name: string): Html {
  const schema = reference.components.schemas[name];
  if (schema === undefined) return html``;
  const example = examples[name];
  return section('Resource', {
    id: resourceAnchor(name),
    title: name,
    text: html`<p>${prose(schema.description ?? '')}</p>
${resourceFields(reference, name)}`,
    ...(example === undefined
      ? {}
      : { side: codeBlock(`${name} example`, JSON.stringify(example, null, 2)) }),
  });
}

/** All fields of one resource, or its variants. */
export function resourceFields(reference: Reference, name: string): Html {
  const schema = reference.components.schemas[name] ?? {};
  return schema.oneOf === undefined
    ? fieldList(reference, schema, name)
    : variantList(reference, schema, name);
}

/** The fields of an object. `anchor` is what the anchors of its fields begin with. */
function fieldList(reference: Reference, schema: Schema, anchor: string): Html {
  const required = new Set(schema.required ?? []);
  return html`<ul class="entries">${Object.entries(schema.properties ?? {}).map(([name, field]) =>
    fieldEntry(reference, name, field, required.has(name), `${anchor}.${name}`),
  )}</ul>`;
}

function fieldEntry(
  reference: Reference,
  name: string,
  field: Schema,
  isRequired: boolean,
  anchor: string,
): Html {
  const description = field.description ?? resolved(reference, field)?.description ?? '';
  return html`<li id="${anchor}" data-search="Field">
${entryName(anchor, name, typeLabel(field, isRequired))}
<p class="about">${prose(description)}${ruleText(field)}</p>
${nestedFields(reference, name, field, anchor)}</li>`;
}

function nestedFields(reference: Reference, name: string, field: Schema, anchor: string): Html | undefined {
  const inner = field.items ?? field;
  if (inner.$ref !== undefined && isResource(schemaName(inner.$ref))) return undefined;
  const schema = resolved(reference, inner);
  const count = Object.keys(schema?.properties ?? {}).length;
  if (schema === undefined || count === 0) return undefined;
  return html`<details><summary>${count} ${count === 1 ? 'field' : 'fields'} of <code>${name}</code></summary>
${fieldList(reference, schema, anchor)}</details>`;
}

/** The variants of a resource, one member of which says which other fields it has. */
function variantList(reference: Reference, { oneOf = [], discriminator }: Schema, name: string): Html {
  const selector = discriminator?.propertyName ?? 'type';
  const variants = oneOf.map((each) => resolved(reference, each) ?? each);
  return html`<p><code>${selector}</code> is one of ${variants.length} values.</p>
<ul class="entries">${variants.map((variant) => {
    const { [selector]: type, ...fields } = variant.properties ?? {};
    const value = type?.const ?? '';
    const anchor = `${name}.${value}`;
    const nested = nestedFields(reference, value, { ...variant, properties: fields }, anchor);
    return html`<li id="${anchor}" data-search="Field">${entryName(
      anchor,
      value,
      html`<span class="type">${nested === undefined ? 'no other fields' : undefined}</span>`,
    )}
${nested}</li>`;
  })}</ul>`;
}

/** The type of a field or parameter, with a link if the type has its own section. */
export function typeLabel(schema: Schema, isRequired: boolean): Html {
  return html`<span class="type">${typeText(schema)}</span> ${
    isRequired ? html`<span class="required">required</span>` : undefined
  }`;
}

function typeText(schema: Schema): Html {
  if (schema.items !== undefined) return html`array of ${typeText(schema.items)}`;
  if (schema.$ref !== undefined) {
    const name = schemaName(schema.$ref);
    return isResource(name) ? html`<a href="#${resourceAnchor(name)}">${name}</a>` : html`object`;
  }
  if (isTimestamp(schema)) return html`integer (timestamp)`;
  if (schema.format === 'uri') return html`string (URI)`;
  return html`${schema.type ?? 'any'}`;
}

function isResource(name: string): boolean {
  return resourceNames.some((known) => known === name);
}

function isTimestamp(schema: Schema): boolean {
  return schema.minimum === limits.timestamp.min && schema.maximum === limits.timestamp.max;
}

/** The constraints of a schema, to follow its description. */
export function ruleText(schema: Schema): Html | undefined {
  const all = rules(schema);
  return all.length === 0 ? undefined : html` <span class="rules">${join(all, '; ')}</span>`;
}

function rules(schema: Schema): readonly Html[] {
  const own = [valueRule(schema), rangeRule(schema), lengthRule(schema), countRule(schema)];
  const ofItems = schema.items === undefined ? [] : rules(schema.items);
  const fallback =
    schema.default === undefined ? undefined : html`default <code>${String(schema.default)}</code>`;
  return [...own, ...ofItems, fallback].filter((rule) => rule !== undefined);
}

function valueRule(schema: Schema): Html | undefined {
  if (schema.const !== undefined) return html`always <code>${schema.const}</code>`;
  const values = schema.enum?.map((value) => html`<code>${value}</code>`) ?? [];
  if (values.length > 0) return html`one of ${join(values, ', ')}`;
  // IDs are the only strings with a pattern, and words describe it better.
  return schema.pattern === undefined
    ? undefined
    : html`1 to ${limits.idCharacters} characters of <code>A-Z a-z 0-9 . _ ~ -</code>, not <code>.</code> or <code>..</code>`;
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
