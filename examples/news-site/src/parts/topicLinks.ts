import type { NewsCategory, NewsTag } from '@newsstand/client';
import { attribute, type Html, html } from '../html.ts';
import { languageOf, pathPart } from '../Story.ts';

/** A list of stories, and where it is. */
export type Topic = { readonly name: string; readonly path: string };

/** Categories or tags as a row of links. */
export function topicLinks(topics: readonly Topic[]): Html {
  return html`<ul class="topics">${topics.map(
    ({ name, path }) => html`<li><a href="${path}"${attribute('lang', languageOf(name))}>${name}</a></li>`,
  )}</ul>`;
}

/** A category, to be linked. */
export function categoryTopic({ name, alias, categoryId }: NewsCategory): Topic {
  return { name, path: `/category/${pathPart(alias, categoryId)}` };
}

/** A tag, to be linked. */
export function tagTopic({ name, alias, tagId }: NewsTag): Topic {
  return { name, path: `/tag/${pathPart(alias, tagId)}` };
}
