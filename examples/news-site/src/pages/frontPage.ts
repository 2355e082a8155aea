import type { Category, Tag } from '@newsstand/client';
import { attribute, type Html, html } from '../html.ts';
import { listCategories, listSlides, listStories, listTags, type Slide } from '../newsroom.ts';
import { liveStories } from '../parts/liveStories.ts';
import { storyCard } from '../parts/storyCard.ts';
import { categoryTopic, tagTopic, topicLinks } from '../parts/topicLinks.ts';
import { pictureTag } from '../pictures.ts';
import { languageOf } from '../Story.ts';
import type { Page, Visit } from '../Visit.ts';

const mostTags = 30;

/** Banners, the newest news of all sections, and the topics. */
export async function frontPage(visit: Visit): Promise<Page> {
  const { newsroom, site, now } = visit;
  const { sections, name } = site.settings;
  const [slides, { stories }, categories, tags] = await Promise.all([
    listSlides(newsroom),
    listStories(newsroom, sections, { size: 12 }),
    listCategories(newsroom),
    listTags(newsroom),
  ]);
  const [lead, ...rest] = stories;
  const main = html`<h1 class="unseen">${name}</h1>
${carousel(slides)}
${liveStories(
  '/',
  visit,
  lead === undefined
    ? html`<p>There is no news yet.</p>`
    : html`<section class="front" aria-label="Latest news">
  ${storyCard(lead, now, { size: 'lead', isFirst: true })}
  <div class="beside">${rest.slice(0, 4).map((story) => storyCard(story, now, { size: 'row' }))}</div>
</section>
<section class="grid" aria-label="More news">${rest.slice(4, 10).map((story) => storyCard(story, now, { size: 'card' }))}</section>`,
)}
${browse(categories, tags)}`;
  return { title: '', main };
}

function browse(categories: readonly Category[], tags: readonly Tag[]): Html | undefined {
  if (categories.length + tags.length === 0) return undefined;
  return html`<section class="browse" aria-labelledby="browse">
  <h2 id="browse">Browse</h2>
  ${categories.length > 0 && topicLinks(categories.map(categoryTopic))}
  ${tags.length > 0 && topicLinks(tags.slice(0, mostTags).map(tagTopic))}
</section>`;
}

/** Banners side by side. Without a script they are scrolled by hand; with it there are buttons, and they move on. */
function carousel(slides: readonly Slide[]): Html | undefined {
  if (slides.length === 0) return undefined;
  return html`<section class="carousel" aria-roledescription="carousel" aria-label="Highlights">
  <div class="slides">${slides.map((each, index) => slide(each, index, slides.length))}</div>
  ${slides.length > 1 && controls()}
</section>`;
}

function slide({ banner, picture, frameUrl }: Slide, index: number, count: number): Html {
  const title = banner.values.title ?? banner.name;
  const address = webAddress(banner.values.url);
  const shown =
    frameUrl === undefined
      ? picture &&
        pictureTag(picture, { sizes: '(min-width: 72rem) 70rem, 94vw', alt: '', isFirst: index === 0 })
      : html`<iframe src="${frameUrl}" title="${title}" sandbox="allow-scripts" tabindex="-1" loading="lazy"></iframe>`;
  // A picture says it itself.
  const text = html`<span class="${shown === undefined ? 'words' : 'unseen'}" dir="auto"${attribute('lang', languageOf(title))}>${title}</span>`;
  return html`<div class="slide" role="group" aria-roledescription="slide" aria-label="${index + 1} of ${count}">
    ${shown}
    ${address === undefined ? text : html`<a href="${address}">${text}</a>`}
  </div>`;
}

function controls(): Html {
  return html`<div class="controls">
    <button type="button" data-carousel="previous" aria-label="Previous highlight">${icon('M15 5l-7 7 7 7')}</button>
    <button type="button" data-carousel="next" aria-label="Next highlight">${icon('M9 5l7 7-7 7')}</button>
    <button type="button" data-carousel="pause" aria-pressed="false" aria-label="Pause">${icon('M9 6v12M15 6v12', 'running')}${icon('M8 5l11 7-11 7z', 'paused')}</button>
  </div>`;
}

function icon(path: string, name?: string): Html {
  return html`<svg viewBox="0 0 24 24" aria-hidden="true"${attribute('class', name)}><path d="${path}"/></svg>`;
}

/** The URL of a banner is free text: only a web address becomes a link. */
function webAddress(text: string | undefined): string | undefined {
  return text !== undefined && /^(https?:\/\/|\/(?!\/))/.test(text) ? text : undefined;
}
