import type { News } from '@newsstand/client';
import { publishedAt } from '@newsstand/client/page';
import type { Picture } from './pictures.ts';

/** A news item with what a page needs to show it. */
export type Story = {
  readonly news: News;
  /** The news instance it is from. */
  readonly section: string;
  /** Its path on this site. */
  readonly path: string;
  readonly picture: Picture | undefined;
};

/** Texts that can't be the last part of a path: dots have another meaning, and the others are feeds of a section. */
const taken = /^(\.{1,2}|rss\.xml|feed\.json)$/;

/** The last part of an address: the alias, which people can remember, or else the ID. */
export function pathPart(alias: string | undefined, id: string): string {
  return encodeURIComponent(alias === undefined || taken.test(alias) ? id : alias);
}

/** The path of an item on this site. */
export function storyPath(section: string, { alias, contentId }: News): string {
  return `/${section}/${pathPart(alias, contentId)}`;
}

/** Why an item is not public at this moment; undefined if it is. Previews show the reason. */
export function whyHidden(news: News, now: number): 'draft' | 'scheduled' | 'over' | undefined {
  if (news.closingAt !== undefined && news.closingAt <= now) return 'over';
  if (publishedAt(news) > now) return 'scheduled';
  return news.status === 'draft' ? 'draft' : undefined;
}

/** The language of a text, if it is not that of the site. */
export function languageOf(text: string): 'ja' | undefined {
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text) ? 'ja' : undefined;
}

/** Stories that share tags or the category with one, most in common first. */
export function related(story: Story, others: readonly Story[], count: number): readonly Story[] {
  const tags = new Set(story.news.tags?.map(({ tagId }) => tagId));
  const { categoryId } = story.news.category ?? {};
  const inCommon = ({ news }: Story) =>
    2 * (news.tags ?? []).filter(({ tagId }) => tags.has(tagId)).length +
    (categoryId !== undefined && news.category?.categoryId === categoryId ? 1 : 0);
  return others
    .filter((other) => other.path !== story.path && inCommon(other) > 0)
    .toSorted((a, b) => inCommon(b) - inCommon(a))
    .slice(0, count);
}
