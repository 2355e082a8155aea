import { attribute, type Html, html } from '../html.ts';
import { previewBar } from '../preview/previewPages.ts';
import type { Page, Visit } from '../Visit.ts';

/** A whole page: the head, the frame of every page, and the content of this one. */
export function layout(page: Page, visit: Visit): Html {
  const { assets, settings } = visit.site;
  const title = page.title === '' ? settings.name : `${page.title} · ${settings.name}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${page.head ?? html`<title>${title}</title>`}
<script src="${assets.themeScript}"></script>
<link rel="stylesheet" href="${assets.style}">
<link rel="expect" href="#main" blocking="render">
<link rel="icon" href="${assets.icon}" type="image/svg+xml">
<link rel="alternate" type="application/rss+xml" title="${settings.name}" href="/rss.xml">
<link rel="alternate" type="application/feed+json" title="${settings.name}" href="/feed.json">
<script src="${assets.script}" type="module"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
${page.bar ?? (visit.preview && previewBar(visit, visit.preview))}
${header(visit)}
<main id="main" tabindex="-1">
${page.main}
</main>
${footer(visit)}
</body>
</html>
`;
}

function header({ site, url }: Visit): Html {
  const { name, sections } = site.settings;
  const link = (path: string, text: string) =>
    html`<li><a href="${path}"${attribute('aria-current', url.pathname === path ? 'page' : undefined)}>${text}</a></li>`;
  return html`<header class="top">
  <a class="brand" href="/">${cloud}${name}</a>
  <nav aria-label="Sections"><ul>${sections.map((section) => link(`/${section}`, section))}${link('/search', 'search')}</ul></nav>
  <button class="theme" type="button" aria-pressed="false" aria-label="Dark colours"><svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z"/></svg></button>
</header>`;
}

const cloud = html`<svg viewBox="0 0 32 24" width="32" height="24" aria-hidden="true"><path d="M8.5 21a6.5 6.5 0 0 1-.8-12.95 9 9 0 0 1 17.2-1.3A7.2 7.2 0 0 1 24.5 21z"/></svg>`;

function footer({ site, preview }: Visit): Html {
  const { name, sections } = site.settings;
  return html`<footer class="bottom">
  <p>${name}, an example site. Its content comes from Newsstand.</p>
  <ul>
    <li><a href="/rss.xml">RSS</a></li>
    ${sections.map((section) => html`<li><a href="/${section}/rss.xml">RSS: ${section}</a></li>`)}
    <li><a href="/feed.json">JSON Feed</a></li>
    ${preview === undefined && html`<li><a href="/preview">Preview</a></li>`}
  </ul>
</footer>`;
}
