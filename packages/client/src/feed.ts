import type { News } from './resources.ts';

/** What a feed says of itself, and where its items are shown. */
export interface FeedChannel {
  title: string;
  /** The whole address of the site, or of the part of it that the feed is of. */
  url: string;
  description: string;
  /** The whole address of a page that shows an item. */
  itemUrl: (news: News) => string;
  /** What names an item for ever. Default: its IDs; for the news of several instances, which may share an ID, say it. */
  itemId?: ((news: News) => string) | undefined;
  /** The whole address of the feed itself. */
  feedUrl?: string | undefined;
  /** Such as `en` or `ja-JP`. */
  language?: string | undefined;
  /** The body of an item as HTML, such as `renderBody` makes it. Default: there is a summary only. */
  render?: ((news: News) => string | undefined) | undefined;
}

/** A picture as a file: where it is, how large, and of which type. */
export interface Enclosure {
  url: string;
  type: string;
  length: number;
}

/** The items that are meant for feeds. */
export function feedItems(list: readonly News[]): News[] {
  return list.filter(({ values }) => values.isRss === true);
}

/** What names an item for ever, wherever it is shown. */
export function feedId(news: News, { itemId }: FeedChannel): string {
  return itemId?.(news) ?? `urn:newsstand:${news.projectId}:${news.spaceId}:${news.contentId}`;
}

/** The picture of an item, where its type and size are known. They are those of the original. */
export function enclosureOf({ values }: News): Enclosure | undefined {
  const { originalUrl, accessUrl, fileSize: length, meta } = values.thumbnail.media ?? {};
  const [url, type] = [originalUrl ?? accessUrl, meta?.mimetype];
  if (url === undefined || length === undefined || !type?.startsWith('image/')) return undefined;
  return { url, type, length };
}
