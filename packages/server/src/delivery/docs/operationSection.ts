import { kinds, operations } from '@newsstand/contract';
import { codeSamples } from './codeSamples.ts';
import { codeBlock, codeTabs, entryName, section } from './components.ts';
import { type Html, html, join, prose } from './html.ts';
import { type DocumentedOperation, type Parameter, schemaName } from './readDocument.ts';
import { resourceAnchor, ruleText, typeLabel } from './schemaSection.ts';
import { tryItForm } from './tryItForm.ts';

/** One operation: its parameters, samples in several languages, its response, and a form to try it. */
export function operationSection(serverUrl: string, path: string, operation: DocumentedOperation): Html {
  const { schema, example } = operation.responses[200].content['application/json'];
  return section('Operation', {
    id: operation.operationId,
    title: operation.summary,
    text: html`<p class="path"><span class="method">GET</span> <code>${pathText(path)}</code></p>
${tryItForm(path, operation)}
${parameterList('Path parameters', operation, 'path')}
${parameterList('Query parameters', operation, 'query')}
<h4>Response</h4>
<p>${responseText(schemaName(schema.$ref))} See <a href="#errors">Errors</a> for everything that can go wrong.</p>`,
    side: html`${codeTabs(operation.summary, codeSamples(serverUrl, path, operation))}
${codeBlock('Response', JSON.stringify(example, null, 2))}`,
  });
}

/** A path with line breaks allowed after its slashes only. */
function pathText(path: string): Html {
  return html`${path.split('/').map((part, index) => (index === 0 ? part : html`/<wbr>${part}`))}`;
}

function parameterList(title: string, operation: DocumentedOperation, place: Parameter['in']): Html {
  const parameters = operation.parameters.filter((parameter) => parameter.in === place);
  return html`<h4>${title}</h4><ul class="entries">${parameters.map((parameter) => parameterEntry(operation, parameter))}</ul>`;
}

function parameterEntry(operation: DocumentedOperation, parameter: Parameter): Html {
  const { name, required, description, schema, example } = parameter;
  const anchor = `${operation.operationId}.${name}`;
  const usage = parameter.in === 'query' ? `${name}=${String(example)}` : String(example);
  return html`<li id="${anchor}" data-search="Parameter">
${entryName(anchor, name, typeLabel(schema, required))}
<p class="about">${prose(description)}${name === 'sort' ? sortText(operation) : ruleText(schema)}</p>
<p class="example">Example: <code>${usage}</code></p></li>`;
}

/** The schema lists each field twice, once for each direction; the fields alone are easier to read. */
function sortText({ operationId }: DocumentedOperation): Html | undefined {
  const operation = operations.find(({ name }) => name === operationId);
  if (operation === undefined) return undefined;
  const { sortFields, defaultSort } = kinds[operation.kind];
  const fields = join(
    sortFields.map((field) => html`<code>${field}</code>`),
    ', ',
  );
  return html` <span class="rules">fields ${fields}; default <code>${defaultSort}</code></span>`;
}

function responseText(schema: string): Html {
  const link = (name: string) => html`<a href="#${resourceAnchor(name)}">${name}</a>`;
  if (!schema.endsWith('List')) return html`A single ${link(schema)}.`;
  return html`A <a href="#lists">list</a> of ${link(schema.slice(0, -'List'.length))}.`;
}
