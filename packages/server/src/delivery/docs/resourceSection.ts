import { samples } from '@newsstand/contract';
import { codeBlock } from './codeBlock.ts';
import { fieldList, resourceAnchor } from './fieldList.ts';
import { type Html, html, prose } from './html.ts';
import type { Reference, Schema } from './readDocument.ts';

/** All fields of one resource. */
export function resourceSection(reference: Reference, name: string): Html {
  const schema = reference.components.schemas[name];
  if (schema === undefined) return html``;
  const id = resourceAnchor(name);
  const example = examples[name];
  return html`<section id="${id}" aria-labelledby="${id}-title"><div class="text">
<h3 id="${id}-title"><a href="#${id}">${name}</a></h3>
<p>${prose(schema.description ?? '')}</p>
${schema.oneOf === undefined ? fieldList(reference, schema, name) : variants(reference, schema.oneOf, name)}
</div>
<div class="side">${example === undefined ? undefined : codeBlock(`Example of ${name}`, JSON.stringify(example, null, 2))}</div>
</section>`;
}

const examples: Record<string, unknown> = {
  News: samples.news,
  Banner: samples.banner,
  Media: samples.media,
  MediaOperation: samples.media.operations,
  Category: samples.category,
  Tag: samples.tag,
};

/** A resource that comes in variants: its `type` says which. */
function variants(reference: Reference, all: readonly Schema[], name: string): Html {
  return html`<p><code>type</code> selects one of ${all.length} variants.</p>
<ul class="fields">${all.map((variant) => {
    const { type, ...others } = variant.properties ?? {};
    const label = type?.const ?? '';
    const rest = { ...variant, properties: others };
    const count = Object.keys(others).length;
    return html`<li id="${name}.${label}"><p class="field"><a class="name" href="#${name}.${label}"><code>${label}</code></a>
<span class="type">${count === 0 ? 'no other members' : undefined}</span></p>
${count === 0 ? undefined : html`<details><summary>${count} ${count === 1 ? 'member' : 'members'} of <code>${label}</code></summary>${fieldList(reference, rest, `${name}.${label}`)}</details>`}</li>`;
  })}</ul>`;
}
