import { publishedAt, readingMinutes, summaryOf } from '@newsstand/client/page';
import { sectionName } from '../Edition.ts';
import { type Html, html } from '../html.ts';
import { pictureTag } from '../pictures.ts';
import { type Story, whyHidden } from '../Story.ts';
import { day, moment } from './date.ts';
import { categoryTopic } from './topicLinks.ts';

type Look = {
  readonly size: 'lead' | 'card' | 'row';
  /** The heading's level, which depends on what is above it. */
  readonly level?: 2 | 3;
  readonly isFirst?: boolean;
};

const sizes = {
  lead: '(min-width: 60rem) 42rem, 94vw',
  card: '(min-width: 60rem) 22rem, (min-width: 38rem) 45vw, 94vw',
  row: '10rem',
} as const;

/** A story as lists show it. The whole card leads to it, by the one link in its heading. */
export function storyCard(story: Story, now: number, { size, level = 2, isFirst = false }: Look): Html {
  const { news, picture, path, section, edition } = story;
  const { title, body } = news.values;
  const summary = summaryOf(body, size === 'lead' ? 200 : 120);
  const link = html`<a href="${path}">${title}</a>`;
  return html`<article class="story ${size}">
  ${picture && html`<div class="frame">${pictureTag(picture, { sizes: sizes[size], alt: '', isFirst })}</div>`}
  <div class="about">
    <p class="kicker">${kicker(story)}${hiddenMark(story, now)}</p>
    ${level === 2 ? html`<h2 dir="auto">${link}</h2>` : html`<h3 dir="auto">${link}</h3>`}
    ${summary !== '' && html`<p class="lead-text" dir="auto">${summary}</p>`}
    <p class="when">${sectionName(edition, section)} · ${day(publishedAt(news), edition)} · <span class="minutes">${edition.words.minutes(readingMinutes(body))}</span></p>
  </div>
</article>`;
}

function kicker({ news, section, edition }: Story): Html {
  const { category } = news;
  if (category === undefined)
    return html`<a href="${edition.path}/${section}">${sectionName(edition, section)}</a>`;
  const { name, path } = categoryTopic(edition, category);
  return html`<a href="${path}">${name}</a>`;
}

/** Marks in a preview what others do not see yet. */
export function hiddenMark({ news }: Story, now: number): Html | undefined {
  const why = whyHidden(news, now);
  if (why === undefined) return undefined;
  if (why === 'scheduled')
    return html` <span class="mark scheduled" lang="en">Goes out ${moment(publishedAt(news))}</span>`;
  return html` <span class="mark ${why}" lang="en">${why === 'draft' ? 'Draft' : 'Over'}</span>`;
}
