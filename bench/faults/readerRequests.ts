import { makeVocabulary, newsId, seededRandom, usualAmounts } from '../content.ts';
import { newsPath } from '../service.ts';

/** A path, and whether the reader has a response to it and only revalidates that. */
export type ReaderRequest = { readonly path: string; readonly revalidates: boolean };

/** The item that every transaction of the writer changes: it shows how far a node has come. */
export const beaconId = 'beacon';
export const beaconPath = `${newsPath}/${beaconId}`;

/** Those that every version knows: an upgrade begins with an older one. */
const orders = ['createdAt:desc', 'updatedAt:desc', 'name:asc', 'contentId:asc', 'closingAt:desc'];

/** A typical mix of lists, items, searches and revalidations, and of media if there are any. */
export function readerRequests(items: number, media: readonly string[]): () => ReaderRequest {
  const random = seededRandom(11);
  const below = (most: number) => Math.floor(random() * most);
  const { english, japanese } = makeVocabulary(seededRandom(1));
  const word = () => {
    const words = random() < 0.5 ? english : japanese;
    return encodeURIComponent((words[Math.floor(words.length * random() ** 3)] ?? '').slice(0, 1 + below(6)));
  };
  const list = () => {
    const filter = random() < 0.5 ? '' : `&category=c${below(usualAmounts.categories)}&includeCategory=true`;
    return `${newsPath}?size=10&sort=${orders[below(orders.length)]}&page=${1 + below(20)}${filter}`;
  };
  // Odd items are live, and the writer never deletes them.
  const item = () => `${newsPath}/${newsId(1 + 2 * below(items / 2))}`;
  return () => {
    const share = random();
    if (share < 0.1 && media.length > 0)
      return { path: media[below(media.length)] ?? '', revalidates: false };
    if (share < 0.45) return { path: list(), revalidates: false };
    if (share < 0.7) return { path: item(), revalidates: false };
    if (share < 0.85) return { path: `${newsPath}?size=10&search=${word()}`, revalidates: false };
    return { path: `${newsPath}?size=10&page=${1 + below(5)}`, revalidates: true };
  };
}
