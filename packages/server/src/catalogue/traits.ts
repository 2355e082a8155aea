import { memoize } from '../concurrency/memoize.ts';
import type { Item } from './Item.ts';

/** What is chosen for feeds. */
export const rssTrait = 'rss';

/** So many are kept: the same text each time is found in maps without a look at its characters. */
const mostTexts = 4096;

/** What is in a category. */
export const categoryTrait = memoize((id) => `category ${id}`, mostTexts);

/** What has a tag. */
export const tagTrait = memoize((id) => `tag ${id}`, mostTexts);

/** What an item can be filtered by, besides its ID and its text. */
export function traitsOf({ categoryId, tagIds, isRss }: Item): readonly string[] {
  // A tag may be given twice.
  const traits = [...new Set(tagIds)].map(tagTrait);
  if (categoryId !== undefined) traits.push(categoryTrait(categoryId));
  if (isRss) traits.push(rssTrait);
  return traits;
}
