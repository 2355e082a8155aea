import { credentialHeaders, kinds, operations } from '@newsstand/contract';
import { demo } from '@newsstand/demo';
import { codeSamples } from './codeSamples.ts';
import { codeBlock, codeTabs, emptyCodeBlock, entryName, section } from './components.ts';
import { type Html, html, join, prose } from './html.ts';
import { type DocumentedOperation, type Parameter, schemaName } from './readDocument.ts';
import { resourceAnchor, ruleText, typeLabel } from './schemaSection.ts';

/** What the forms depend on. */
type FormSettings = {
  readonly serverUrl: string;
  /** Pictures from here are shown. */
  readonly mediaOrigin: string;
  /** Whether the examples lead to real content, so that the fields are filled in. */
  readonly isDemo: boolean;
};

/** One operation: its parameters, samples in several languages, its response, and a form to try it. */
export function operationSection(form: FormSettings, path: string, operation: DocumentedOperation): Html {
  const { schema, example } = operation.responses[200].content['application/json'];
  return section('Operation', {
    id: operation.operationId,
    title: operation.summary,
    text: html`<p class="path"><span class="method">GET</span> <code>${pathText(path)}</code></p>
${tryItForm(form, path, operation)}
${parameterList('Path parameters', operation, 'path')}
${parameterList('Query parameters', operation, 'query')}
<h4>Response</h4>
<p>${responseText(schemaName(schema.$ref))} See <a href="#errors">Errors</a> for everything that can go wrong.</p>`,
    side: html`${codeTabs(operation.summary, codeSamples(form.serverUrl, path, operation))}
${codeBlock('Example response', JSON.stringify(example, null, 2))}`,
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
export function sortText({ operationId }: DocumentedOperation): Html | undefined {
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

/**
 * A form that sends a real request, and the place for its response. It stays hidden until the script runs. Its fields
 * have no `name`: a browser that submitted the form by itself would put the secret into the URL.
 */
function tryItForm(
  { serverUrl, mediaOrigin, isDemo }: FormSettings,
  path: string,
  operation: DocumentedOperation,
): Html {
  const id = `try-${operation.operationId}`;
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  const known = operations.find(({ name }) => name === operation.operationId);
  return html`<div class="try" data-try hidden>
<form data-path="${path}" data-kind="${known?.kind}" data-single="${String(known?.single)}" data-server="${serverUrl.replace(/\/$/, '')}" autocomplete="off" novalidate aria-labelledby="${id}-title">
<h4 id="${id}-title">Try it</h4>
<div class="inputs">
${input(`${id}-key`, credentialHeaders.key, html`data-header="${credentialHeaders.key}" data-shared="key" data-credential autocomplete="off" aria-describedby="${id}-note"`)}
${input(`${id}-secret`, credentialHeaders.secret, html`type="password" data-header="${credentialHeaders.secret}" data-shared="secret" data-credential autocomplete="new-password" aria-describedby="${id}-note"`)}
</div>
<p class="note" id="${id}-note">You can paste both lines, <code>KEY=…</code> and <code>SECRET=…</code>, into either field. They stay in the memory of this page and are sent to this service only.</p>
<div class="inputs">${inPath.map((parameter) => pathInput(id, operation, parameter, isDemo))}</div>
<details class="query"><summary>Query parameters</summary><div class="inputs">${inQuery.map((parameter) => queryInput(id, parameter, isDemo))}</div></details>
<p class="fault" data-fault role="alert" hidden></p>
<div class="actions"><button type="submit" class="send">Send request</button>
<button type="button" data-cancel hidden>Cancel</button>
<button type="button" data-again hidden>Send again with If-None-Match</button></div>
</form>
<p class="for-screen-readers" role="status" data-announcement></p>
<div class="result" data-result data-media="${mediaOrigin}" hidden>
<p class="summary"><strong data-status></strong> <span data-time></span> <span data-size></span></p>
<p class="url"><span class="method">GET</span> <code data-url></code></p>
<div class="problem" data-problem hidden></div>
<ul class="pictures" data-pictures aria-label="Pictures in the response" hidden></ul>
${emptyCodeBlock('Response body', html`data-body`)}
<details open><summary>Response headers</summary><dl data-headers></dl></details>
</div></div>`;
}

function input(id: string, label: string, attributes: Html): Html {
  return html`<div><label for="${id}">${label}</label><input id="${id}" spellcheck="false" autocapitalize="off" ${attributes}></div>`;
}

/** Project and space are shared by all forms; an instance only by the operations of its kind. */
function pathInput(
  id: string,
  { tags }: DocumentedOperation,
  { name, example }: Parameter,
  isFilled: boolean,
): Html {
  const shared = name === 'projectId' || name === 'spaceId' ? name : `${name}-${tags[0]}`;
  return input(
    `${id}-${name}`,
    name,
    html`data-segment="${name}" data-shared="${shared}" data-example="${String(example)}" placeholder="such as ${String(example)}" required value="${isFilled ? String(example) : ''}" autocomplete="off"`,
  );
}

const demoQuery: Readonly<Record<string, string>> = demo.sample.query;

function queryInput(id: string, { name, schema, example }: Parameter, isDemo: boolean): Html {
  const value = isDemo ? (demoQuery[name] ?? '') : '';
  if (schema.type === 'boolean') {
    const option = (text: string) =>
      html`<option ${text === value ? html`selected` : undefined}>${text}</option>`;
    return html`<div><label for="${id}-${name}">${name}</label><select id="${id}-${name}" data-query="${name}">
<option value="">not set</option>${['true', 'false'].map(option)}</select></div>`;
  }
  return input(
    `${id}-${name}`,
    name,
    html`data-query="${name}" placeholder="such as ${String(example)}" value="${value}" autocomplete="off"`,
  );
}
