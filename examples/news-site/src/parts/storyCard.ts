import { publishedAt, summaryOf } from '@newsstand/client/page';
import { attribute, type Html, html } from '../html.ts';
import { pictureTag } from '../pictures.ts';
import { languageOf, type Story, whyHidden } from '../Story.ts';
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
  const { news, picture, path, section } = story;
  const { title } = news.values;
  const language = languageOf(title);
  const link = html`<a href="${path}">${title}</a>`;
  return html`<article class="story ${size}">
  ${picture && html`<div class="frame">${pictureTag(picture, { sizes: sizes[size], alt: '', isFirst })}</div>`}
  <div class="about">
    <p class="kicker">${kicker(story)}${hiddenMark(story, now)}</p>
    ${level === 2 ? html`<h2 dir="auto"${attribute('lang', language)}>${link}</h2>` : html`<h3 dir="auto"${attribute('lang', language)}>${link}</h3>`}
    <p class="lead-text" dir="auto"${attribute('lang', language)}>${summaryOf(news.values.body, 120)}</p>
    <p class="when"><span class="section">${section}</span> ${day(publishedAt(news), language)}</p>
  </div>
</article>`;
}

function kicker({ news, section }: Story): Html {
  const { category } = news;
  if (category === undefined) return html`<a href="/${section}">${section}</a>`;
  const { name, path } = categoryTopic(category);
  return html`<a href="${path}"${attribute('lang', languageOf(name))}>${name}</a>`;
}

/** Marks in a preview what others do not see yet. */
export function hiddenMark({ news }: Story, now: number): Html | undefined {
  const why = whyHidden(news, now);
  if (why === undefined) return undefined;
  if (why === 'scheduled')
    return html` <span class="mark scheduled">Goes out ${moment(publishedAt(news))}</span>`;
  return html` <span class="mark ${why}">${why === 'draft' ? 'Draft' : 'Over'}</span>`;
}
