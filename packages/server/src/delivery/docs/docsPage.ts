import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demo } from '@newsstand/demo';
import { ownFile } from '../../ownFile.ts';
import { section } from './components.ts';
import { errorGuide } from './guides/errors.ts';
import { eventGuide } from './guides/events.ts';
import { gettingStartedGuides } from './guides/gettingStarted.ts';
import { httpGuides } from './guides/http.ts';
import { listGuides } from './guides/lists.ts';
import { type Html, hashSource, html } from './html.ts';
import { operationSection } from './operationSection.ts';
import { type DocumentedOperation, type Reference, readDocument } from './readDocument.ts';
import { resourceAnchor, resourceNames, resourceSection } from './schemaSection.ts';

const browserFile = (name: string) => readFileSync(join(ownFile('docs'), name), 'utf8');

/** Writes requests as code, in step with the forms. Before it is built, code shows the example requests only. */
const requestCode = join(ownFile('console'), 'requestCode.js');

/** The scripts of the page: independent modules, sent as they are. */
export const docsScripts: readonly string[] = [
  ...(existsSync(requestCode) ? [readFileSync(requestCode, 'utf8')] : []),
  ...['codeBlocks.js', 'navigation.js', 'search.js', 'tryIt.js'].map(browserFile),
];
/** The style sheet of the page. */
export const docsStyle: string = browserFile('style.css');

/**
 * The page loads nothing but pictures of responses. Its scripts and style sheet are inline and allowed by hash; 'self'
 * would also allow scripts from media packages, which are served from the same origin.
 */
export function docsPolicy(mediaUrl: string): string {
  return [
    "default-src 'none'",
    `script-src ${docsScripts.map(hashSource).join(' ')}`,
    `style-src ${hashSource(docsStyle)}`,
    "worker-src 'none'",
    "connect-src 'self'",
    `img-src data: ${new URL(mediaUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The reference page for an OpenAPI document, complete in one HTML file. */
export function docsPage(document: unknown, { mediaUrl, docsUrl, isDemo = false }: DocsSettings): string {
  const reference = isDemo ? withDemoExamples(readDocument(document)) : readDocument(document);
  const form = { serverUrl: reference.servers[0].url, mediaOrigin: new URL(mediaUrl).origin, isDemo };
  const guides = [
    ...gettingStartedGuides(reference, isDemo, docsUrl),
    ...listGuides,
    eventGuide,
    errorGuide,
    ...httpGuides,
  ];
  const groups: readonly NavigationGroup[] = [
    { title: 'Guides', links: guides.map(({ id, title }) => [id, title] as const) },
    ...operationGroups(reference),
    { title: 'Resources', links: resourceNames.map((name) => [resourceAnchor(name), name] as const) },
  ];
  return html`<!doctype html>
<html lang="en">
${head(reference)}
<body>
<a class="skip" href="#main">Skip to content</a>
${header(reference, docsUrl)}
${navigation(groups)}
<main id="main" tabindex="-1">
<h1>${reference.info.title}</h1>
${guides.map((guide) => section('Guide', guide))}
<h2 id="operations"><a href="#operations">Operations</a></h2>
${Object.entries(reference.paths).map(([path, { get }]) => operationSection(form, path, get))}
<h2 id="resources"><a href="#resources">Resources</a></h2>
${resourceNames.map((name) => resourceSection(reference, name))}
</main>
</body>
</html>
`.html;
}

/** What the page depends on besides the document. */
type DocsSettings = {
  readonly mediaUrl: string;
  readonly docsUrl?: string | undefined;
  readonly isDemo?: boolean | undefined;
};

/** The same document with examples that lead to the demo content. */
function withDemoExamples({ paths, ...rest }: Reference): Reference {
  const withExamples = ({ parameters, ...operation }: DocumentedOperation): DocumentedOperation => {
    const values = new Map<string, string>(
      Object.entries({
        ...demo.space,
        ...Object.entries(demo.sample).find(([tag]) => tag === operation.tags[0])?.[1],
      }),
    );
    return {
      ...operation,
      parameters: parameters.map((parameter) => ({
        ...parameter,
        example: values.get(parameter.name) ?? parameter.example,
      })),
    };
  };
  const changed = Object.entries(paths).map(([path, { get }]) => [path, { get: withExamples(get) }]);
  return { ...rest, paths: Object.fromEntries(changed) };
}

type NavigationGroup = {
  readonly title: string;
  readonly links: ReadonlyArray<readonly [id: string, text: string]>;
};

/** One group of links for each tag. */
function operationGroups(reference: Reference): readonly NavigationGroup[] {
  const operations = Object.values(reference.paths).map(({ get }) => get);
  return [...Map.groupBy(operations, ({ tags }) => tags[0])].map(([tag, tagged]) => ({
    title: tag.charAt(0).toUpperCase() + tag.slice(1),
    links: tagged.map(({ operationId, summary }) => [operationId, summary.replace(/,.*/, '')] as const),
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
<title>${info.title}: API reference</title>
<link rel="icon" href="${icon}">
<style>${{ html: docsStyle }}</style>
${docsScripts.map((script) => html`<script type="module">${{ html: script }}</script>`)}
</head>`;
}

function header({ info }: Reference, docsUrl: string | undefined): Html {
  return html`<header class="top"><a class="brand" href="#introduction"><span class="logo" aria-hidden="true"></span><span class="word">Newsstand</span></a>
<span class="version">API ${info.version}</span>
<div class="search" role="search" data-search-box hidden>
<label class="for-screen-readers" for="search-input">Search the reference</label>
<input type="search" id="search-input" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-controls="search-results" placeholder="Search" autocomplete="off" spellcheck="false">
<kbd aria-hidden="true">/</kbd>
<ul id="search-results" role="listbox" aria-label="Search results" hidden></ul>
<p role="status"></p></div>
${docsUrl === undefined ? undefined : html`<a class="file" href="${docsUrl}">Documentation</a>`}
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
