import { type CollectionEntry, getCollection } from 'astro:content';
import { pathPart } from '@newsstand/client/astro';
import { publishedAt } from '@newsstand/client/page';

export type Article = CollectionEntry<'articles'>['data'];

/** The address of an article's page. */
export const pathOf = ({ alias, contentId }: Pick<Article, 'alias' | 'contentId'>) =>
  `/news/${encodeURIComponent(pathPart(alias, contentId))}`;

/** All articles, the newest first. */
export async function articles(): Promise<Article[]> {
  const entries = await getCollection('articles');
  return entries.map(({ data }) => data).sort((one, other) => publishedAt(other) - publishedAt(one));
}

/** The categories that have articles. */
export async function categories() {
  const known = (await articles()).flatMap(({ category }) => category ?? []);
  return [...new Map(known.map((each) => [each.categoryId, each])).values()].map((each) => ({
    ...each,
    path: `/category/${encodeURIComponent(pathPart(each.alias, each.categoryId))}`,
  }));
}
