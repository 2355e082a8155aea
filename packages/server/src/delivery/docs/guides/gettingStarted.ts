import { credentialHeaders } from '@newsstand/contract';
import { codeSamples } from '../codeSamples.ts';
import { codeBlock, codeTabs, type Section, table } from '../components.ts';
import { type Html, html, prose } from '../html.ts';
import type { Reference } from '../readDocument.ts';

/** What the service is, how to authenticate, and which content is visible. */
export function gettingStartedGuides(
  reference: Reference,
  isDemo: boolean,
  docsUrl: string | undefined,
): readonly Section[] {
  return [introduction(reference, isDemo, docsUrl), authentication(reference), visibility];
}

function introduction(reference: Reference, isDemo: boolean, docsUrl: string | undefined): Section {
  return {
    id: 'introduction',
    title: 'Introduction',
    text: html`<p class="lead">${reference.info.summary}</p>
${isDemo ? demoCallout : undefined}
<p>${prose(reference.info.description)}</p>
<ul>
<li><strong>Scope.</strong> Everything belongs to a project and a space; news and banners also belong to an instance. The path names all of them.</li>
<li><strong>Lists and single items.</strong> Lists are paginated. A single item is looked up by its ID, then by its alias.</li>
<li><strong>Read-only.</strong> Only GET and HEAD are supported; no request can change the content.</li>
<li><strong>Always current.</strong> An item that opens at noon is in every response from noon on.</li>
</ul>
${docsUrl === undefined ? undefined : html`<p>Tutorial and guides are in the <a href="${docsUrl}">documentation</a>.</p>`}
<p>The same reference is available to tools as an <a href="/openapi.json">OpenAPI 3.1 document</a>, version ${reference.info.version}.</p>`,
    side: firstRequest(reference),
  };
}

const demoCallout = html`<p class="callout"><strong>Try it.</strong> This service has demo content, and the forms on this page are filled in for it. Go to <a href="#listNews">List news</a>, paste the <code>KEY=</code> and <code>SECRET=</code> lines that the first start printed, and press <em>Send request</em>.</p>`;

function firstRequest({ paths, servers: [server] }: Reference): Html {
  const [first] = Object.entries(paths);
  if (first === undefined) return html``;
  const [path, { get }] = first;
  return html`${codeBlock('Base URL', server.url)}${codeBlock('The typed client', `npm install ${server.url.replace(/\/$/, '')}/docs/client.tgz`)}${codeTabs('your first request', codeSamples(server.url, path, get))}`;
}

function authentication({ servers: [server] }: Reference): Section {
  const host = URL.canParse(server.url) ? new URL(server.url).host : server.url;
  return {
    id: 'authentication',
    title: 'Authentication',
    text: html`<p>Every request carries two headers. The operator of this service creates the pair for you; the secret is shown only once.</p>
${table(
  'Credential headers',
  ['Header', 'Value'],
  [
    [html`<code>${credentialHeaders.key}</code>`, html`The key, which identifies the credential.`],
    [html`<code>${credentialHeaders.secret}</code>`, html`The secret, which proves that it is yours.`],
  ],
)}
<p>A credential is granted access to a whole project, a whole space, or a single instance. Media, categories and tags belong to the space, so a grant for an instance does not include them.</p>
<p>A request with missing or wrong credentials fails with <a href="#error-credentials_invalid">401</a>, and a request outside the grant with <a href="#error-access_denied">403</a>. The 403 is the same whether or not the resource exists.</p>
<p class="callout"><strong>A secret in a browser is not secret.</strong> Anyone who opens your page can read it. Send requests from your server, or use a separate credential with the smallest possible grant and without preview access.</p>`,
    side: codeBlock(
      'Request headers',
      `GET /static/projects/acme/spaces/web/collection/tags HTTP/1.1\nHost: ${host}\n${credentialHeaders.key}: <API_KEY>\n${credentialHeaders.secret}: <API_SECRET>`,
    ),
  };
}

const visibility: Section = {
  id: 'visibility',
  title: 'Visibility and preview',
  text: html`<p>News and banners are delivered while they are <strong>live</strong>: published, and within their display window.</p>
<ul>
<li><strong>Published.</strong> If <code>reservedAt</code> is set, the item is published from that time on. Otherwise it is published if its <code>status</code> is <code>published</code>.</li>
<li><strong>Display window.</strong> From <code>openingAt</code> until just before <code>closingAt</code>. If one of them is not set, the window is open on that side.</li>
</ul>
<p>Both are evaluated when the request arrives, and <code>status</code> is delivered as it is at that time. An item that is not live is missing from lists, counts and searches, and its own URL returns 404.</p>
${table(
  'Examples of visibility at noon',
  ['status', 'reservedAt', 'openingAt', 'closingAt', 'At 12:00'],
  [
    visibilityRow('published', '', '', '', 'live'),
    visibilityRow('draft', '', '', '', 'not visible'),
    visibilityRow('draft', '11:00', '', '', 'live'),
    visibilityRow('published', '13:00', '', '', 'not visible before 13:00'),
    visibilityRow('published', '', '12:00', '', 'live'),
    visibilityRow('published', '', '', '12:00', 'no longer visible'),
    visibilityRow('draft', '10:00', '14:00', '18:00', 'not visible before 14:00'),
  ],
)}
<h3 id="preview" data-search="Guide"><a href="#preview">Preview</a></h3>
<p>A preview credential sees every item, whatever its state. With <code>previewAt</code> it sees exactly what will be live at that time. Its responses carry <code>Cache-Control: private, no-store</code>. If any other credential sends <code>previewAt</code>, the request fails with <a href="#error-preview_denied">403</a>.</p>`,
  side: html`<div class="timeline" role="img" aria-label="An item with reservedAt at 2:00, openingAt at 10:00 and closingAt at 18:00 is published from 2:00 on. Its display window is from 10:00 to 18:00, and it is live from 10:00 to 18:00.">
<p class="heading">One day of an item</p>
<p><span>Published</span><span class="bar from2"></span></p>
<p><span>Window</span><span class="bar from10to18"></span></p>
<p><span>Live</span><span class="bar live from10to18"></span></p>
<p class="hours"><span></span><span><b>2:00</b> reservedAt</span><span><b>10:00</b> openingAt</span><span><b>18:00</b> closingAt</span></p>
</div>`,
};

function visibilityRow(...cells: readonly [string, string, string, string, string]): readonly Html[] {
  return cells.map((cell, index) => {
    if (cell === '') return html`<span class="none">not set</span>`;
    if (index === 4) return cell === 'live' ? html`<strong class="yes">live</strong>` : html`${cell}`;
    return html`<code>${cell}</code>`;
  });
}
