import { type Html, html, prose } from './html.ts';
import { type Reference, referredName, type Schema } from './readDocument.ts';
import { rules, typeText } from './schemaText.ts';

/** Schemas that have a section of their own: elsewhere they are a link to it. */
export const resourceNames = [
  'News',
  'Banner',
  'Media',
  'MediaOperation',
  'Category',
  'Tag',
  'Problem',
] as const;

/** The anchor of a resource's section. */
export function resourceAnchor(name: string): string {
  return `resource-${name}`;
}

/** All fields of an object, nested ones to be opened. `anchor` makes each field's own address. */
export function fieldList(reference: Reference, schema: Schema, anchor: string): Html {
  const fields = Object.entries(schema.properties ?? {});
  const required = new Set(schema.required ?? []);
  return html`<ul class="fields">${fields.map(([name, field]) =>
    fieldRow(reference, name, field, required.has(name), `${anchor}.${name}`),
  )}</ul>`;
}

function fieldRow(
  reference: Reference,
  name: string,
  field: Schema,
  isRequired: boolean,
  anchor: string,
): Html {
  const named = field.$ref === undefined ? undefined : reference.components.schemas[referredName(field.$ref)];
  const description = field.description ?? named?.description ?? '';
  return html`<li id="${anchor}">
<p class="field"><a class="name" href="#${anchor}"><code>${name}</code></a> ${typeLabel(field)} ${
    isRequired ? html`<span class="must">required</span>` : undefined
  }</p>
<p class="about">${prose(description)}${ruleText(field)}</p>
${nestedFields(reference, name, field, anchor)}</li>`;
}

/** The rules of a schema as one phrase behind its description. */
export function ruleText(schema: Schema): Html | undefined {
  const phrases = rules(schema);
  if (phrases.length === 0) return undefined;
  return html` <span class="rules">${phrases.flatMap((phrase, at) => (at === 0 ? [phrase] : ['; ', phrase]))}</span>`;
}

/** The type of a field: a link where the type has its own section. */
export function typeLabel(field: Schema): Html {
  const inner = field.items ?? field;
  const name = inner.$ref === undefined ? undefined : referredName(inner.$ref);
  const before = field.items === undefined ? '' : 'array of ';
  if (name !== undefined && isResource(name)) {
    return html`<span class="type">${before}<a href="#${resourceAnchor(name)}">${name}</a></span>`;
  }
  return html`<span class="type">${name === undefined ? typeText(field) : `${before}object`}</span>`;
}

function isResource(name: string): boolean {
  return resourceNames.some((known) => known === name);
}

function nestedFields(reference: Reference, name: string, field: Schema, anchor: string): Html | undefined {
  const inner = field.items ?? field;
  if (inner.$ref !== undefined && isResource(referredName(inner.$ref))) return undefined;
  const target = inner.$ref === undefined ? inner : reference.components.schemas[referredName(inner.$ref)];
  const count = Object.keys(target?.properties ?? {}).length;
  if (target === undefined || count === 0) return undefined;
  return html`<details><summary>${count} ${count === 1 ? 'field' : 'fields'} of <code>${name}</code></summary>
${fieldList(reference, target, anchor)}</details>`;
}
