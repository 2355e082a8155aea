import type { ListAnswer } from './contract/resources.ts';

/** The largest page of the service. */
const largestPage = 99;

/**
 * Every item of a list, page by page, each of them once, even if the list changes meanwhile. Additions push items to
 * later pages, so some come again and are skipped; removals pull items to earlier pages, so that many pages are read
 * again.
 */
export async function* eachItem<Item extends object>(
  read: (page: number, size: number) => Promise<ListAnswer<Item>>,
  idField: keyof Item,
  size = largestPage,
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<unknown>();
  // Only a new minimum counts, so this ends whatever happens to the list.
  let fewest = Number.POSITIVE_INFINITY;
  for (let page = 1; ; page++) {
    const { list, totalCount } = await read(page, size);
    for (const item of list) {
      if (seen.has(item[idField])) continue;
      seen.add(item[idField]);
      yield item;
    }
    const removed = fewest - totalCount;
    fewest = Math.min(fewest, totalCount);
    if (page > 1 && removed > 0) page = Math.max(0, page - 1 - Math.ceil(removed / size));
    // An empty page is the end, whatever the count says.
    else if (list.length === 0 || !(page * size < totalCount)) return;
  }
}
