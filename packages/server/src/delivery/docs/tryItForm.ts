import { credentialHeaders } from '@newsstand/contract';
import { emptyCodeBlock } from './components.ts';
import { type Html, html } from './html.ts';
import type { DocumentedOperation, Parameter } from './readDocument.ts';

/**
 * A form that sends a real request, and the place for its response. It stays hidden until the script runs. Its fields
 * have no `name`: a browser that submitted the form by itself would put the secret into the URL.
 */
export function tryItForm(path: string, operation: DocumentedOperation): Html {
  const id = `try-${operation.operationId}`;
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  return html`<details class="try" data-try hidden><summary>Try it</summary>
<form data-path="${path}" autocomplete="off" aria-label="Try it: ${operation.summary}">
<fieldset><legend>Credentials</legend><div class="inputs">
${input(`${id}-key`, credentialHeaders.key, html`data-header="${credentialHeaders.key}" data-shared="key" required autocomplete="off"`)}
${input(`${id}-secret`, credentialHeaders.secret, html`type="password" data-header="${credentialHeaders.secret}" data-shared="secret" required autocomplete="new-password"`)}
</div><p class="note">Kept in the memory of this page and sent to this service only.</p></fieldset>
<fieldset><legend>Path</legend><div class="inputs">${inPath.map((parameter) => pathInput(id, operation, parameter))}</div></fieldset>
<fieldset><legend>Query</legend><div class="inputs">${inQuery.map((parameter) => queryInput(id, parameter))}</div></fieldset>
<div class="actions"><button type="submit" class="send">Send request</button>
<button type="button" data-again hidden>Send again with If-None-Match</button></div>
</form>
<p class="for-screen-readers" role="status" data-announcement></p>
<div class="result" data-result hidden>
<p class="summary"><strong data-status></strong> <span data-time></span> <span data-size></span></p>
<p class="url"><span class="method">GET</span> <code data-url></code></p>
<div class="problem" data-problem hidden></div>
${emptyCodeBlock('Response body', html`data-body`)}
<details open><summary>Response headers</summary><dl data-headers></dl></details>
</div></details>`;
}

function input(id: string, label: string, attributes: Html): Html {
  return html`<div><label for="${id}">${label}</label><input id="${id}" spellcheck="false" autocapitalize="off" ${attributes}></div>`;
}

/** Project and space are shared by all forms; an instance only by the operations of its kind. */
function pathInput(id: string, { tags }: DocumentedOperation, { name, example }: Parameter): Html {
  const shared = name === 'projectId' || name === 'spaceId' ? name : `${name}-${tags[0]}`;
  return input(
    `${id}-${name}`,
    name,
    html`data-segment="${name}" data-shared="${shared}" placeholder="${String(example)}" required autocomplete="off"`,
  );
}

function queryInput(id: string, { name, schema, example }: Parameter): Html {
  if (schema.type === 'boolean') {
    return html`<div><label for="${id}-${name}">${name}</label><select id="${id}-${name}" data-query="${name}">
<option value="">not set</option><option>true</option><option>false</option></select></div>`;
  }
  return input(
    `${id}-${name}`,
    name,
    html`data-query="${name}" placeholder="${String(example)}" autocomplete="off"`,
  );
}
