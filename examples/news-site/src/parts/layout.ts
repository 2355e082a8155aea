import type { Category } from '@newsstand/client';
import { sectionName } from '../Edition.ts';
import { attribute, type Html, html } from '../html.ts';
import { previewBar } from '../preview/previewPages.ts';
import type { Page, Visit } from '../Visit.ts';
import { pageHead } from './head.ts';
import { categoryTopic } from './topicLinks.ts';

/** The header has no room for more. */
const mostCategories = 12;

/** A whole page: the head, the frame of every page, and the content of this one. */
export function layout(page: Page, visit: Visit, categories: readonly Category[]): Html {
  const { site, edition } = visit;
  const { assets, settings } = site;
  return html`<!doctype html>
<html lang="${edition.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${page.head ?? pageHead(page, visit)}
${languageLinks(page, visit)}
<script src="${assets.themeScript}"></script>
<link rel="stylesheet" href="${assets.style}">
<link rel="expect" href="#main" blocking="render">
<link rel="icon" href="${assets.icon}" type="image/svg+xml">
<link rel="alternate" type="application/rss+xml" title="${settings.name}" href="${edition.path}/rss.xml">
<link rel="alternate" type="application/feed+json" title="${settings.name}" href="${edition.path}/feed.json">
<script src="${assets.script}" type="module"></script>
</head>
<body>
<a class="skip" href="#main">${edition.words.skip}</a>
${page.bar ?? (visit.preview && previewBar(visit, visit.preview))}
${header(page, visit, categories)}
<main id="main" tabindex="-1">
${page.main}
</main>
${footer(visit)}
</body>
</html>
`;
}

/** Tells search engines where the same page is in other languages. */
function languageLinks({ translations }: Page, { site, edition, url }: Visit): readonly Html[] {
  if (translations === undefined || translations.size === 0 || url.search !== '') return [];
  const [first] = site.settings.editions;
  const paths = new Map([[edition.language, url.pathname], ...translations]);
  const link = (language: string, path: string) =>
    html`<link rel="alternate" hreflang="${language}" href="${site.url}${path}">\n`;
  const usual = paths.get(first.language);
  return [
    ...[...paths].map(([language, path]) => link(language, path)),
    ...(usual === undefined ? [] : [link('x-default', usual)]),
  ];
}

function header(page: Page, visit: Visit, categories: readonly Category[]): Html {
  const { site, url, edition } = visit;
  const { name, sections } = site.settings;
  const { path, words } = edition;
  const link = (to: string, text: string, isWithin: boolean) =>
    html`<li><a href="${to}"${attribute('aria-current', url.pathname === to ? 'page' : isWithin && 'true')}>${text}</a></li>`;
  return html`<header class="top">
  <a class="brand" href="${path || '/'}">${cloud}${name}</a>
  <nav class="sections" aria-label="${words.sectionLinks}"><ul>
    ${sections.map((section) => link(`${path}/${section}`, sectionName(edition, section), url.pathname.startsWith(`${path}/${section}/`)))}
    ${link(`${path}/search`, words.search, false)}
  </ul></nav>
  ${languageSwitch(page, visit)}
  <button class="theme" type="button" aria-pressed="false" aria-label="${words.darkColours}"><svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z"/></svg></button>
  ${
    categories.length > 0 &&
    html`<nav class="categories" aria-label="${words.categoryLinks}"><ul>
    ${categories
      .slice(0, mostCategories)
      .map((category) => categoryTopic(edition, category))
      .map((topic) => link(topic.path, topic.name, topic.path === page.category))}
  </ul></nav>`
  }
</header>`;
}

/** A button for each other language. It leads to the same page in that language, if there is one. */
function languageSwitch({ translations }: Page, { site, edition }: Visit): readonly Html[] {
  const others = site.settings.editions.filter((other) => other !== edition);
  return others.map(
    ({ language, path, words }) => html`<form class="language" method="post" action="/language">
    <input type="hidden" name="to" value="${translations?.get(language) ?? (path || '/')}">
    <button name="language" value="${language}" lang="${language}">${words.language}</button>
  </form>`,
  );
}

const cloud = html`<svg viewBox="0 0 32 24" width="32" height="24" aria-hidden="true"><path d="M8.5 21a6.5 6.5 0 0 1-.8-12.95 9 9 0 0 1 17.2-1.3A7.2 7.2 0 0 1 24.5 21z"/></svg>`;

function footer({ site, preview, edition }: Visit): Html {
  const { name, sections } = site.settings;
  const { path, words } = edition;
  return html`<footer class="bottom">
  <p>${words.example(name)}</p>
  <ul>
    <li><a href="${path}/archive">${words.archive}</a></li>
    <li><a href="${path}/rss.xml">RSS</a></li>
    ${sections.map((section) => html`<li><a href="${path}/${section}/rss.xml">RSS: ${sectionName(edition, section)}</a></li>`)}
    <li><a href="${path}/feed.json">JSON Feed</a></li>
    ${preview === undefined && html`<li><a href="/preview">${words.preview}</a></li>`}
  </ul>
</footer>`;
}
