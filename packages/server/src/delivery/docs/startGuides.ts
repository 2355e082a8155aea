import { credentialHeaders } from '@newsstand/contract';
import { codeBlock, codeTabs } from './codeBlock.ts';
import { type Guide, table } from './guideSection.ts';
import { type Html, html, prose } from './html.ts';
import type { Reference } from './readDocument.ts';
import { curlExample, exampleTarget, fetchExample } from './requestExamples.ts';

/** The first chapters: what this is, how to get in, and what is to be seen. */
export function startGuides(reference: Reference): readonly Guide[] {
  return [introduction(reference), authentication(reference), visibility];
}

function introduction(reference: Reference): Guide {
  return {
    id: 'introduction',
    title: 'Introduction',
    text: html`<p class="lead">${reference.info.summary}</p>
<p>${prose(reference.info.description)}</p>
<ul>
<li><strong>Scope.</strong> Everything belongs to a project and a space; news and banners also to an instance. The path names all of them.</li>
<li><strong>Lists and single items.</strong> Lists come in pages. A single item is found by its ID, or else by its alias.</li>
<li><strong>Nothing changes from here.</strong> Only GET and HEAD do something; no request can harm the content.</li>
<li><strong>Exact to the moment.</strong> What opens at noon is in the answers from noon on.</li>
</ul>
<p>For tools there is the same in one file: <a href="/openapi.json">OpenAPI 3.1 document</a>, version ${reference.info.version}.</p>`,
    side: html`${firstRequest(reference)}`,
  };
}

function firstRequest(reference: Reference): Html {
  const [entry] = Object.entries(reference.paths);
  if (entry === undefined) return html``;
  const [path, { get }] = entry;
  const address = `${reference.servers[0].url.replace(/\/$/, '')}${exampleTarget(path, get)}`;
  return html`${codeBlock('Base address', reference.servers[0].url)}${codeTabs('Your first request', [
    ['curl', curlExample(address)],
    ['fetch', fetchExample(address, '{ totalCount, list }')],
  ])}`;
}

function authentication({ servers: [server] }: Reference): Guide {
  return {
    id: 'authentication',
    title: 'Authentication',
    text: html`<p>Every request carries two headers. The operator of this service makes the pair for you; the secret is shown once.</p>
${table(
  'Credential headers',
  ['Header', 'Value'],
  [
    [html`<code>${credentialHeaders.key}</code>`, html`The key: names the credential.`],
    [html`<code>${credentialHeaders.secret}</code>`, html`The secret: proves that it is you.`],
  ],
)}
<p>A credential reaches what it was granted: a project with all that is in it, a space with all that is in it, or one instance alone. Media, categories and tags belong to the space, so an instance grant does not reach them.</p>
<p>A request with missing or wrong credentials ends with <a href="#error-credentials_invalid">401</a>, one that reaches too far with <a href="#error-access_denied">403</a>. The 403 is the same whether or not the thing exists.</p>
<p class="callout"><strong>In a browser, a secret is no secret.</strong> Whoever opens your page can read it there. Call from your server, or use a credential of its own with the smallest grant and without preview.</p>`,
    side: codeBlock(
      'Headers of a request',
      `GET /static/projects/acme/spaces/web/collection/tags HTTP/1.1\nHost: ${hostOf(server.url)}\n${credentialHeaders.key}: <API_KEY>\n${credentialHeaders.secret}: <API_SECRET>`,
    ),
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

const visibility: Guide = {
  id: 'visibility',
  title: 'What is visible when',
  text: html`<p>News and banners are delivered while they are <strong>live</strong>: published, and inside their window.</p>
<ul>
<li><strong>Published:</strong> from <code>reservedAt</code> on, where it is set; where it is not, when <code>status</code> is <code>published</code>.</li>
<li><strong>Window:</strong> from <code>openingAt</code> on, and until just before <code>closingAt</code>. Each is open where it is not set.</li>
</ul>
<p>This is decided at the moment of the request. The delivered <code>status</code> is the one in force then. What is not live is absent from lists, counts and searches, and 404 as a single item.</p>
${table(
  'Examples of visibility at noon',
  ['status', 'reservedAt', 'openingAt', 'closingAt', 'At 12:00'],
  [
    visible('published', '', '', '', 'live'),
    visible('draft', '', '', '', 'not seen'),
    visible('draft', '11:00', '', '', 'live'),
    visible('published', '13:00', '', '', 'not seen before 13:00'),
    visible('published', '', '12:00', '', 'live'),
    visible('published', '', '', '12:00', 'not seen any more'),
    visible('draft', '10:00', '14:00', '18:00', 'not seen before 14:00'),
  ],
)}
<h3 id="preview"><a href="#preview">Preview</a></h3>
<p>A preview credential sees every item, whatever its state. With <code>previewAt</code> it sees exactly what will be live at that moment. Its answers carry <code>Cache-Control: private, no-store</code>. Any other credential that sends <code>previewAt</code> gets <a href="#error-preview_denied">403</a>.</p>`,
  side: html`<figure class="timeline" role="img" aria-label="An item with reservedAt at 2, openingAt at 10 and closingAt at 18 is published from 2 on, its window is 10 to 18, and it is live from 10 to 18.">
<figcaption>One day of an item</figcaption>
<p><span>Published</span><span class="bar from2"></span></p>
<p><span>Window</span><span class="bar from10to18"></span></p>
<p><span>Live</span><span class="bar live from10to18"></span></p>
<p class="hours"><span></span><span><b>2:00</b> reservedAt</span><span><b>10:00</b> openingAt</span><span><b>18:00</b> closingAt</span></p>
</figure>`,
};

function visible(...cells: readonly [string, string, string, string, string]): readonly Html[] {
  return cells.map((cell, at) => {
    if (cell === '') return html`<span class="none">not set</span>`;
    if (at === 4) return cell === 'live' ? html`<strong class="yes">live</strong>` : html`${cell}`;
    return html`<code>${cell}</code>`;
  });
}
