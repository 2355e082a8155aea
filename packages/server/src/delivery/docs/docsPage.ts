import style from './docs.client.css' with { type: 'text' };
import script from './docs.client.js' with { type: 'text' };
import { errorGuide } from './errorGuide.ts';
import { resourceAnchor, resourceNames } from './fieldList.ts';
import { guideSection } from './guideSection.ts';
import { type Html, html } from './html.ts';
import { httpGuides } from './httpGuides.ts';
import { operationSection } from './operationSection.ts';
import { queryGuides } from './queryGuides.ts';
import { type Reference, readDocument } from './readDocument.ts';
import { resourceSection } from './resourceSection.ts';
import { startGuides } from './startGuides.ts';

/** The script of the page. */
export const docsScript: string = script;
/** The style of the page. */
export const docsStyle: string = style;

/**
 * What the page may load: nothing, from nowhere. Its script and style stand in it and are named by their hashes; by an
 * address ('self') the files of packages, which lie in the same origin, could be named as well.
 */
export const docsPolicy = [
  "default-src 'none'",
  `script-src '${hashOf(script)}'`,
  `style-src '${hashOf(style)}'`,
  "worker-src 'none'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function hashOf(text: string): string {
  return `sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}`;
}

/** The reference page of an OpenAPI document, as HTML that asks for nothing else. */
export function docsPage(document: unknown): string {
  const reference = readDocument(document);
  const guides = [...startGuides(reference), ...queryGuides, errorGuide, ...httpGuides];
  const groups: readonly NavigationGroup[] = [
    { title: 'Guide', links: guides.map(({ id, title }) => [id, title] as const) },
    ...operationGroups(reference),
    { title: 'Resources', links: resourceNames.map((name) => [resourceAnchor(name), name] as const) },
  ];
  return html`<!doctype html>
<html lang="en">
${head(reference)}
<body>
<a class="skip" href="#main">Skip to the content</a>
${header(reference)}
${navigation(groups)}
<main id="main" tabindex="-1">
<h1>${reference.info.title}</h1>
${guides.map(guideSection)}
<h2 id="operations"><a href="#operations">Operations</a></h2>
${Object.entries(reference.paths).map(([path, { get }]) => operationSection(reference.servers[0].url, path, get))}
<h2 id="resources"><a href="#resources">Resources</a></h2>
${resourceNames.map((name) => resourceSection(reference, name))}
</main>
</body>
</html>
`.html;
}

type NavigationGroup = {
  readonly title: string;
  readonly links: ReadonlyArray<readonly [id: string, text: string]>;
};

/** The operations by the kind that they deliver. */
function operationGroups(reference: Reference): readonly NavigationGroup[] {
  const all = Object.values(reference.paths).map(({ get }) => get);
  const byTag = Map.groupBy(all, ({ tags }) => tags[0]);
  return [...byTag].map(([tag, operations]) => ({
    title: tag.charAt(0).toUpperCase() + tag.slice(1),
    links: operations.map(({ operationId, summary }) => [operationId, summary.replace(/,.*/, '')] as const),
  }));
}

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%231f5eff'/%3E%3Cpath d='M4 5h8M4 8h8M4 11h5' stroke='%23fff' stroke-width='1.5'/%3E%3C/svg%3E";

function head({ info }: Reference): Html {
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${info.summary}">
<title>${info.title}: reference</title>
<link rel="icon" href="${icon}">
<style>${{ html: style }}</style>
<script type="module">${{ html: script }}</script>
</head>`;
}

function header({ info }: Reference): Html {
  return html`<header class="top"><a class="brand" href="#introduction"><span class="mark" aria-hidden="true"></span>Newsstand</a>
<span class="version">Interface ${info.version}</span>
<a class="file" href="/openapi.json">openapi.json</a>
<button type="button" class="menu" data-menu hidden aria-expanded="false" aria-controls="navigation">Contents</button></header>`;
}

function navigation(groups: readonly NavigationGroup[]): Html {
  return html`<nav id="navigation" aria-label="Contents">${groups.map(
    ({ title, links }) =>
      html`<p class="group">${title}</p><ul>${links.map(
        ([id, text]) => html`<li><a href="#${id}">${text}</a></li>`,
      )}</ul>`,
  )}</nav>`;
}
