import { blocksOf, type Media, mediaOf, type News } from '@newsstand/client';
import { sanitizeHtml } from '@newsstand/client/body';
import {
  detailsOf,
  followUrls,
  type OutlineEntry,
  outline,
  publishedAt,
  readingMinutes,
  shareUrl,
} from '@newsstand/client/page';
import { sectionName } from '../Edition.ts';
import { type Html, html, safe } from '../html.ts';
import { findRelated, findStory, findTranslations } from '../newsroom.ts';
import { articleBody, idPrefix } from '../parts/articleBody.ts';
import { day } from '../parts/date.ts';
import { storyHead } from '../parts/head.ts';
import { hiddenMark, storyCard } from '../parts/storyCard.ts';
import { categoryTopic, tagTopic, topicLinks } from '../parts/topicLinks.ts';
import { pictureTag } from '../pictures.ts';
import type { Settings } from '../readSettings.ts';
import type { Story } from '../Story.ts';
import type { Page, Visit } from '../Visit.ts';
import type { Words } from '../words.ts';

/** One story, with all that belongs to it. */
export async function articlePage(visit: Visit): Promise<Page | undefined> {
  const { section = '', id = '' } = visit.params;
  const { newsroom, site, now, edition } = visit;
  if (!site.settings.sections.includes(section)) return undefined;
  const [story] = await Promise.all([findStory(newsroom, section, id), visit.categories()]);
  const [media, related, translations] = await Promise.all([
    mediaOf(newsroom.client, story.news.values.body),
    findRelated(newsroom, story, now),
    findTranslations(newsroom, story),
  ]);
  const main = html`${articleOf(story, media, site.settings, now, footOf(story, visit))}
${moreOf(related, edition.words, now)}`;
  const { category } = story.news;
  return {
    title: story.news.values.title,
    main,
    head: storyHead(story, visit),
    translations: new Map(translations.map((other) => [other.edition.language, other.path])),
    ...(category && { category: categoryTopic(edition, category).path }),
  };
}

/** A story itself: its head, its text, and what is given for its foot. */
export function articleOf(
  story: Story,
  media: ReadonlyMap<string, Media>,
  settings: Settings,
  now: number,
  foot?: Html,
): Html {
  const { values } = story.news;
  const { edition } = story;
  const { words, language } = edition;
  const { body, alt, caption } = withoutPicture(story);
  const text = articleBody(body, media, { edition, settings });
  const entries = values.isOutline ? outline(body, { idPrefix }) : [];
  return html`<article class="article" lang="${language}">
  ${headOf(story, now, alt, caption)}
  ${entries.length > 0 && html`<nav class="contents" aria-labelledby="contents"><h2 id="contents">${words.contents}</h2>${contents(entries)}</nav>`}
  <div class="body" dir="auto">${text ?? html`<p>${words.unreadable}</p>`}</div>
  ${foot}
</article>`;
}

/**
 * The picture of a story stands above its text. Where the text shows it, too, it is not repeated: what the text says of
 * it goes with it.
 */
function withoutPicture({ news, picture }: Story) {
  const { body, thumbnail } = news.values;
  const blocks = blocksOf(body) ?? [];
  const repeated = blocks.find(
    (block) => block.type === 'image' && block.mediaId === thumbnail.mediaId && block.link === undefined,
  );
  if (picture === undefined || repeated?.type !== 'image')
    return { body, alt: picture?.alt, caption: undefined };
  const { alt = picture.alt, caption } = repeated;
  return { body: { ...body, blocks: blocks.filter((block) => block !== repeated) }, alt, caption };
}

function headOf(story: Story, now: number, alt = '', caption?: string): Html {
  const { news, picture, section, edition } = story;
  const { category, values } = news;
  const topics = [
    { name: sectionName(edition, section), path: `${edition.path}/${section}` },
    ...(category === undefined ? [] : [categoryTopic(edition, category)]),
  ];
  return html`<header>
    <p class="kicker">${topics.map(({ name, path }) => html`<a href="${path}">${name}</a> `)}${hiddenMark(story, now)}</p>
    <h1 dir="auto">${values.title}</h1>
    <p class="when">${bylineOf(story)}</p>
    ${
      picture &&
      html`<figure class="hero"><div class="frame">${pictureTag(picture, { sizes: '(min-width: 64rem) 60rem, 94vw', alt, isFirst: true })}</div>
    ${caption !== undefined && html`<figcaption>${safe(sanitizeHtml(caption))}</figcaption>`}</figure>`
    }
  </header>`;
}

/** Who wrote it, when, how long it takes to read, and with whose support. */
function bylineOf({ news, edition }: Story): readonly Html[] {
  const { words } = edition;
  const { body, sponsors = [] } = news.values;
  const { authors } = detailsOf(body);
  const parts = [
    authors.length > 0 && html`<span class="byline">${words.by(authors)}</span>`,
    day(publishedAt(news), edition),
    html`<span class="minutes">${words.minutes(readingMinutes(body))}</span>`,
    sponsors.length > 0 && html`<span>${words.sponsors(sponsors.map(({ name }) => name))}</span>`,
  ].filter((part) => part !== false);
  return parts.map((part, index) => html`${index > 0 && ' · '}${part}`);
}

function contents(entries: readonly OutlineEntry[]): Html {
  return html`<ol>${entries.map(
    ({ id, text, children }) =>
      html`<li><a href="#${id}">${text}</a>${children.length > 0 && contents(children)}</li>`,
  )}</ol>`;
}

function footOf(story: Story, { site, edition }: Visit): Html {
  const tags = story.news.tags ?? [];
  return html`<footer>
    ${tags.length > 0 && topicLinks(tags.map((tag) => tagTopic(edition, tag)))}
    ${shareLinks(story.news, site.url + story.path, edition.words)}
  </footer>`;
}

function moreOf(stories: readonly Story[], words: Words, now: number): Html | undefined {
  if (stories.length === 0) return undefined;
  return html`<section class="more" aria-labelledby="more"><h2 id="more">${words.related}</h2>
<div class="grid">${stories.map((story) => storyCard(story, now, { size: 'card', level: 3 }))}</div></section>`;
}

/** Plain links: other sites learn nothing about the visit until one of them is used. */
function shareLinks(news: News, url: string, words: Words): Html {
  const link = (address: string, text: string) =>
    html`<li><a href="${address}" rel="noopener" target="_blank">${text}</a></li>`;
  return html`<ul class="share">
  ${link(shareUrl(news, { url }), words.share)}
  ${followUrls(news).map((user) => link(user.url, words.follow(user.name)))}
</ul>`;
}
