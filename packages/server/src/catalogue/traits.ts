import type { Item } from './Item.ts';

/** What is chosen for feeds. */
export const rssTrait = 'rss';

/** What is in a category. */
export const categoryTrait = (id: string): string => `category ${id}`;

/** What has a tag. */
export const tagTrait = (id: string): string => `tag ${id}`;

/** What an item can be filtered by, besides its ID and its text. */
export function traitsOf({ categoryId, tagIds, isRss }: Item): readonly string[] {
  // A tag may be given twice.
  const traits = [...new Set(tagIds)].map(tagTrait);
  if (categoryId !== undefined) traits.push(categoryTrait(categoryId));
  if (isRss) traits.push(rssTrait);
  return traits;
}
