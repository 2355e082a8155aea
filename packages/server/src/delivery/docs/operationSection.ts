import { kinds, operations } from '@newsstand/contract';
import { codeBlock, codeTabs } from './codeBlock.ts';
import { resourceAnchor, ruleText, typeLabel } from './fieldList.ts';
import { type Html, html, prose } from './html.ts';
import { type DocumentedOperation, type Parameter, referredName } from './readDocument.ts';
import { curlExample, exampleTarget, fetchExample } from './requestExamples.ts';
import { tryPanel } from './tryPanel.ts';

/** One operation: what it takes, how to ask, what comes back, and a panel to try it. */
export function operationSection(serverUrl: string, path: string, operation: DocumentedOperation): Html {
  const { operationId, summary } = operation;
  return html`<section id="${operationId}" aria-labelledby="${operationId}-title">
<div class="text">
<h3 id="${operationId}-title"><a href="#${operationId}">${summary}</a></h3>
<p class="path"><span class="method">GET</span> <code>${pathText(path)}</code></p>
${tryPanel(path, operation)}
${parameterList('Path parameters', operation, 'path')}
${parameterList('Query parameters', operation, 'query')}
<h4>Answer</h4>
<p>${answerText(operation)} What can go wrong is under <a href="#errors">Errors</a>.</p>
</div>
<div class="side">${examples(serverUrl, path, operation)}</div>
</section>`;
}

/** A path may only be broken at its slashes. */
function pathText(path: string): Html {
  return html`${path.split('/').map((part, at) => (at === 0 ? part : html`/<wbr>${part}`))}`;
}

function parameterList(title: string, operation: DocumentedOperation, place: Parameter['in']): Html {
  const found = operation.parameters.filter((parameter) => parameter.in === place);
  return html`<h4>${title}</h4><ul class="fields">${found.map((parameter) => parameterRow(operation, parameter))}</ul>`;
}

function parameterRow(operation: DocumentedOperation, parameter: Parameter): Html {
  const { name, required, description, schema, example } = parameter;
  const anchor = `${operation.operationId}.${name}`;
  return html`<li id="${anchor}">
<p class="field"><a class="name" href="#${anchor}"><code>${name}</code></a> ${typeLabel(schema)} ${
    required ? html`<span class="must">required</span>` : undefined
  }</p>
<p class="about">${prose(description)}${name === 'sort' ? sortText(operation) : ruleText(schema)}</p>
<p class="example">Example: <code>${place(name, String(example), parameter.in)}</code></p></li>`;
}

function place(name: string, example: string, where: Parameter['in']): string {
  return where === 'query' ? `${name}=${example}` : example;
}

/** Sixteen values of field and direction are easier to read as eight fields. */
function sortText({ operationId }: DocumentedOperation): Html | undefined {
  const known = operations.find(({ name }) => name === operationId);
  if (known === undefined) return undefined;
  const { sortFields, defaultSort } = kinds[known.kind];
  const fields = sortFields.flatMap((field, at) => [at === 0 ? '' : ', ', html`<code>${field}</code>`]);
  return html` <span class="rules">fields ${fields}; default <code>${defaultSort}</code></span>`;
}

function answerText({ responses }: DocumentedOperation): Html {
  const name = referredName(responses[200].content['application/json'].schema.$ref);
  if (!name.endsWith('List')) return html`One <a href="#${resourceAnchor(name)}">${name}</a>.`;
  const item = name.slice(0, -'List'.length);
  return html`A <a href="#lists">list</a> of <a href="#${resourceAnchor(item)}">${item}</a>.`;
}

function examples(serverUrl: string, path: string, operation: DocumentedOperation): Html {
  const address = serverUrl.replace(/\/$/, '') + exampleTarget(path, operation);
  const isList = referredName(operation.responses[200].content['application/json'].schema.$ref).endsWith(
    'List',
  );
  const requests = [
    ['curl', curlExample(address)],
    ['fetch', fetchExample(address, isList ? '{ totalCount, list }' : 'item')],
  ] as const;
  const answer = JSON.stringify(operation.responses[200].content['application/json'].example, null, 2);
  return html`${codeTabs(operation.summary, requests)}${codeBlock('Answer', answer)}`;
}
