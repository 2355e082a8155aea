import { type Media, mediaOf, type News } from '@newsstand/client';
import {
  detailsOf,
  followUrls,
  metaTags,
  type OutlineEntry,
  outline,
  publishedAt,
  renderMetaTags,
  shareUrl,
} from '@newsstand/client/page';
import { attribute, type Html, html, safe } from '../html.ts';
import { findStory, listStories } from '../newsroom.ts';
import { articleBody, idPrefix } from '../parts/articleBody.ts';
import { day } from '../parts/date.ts';
import { hiddenMark, storyCard } from '../parts/storyCard.ts';
import { categoryTopic, tagTopic, topicLinks } from '../parts/topicLinks.ts';
import { pictureTag } from '../pictures.ts';
import type { Settings } from '../readSettings.ts';
import { languageOf, related, type Story } from '../Story.ts';
import type { Page, Visit } from '../Visit.ts';

/** How many of the newest stories are searched for related ones. */
const candidates = 60;

/** One story, with all that belongs to it. */
export async function articlePage(visit: Visit): Promise<Page | undefined> {
  const { section = '', id = '' } = visit.params;
  const { newsroom, site, now } = visit;
  if (!site.settings.sections.includes(section)) return undefined;
  const [story, others] = await Promise.all([
    findStory(newsroom, section, id),
    listStories(newsroom, site.settings.sections, { size: candidates }),
  ]);
  const media = await mediaOf(newsroom.client, story.news.values.body);
  const main = html`${articleOf(story, media, site.settings, now, footOf(story, visit))}
${moreOf(related(story, others.stories, 3), now)}`;
  return { title: story.news.values.title, main, head: headTags(story, visit) };
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
  const text = articleBody(story.news, media, settings.sections);
  const entries = values.isOutline ? outline(values.body, { idPrefix }) : [];
  return html`<article class="article"${attribute('lang', languageOf(values.title))}>
  ${headOf(story, now)}
  ${entries.length > 0 && html`<nav class="contents" aria-labelledby="contents" lang="en"><h2 id="contents">Contents</h2>${contents(entries)}</nav>`}
  <div class="body" dir="auto">${text ?? html`<p>This story cannot be shown here.</p>`}</div>
  ${foot}
</article>`;
}

function headOf(story: Story, now: number): Html {
  const { news, picture, section } = story;
  const { category, values } = news;
  return html`<header>
    <p class="kicker" lang="en"><a href="/${section}">${section}</a>${category && html` <a href="${categoryTopic(category).path}"${attribute('lang', languageOf(category.name))}>${category.name}</a>`}${hiddenMark(story, now)}</p>
    <h1 dir="auto">${values.title}</h1>
    <p class="when">${bylineOf(story)}${day(publishedAt(news), languageOf(values.title))}${sponsorsOf(story)}</p>
    ${picture && html`<div class="frame">${pictureTag(picture, { sizes: '(min-width: 64rem) 60rem, 94vw', alt: picture.alt, isFirst: true })}</div>`}
  </header>`;
}

function bylineOf({ news }: Story): Html | undefined {
  const { authors } = detailsOf(news.values.body);
  return authors.length === 0 ? undefined : html`<span lang="en">By ${authors.join(', ')}</span> · `;
}

function sponsorsOf({ news }: Story): Html | undefined {
  const { sponsors = [] } = news.values;
  if (sponsors.length === 0) return undefined;
  return html` <span class="sponsors" lang="en">With ${sponsors.map(({ name }) => name).join(', ')}</span>`;
}

function contents(entries: readonly OutlineEntry[]): Html {
  return html`<ol>${entries.map(
    ({ id, text, children }) =>
      html`<li><a href="#${id}"${attribute('lang', languageOf(text))}>${text}</a>${children.length > 0 && contents(children)}</li>`,
  )}</ol>`;
}

function footOf(story: Story, { site }: Visit): Html {
  const tags = story.news.tags ?? [];
  return html`<footer lang="en">
    ${tags.length > 0 && topicLinks(tags.map(tagTopic))}
    ${shareLinks(story.news, site.url + story.path)}
  </footer>`;
}

function moreOf(stories: readonly Story[], now: number): Html | undefined {
  if (stories.length === 0) return undefined;
  return html`<section class="more" aria-labelledby="more"><h2 id="more">Read on</h2>
<div class="grid">${stories.map((story) => storyCard(story, now, { size: 'card', level: 3 }))}</div></section>`;
}

function headTags({ news, path, picture }: Story, { site }: Visit): Html {
  const { name } = site.settings;
  return safe(renderMetaTags(metaTags(news, { url: site.url + path, siteName: name, image: picture?.src })));
}

/** Plain links: other sites learn nothing about the visit until one of them is used. */
function shareLinks(news: News, url: string): Html {
  const link = (address: string, text: string) =>
    html`<li><a href="${address}" rel="noopener" target="_blank">${text}</a></li>`;
  return html`<ul class="share">
  ${link(shareUrl(news, { url }), 'Share on X')}
  ${followUrls(news).map((user) => link(user.url, `Follow ${user.name}`))}
</ul>`;
}
