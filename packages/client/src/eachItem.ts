import type { ListAnswer } from './resources.ts';

/** The most that the service puts on a page. */
const largestPage = 99;

/**
 * Every item of a list, page by page, each of them once, though the list may change meanwhile: what is added moves the
 * rest to later places, so some of it comes again, and is left out; what is removed moves the rest to earlier places,
 * so as many pages are read again.
 */
export async function* eachItem<Item extends object>(
  read: (page: number, size: number) => Promise<ListAnswer<Item>>,
  idField: keyof Item,
  size = largestPage,
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<unknown>();
  // Only what falls below all before counts: so there is an end, whatever happens to the list.
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
    // Past the end there is nothing; whatever the count says, that is the end.
    else if (list.length === 0 || !(page * size < totalCount)) return;
  }
}
