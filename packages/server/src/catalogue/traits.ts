import type { Item } from './Item.ts';

/** What is chosen for feeds. */
export const rssTrait = 'rss';

/** What is in a category. */
export const categoryTrait = recalling((id) => `category ${id}`);

/** What has a tag. */
export const tagTrait = recalling((id) => `tag ${id}`);

const mostRecalled = 4096;

/** The same text each time is found in maps without a look at its characters. */
function recalling(write: (id: string) => string): (id: string) => string {
  const texts = new Map<string, string>();
  return (id) => {
    const known = texts.get(id);
    if (known !== undefined) return known;
    if (texts.size >= mostRecalled) texts.clear();
    const text = write(id);
    texts.set(id, text);
    return text;
  };
}

/** What an item can be filtered by, besides its ID and its text. */
export function traitsOf({ categoryId, tagIds, isRss }: Item): readonly string[] {
  // A tag may be given twice.
  const traits = [...new Set(tagIds)].map(tagTrait);
  if (categoryId !== undefined) traits.push(categoryTrait(categoryId));
  if (isRss) traits.push(rssTrait);
  return traits;
}
