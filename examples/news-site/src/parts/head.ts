import {
  detailsOf,
  type MetaImage,
  metaImage,
  metaTags,
  publishedAt,
  renderMetaTags,
  summaryOf,
} from '@newsstand/client/page';
import { type Html, html, safe } from '../html.ts';
import type { Story } from '../Story.ts';
import type { Page, Visit } from '../Visit.ts';

/** What search engines and social networks read of a page. */
export function pageHead(page: Page, { site, edition, url, preview }: Visit): Html {
  const { name } = site.settings;
  const title = page.title === '' ? name : `${page.title} · ${name}`;
  const description = page.description ?? edition.words.about(name);
  const address = site.url + (page.canonical ?? url.pathname);
  const isHidden = page.isHidden || (page.status ?? 200) !== 200 || preview !== undefined;
  return html`<title>${title}</title>
<meta name="description" content="${description}">
${
  isHidden
    ? html`<meta name="robots" content="noindex">`
    : html`<link rel="canonical" href="${address}">
<meta property="og:url" content="${address}">`
}
<meta property="og:type" content="website">
<meta property="og:title" content="${page.title === '' ? name : page.title}">
<meta property="og:description" content="${description}">
<meta property="og:site_name" content="${name}">
${imageTags(page.image ?? ownImage(site))}
<meta name="twitter:card" content="summary_large_image">`;
}

/** The picture of what has none. */
function ownImage({ url, assets, settings }: Visit['site']): MetaImage {
  const size = { width: 1200, height: 630 };
  return { url: url + assets.shareImage, type: 'image/png', ...size, alt: settings.name };
}

function imageTags({ url, type, width, height, alt }: MetaImage): Html {
  return html`<meta property="og:image" content="${url}">${Object.entries({ type, width, height, alt })
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => html`\n<meta property="og:image:${name}" content="${value}">`)}`;
}

/** The same of a story, which knows it itself. */
export function storyHead(story: Story, { site }: Visit): Html {
  const { news, path } = story;
  const { media } = news.values.thumbnail;
  const found = metaImage(media);
  const image = found === undefined ? ownImage(site) : { ...found, alt: found.alt ?? media?.name };
  const tags = metaTags(news, { url: site.url + path, siteName: site.settings.name, image });
  const data = JSON.stringify(newsArticle(story, site.url, site.settings.name, image.url));
  return html`${safe(renderMetaTags(tags))}
<script type="application/ld+json">${safe(data.replaceAll('<', '\\u003c'))}</script>`;
}

/** https://schema.org/NewsArticle, as plain data. */
function newsArticle({ news, path, edition }: Story, siteUrl: string, siteName: string, image: string) {
  const { title, body, seo } = news.values;
  const publisher = { '@type': 'Organization', name: siteName, url: siteUrl };
  const authors = detailsOf(body).authors.map((name) => ({ '@type': 'Person', name }));
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: title,
    description: summaryOf(body),
    image: [image],
    datePublished: new Date(publishedAt(news)).toISOString(),
    dateModified: new Date(Math.max(news.updatedAt, publishedAt(news))).toISOString(),
    author: authors.length === 0 ? [publisher] : authors,
    publisher,
    mainEntityOfPage: seo?.canonicalUrl ?? siteUrl + path,
    inLanguage: edition.language,
    articleSection: news.category?.name,
    keywords: news.tags?.map(({ name }) => name),
  };
}
