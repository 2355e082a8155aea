import { credentialHeaders } from '@newsstand/contract';
import { type Html, html } from './html.ts';
import type { DocumentedOperation, Parameter } from './readDocument.ts';

/**
 * A form that sends the real request. It is hidden until the script is there, and its fields have no `name`:
 * a browser that submits it by itself would otherwise write the secret into the address.
 */
export function tryPanel(path: string, operation: DocumentedOperation): Html {
  const id = `try-${operation.operationId}`;
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  return html`<details class="try" data-try hidden><summary>Try it</summary>
<form data-path="${path}" autocomplete="off" aria-label="Try ${operation.summary}">
<fieldset><legend>Credentials</legend><div class="inputs">
${input(`${id}-key`, credentialHeaders.key, html`data-header="${credentialHeaders.key}" data-shared="key" required autocomplete="off"`)}
${input(`${id}-secret`, credentialHeaders.secret, html`type="password" data-header="${credentialHeaders.secret}" data-shared="secret" required autocomplete="new-password"`)}
</div><p class="note">Kept in the memory of this page only, and sent to this service only.</p></fieldset>
<fieldset><legend>Path</legend><div class="inputs">${inPath.map((parameter) => pathInput(id, operation, parameter))}</div></fieldset>
<fieldset><legend>Query</legend><div class="inputs">${inQuery.map((parameter) => queryInput(id, parameter))}</div></fieldset>
<div class="actions"><button type="submit" class="send">Send request</button>
<button type="button" data-again hidden>Send again with its ETag</button></div>
</form>
<div class="result" data-result hidden>
<p class="summary" role="status" data-summary></p>
<pre class="address" tabindex="0" aria-label="Address that was sent"><code data-address></code></pre>
<dl data-headers></dl>
<pre tabindex="0" class="body" aria-label="Answer"><code data-body></code></pre>
</div></details>`;
}

function input(id: string, label: string, attributes: Html): Html {
  return html`<div><label for="${id}">${label}</label><input id="${id}" spellcheck="false" autocapitalize="off" ${attributes}></div>`;
}

/** Scope is typed once for all operations; instances of news and of banners are not the same. */
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
<option value="">not given</option><option>true</option><option>false</option></select></div>`;
  }
  return input(
    `${id}-${name}`,
    name,
    html`data-query="${name}" placeholder="${String(example)}" autocomplete="off"`,
  );
}
