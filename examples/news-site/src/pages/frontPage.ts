import type { Category, Tag } from '@newsstand/client';
import { metaImage } from '@newsstand/client/page';
import type { Edition } from '../Edition.ts';
import { attribute, type Html, html } from '../html.ts';
import { listSlides, listStories, listTags, type Slide } from '../newsroom.ts';
import { liveStories } from '../parts/liveStories.ts';
import { storyCard } from '../parts/storyCard.ts';
import { categoryTopic, tagTopic, topicLinks } from '../parts/topicLinks.ts';
import { pictureTag } from '../pictures.ts';
import type { Story } from '../Story.ts';
import type { Page, Visit } from '../Visit.ts';
import type { Words } from '../words.ts';
import { messagePage } from './messagePage.ts';

const mostTags = 30;

/** Banners, the newest news of all sections, and the topics. */
export async function frontPage(visit: Visit): Promise<Page> {
  const { newsroom, site, now, edition } = visit;
  const { editions, sections, name } = site.settings;
  const { words } = edition;
  const chosen = editions.find(({ language }) => language === visit.chosen);
  // Whoever has chosen a language comes back to it; the addresses of other pages say theirs.
  if (edition === editions[0] && chosen !== undefined && chosen !== edition)
    return messagePage(chosen, 302, chosen.words.language, '', { location: chosen.path });
  const [slides, { stories }, categories, tags] = await Promise.all([
    listSlides(newsroom),
    listStories(newsroom, sections, { size: 12 }),
    visit.categories(),
    listTags(newsroom),
  ]);
  // The newest that has a picture leads, if it is among the first.
  const first = stories.slice(0, 5).find(({ picture }) => picture !== undefined) ?? stories[0];
  const [lead, ...rest] = withoutRepeats(
    stories.toSorted((a, b) => Number(b === first) - Number(a === first)),
  );
  const main = html`<h1 class="unseen">${name}</h1>
${carousel(slides, edition)}
${liveStories(
  edition.path || '/',
  visit,
  lead === undefined
    ? html`<p>${words.noNews}</p>`
    : html`<section class="front" aria-label="${words.latest}">
  ${storyCard(lead, now, { size: 'lead', isFirst: true })}
  <div class="beside">${rest.slice(0, 4).map((story) => storyCard(story, now, { size: 'row' }))}</div>
</section>
${rest.length > 4 && html`<section class="grid" aria-label="${words.moreNews}">${rest.slice(4, 10).map((story) => storyCard(story, now, { size: 'card' }))}</section>`}`,
)}
${browse(categories, tags, edition)}`;
  const paths = editions
    .filter((other) => other !== edition)
    .map(({ language, path }) => [language, path || '/'] as const);
  const image = metaImage(lead?.news.values.thumbnail.media);
  return { title: '', main, image, translations: new Map(paths) };
}

/** A picture is shown once: a story further down that has it, too, comes without. */
function withoutRepeats(stories: readonly Story[]): readonly Story[] {
  const shown = new Set<string>();
  return stories.map((story) => {
    const { mediaId } = story.news.values.thumbnail;
    if (shown.has(mediaId)) return { ...story, picture: undefined };
    shown.add(mediaId);
    return story;
  });
}

function browse(categories: readonly Category[], tags: readonly Tag[], edition: Edition): Html | undefined {
  if (categories.length + tags.length === 0) return undefined;
  return html`<section class="browse" aria-labelledby="browse">
  <h2 id="browse">${edition.words.browse}</h2>
  ${categories.length > 0 && topicLinks(categories.map((category) => categoryTopic(edition, category)))}
  ${tags.length > 0 && topicLinks(tags.slice(0, mostTags).map((tag) => tagTopic(edition, tag)))}
</section>`;
}

/** Banners side by side. Without a script they are scrolled by hand; with it there are buttons, and they move on. */
function carousel(slides: readonly Slide[], { words }: Edition): Html | undefined {
  if (slides.length === 0) return undefined;
  return html`<section class="carousel" aria-roledescription="carousel" aria-label="${words.highlights}">
  <div class="slides">${slides.map((each, index) => slide(each, words.slide(index + 1, slides.length), index === 0))}</div>
  ${slides.length > 1 && controls(slides, words)}
</section>`;
}

function slide({ banner, picture, frameUrl }: Slide, label: string, isFirst: boolean): Html {
  const title = banner.values.title ?? banner.name;
  const address = webAddress(banner.values.url);
  const shown =
    frameUrl === undefined
      ? picture && pictureTag(picture, { sizes: '(min-width: 72rem) 70rem, 94vw', alt: '', isFirst })
      : html`<iframe src="${frameUrl}" title="${title}" sandbox="allow-scripts" tabindex="-1" loading="lazy"></iframe>`;
  // A picture says it itself.
  const text = html`<span class="${shown === undefined ? 'words' : 'unseen'}" dir="auto">${title}</span>`;
  return html`<div class="slide" role="group" aria-roledescription="slide" aria-label="${label}">
    ${shown}
    ${address === undefined ? text : html`<a href="${address}">${text}</a>`}
  </div>`;
}

function controls(slides: readonly Slide[], words: Words): Html {
  return html`<div class="controls">
    <div class="dots">${slides.map((_, index) => html`<button type="button" aria-label="${words.showSlide(index + 1)}"${attribute('aria-current', index === 0 && 'true')}></button>`)}</div>
    <button type="button" data-carousel="previous" aria-label="${words.previousSlide}">${icon('M15 5l-7 7 7 7')}</button>
    <button type="button" data-carousel="next" aria-label="${words.nextSlide}">${icon('M9 5l7 7-7 7')}</button>
    <button type="button" data-carousel="pause" aria-pressed="false" aria-label="${words.pauseSlides}">${icon('M9 6v12M15 6v12', 'running')}${icon('M8 5l11 7-11 7z', 'paused')}</button>
    <p class="unseen" role="status"></p>
  </div>`;
}

function icon(path: string, name?: string): Html {
  return html`<svg viewBox="0 0 24 24" aria-hidden="true"${attribute('class', name)}><path d="${path}"/></svg>`;
}

/** The URL of a banner is free text: only a web address becomes a link. */
function webAddress(text: string | undefined): string | undefined {
  return text !== undefined && /^(https?:\/\/|\/(?!\/))/.test(text) ? text : undefined;
}
