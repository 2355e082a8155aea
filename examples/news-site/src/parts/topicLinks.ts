import type { NewsCategory, NewsTag } from '@newsstand/client';
import { type Edition, plainName } from '../Edition.ts';
import { type Html, html } from '../html.ts';
import { pathPart } from '../Story.ts';

/** A list of stories, and where it is. */
export type Topic = { readonly name: string; readonly path: string };

/** Categories or tags as a row of links. */
export function topicLinks(topics: readonly Topic[]): Html {
  return html`<ul class="topics">${topics.map(
    ({ name, path }) => html`<li><a href="${path}">${name}</a></li>`,
  )}</ul>`;
}

/** A category, to be linked. */
export function categoryTopic(edition: Edition, { name, alias, categoryId }: NewsCategory): Topic {
  return { name, path: `${edition.path}/category/${topicPart(edition, alias, categoryId)}` };
}

/** A tag, to be linked. */
export function tagTopic(edition: Edition, { name, alias, tagId }: NewsTag): Topic {
  return { name, path: `${edition.path}/tag/${topicPart(edition, alias, tagId)}` };
}

/** The path says the language already. */
function topicPart(edition: Edition, alias: string | undefined, id: string): string {
  return pathPart(alias && plainName(edition, alias), id);
}
