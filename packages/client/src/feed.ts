import type { News } from './contract/resources.ts';

/** A feed, and where its items are shown. */
export interface FeedChannel {
  title: string;
  /** The absolute URL of the site, or of the part that the feed covers. */
  url: string;
  description: string;
  /** The absolute URL of the page of an item. */
  itemUrl: (news: News) => string;
  /** A permanent ID of an item. Default: made of its IDs. Required for news of several instances, which may share IDs. */
  itemId?: ((news: News) => string) | undefined;
  /** The absolute URL of the feed itself. */
  feedUrl?: string | undefined;
  /** Such as `en` or `ja-JP`. */
  language?: string | undefined;
  /** The body of an item as HTML, such as `renderBody` returns. Default: only a summary. */
  render?: ((news: News) => string | undefined) | undefined;
}

/** A picture as a file: its URL, size and media type. */
export interface Enclosure {
  url: string;
  type: string;
  length: number;
}

/** The items that are meant for feeds. */
export function feedItems(list: readonly News[]): News[] {
  return list.filter(({ values }) => values.isRss === true);
}

/** The permanent ID of an item, wherever it is shown. */
export function feedId(news: News, { itemId }: FeedChannel): string {
  return itemId?.(news) ?? `urn:newsstand:${news.projectId}:${news.spaceId}:${news.contentId}`;
}

/** The picture of an item, if the media type and size of its original are known. */
export function enclosureOf({ values }: News): Enclosure | undefined {
  const { originalUrl, accessUrl, fileSize: length, meta } = values.thumbnail.media ?? {};
  const [url, type] = [originalUrl ?? accessUrl, meta?.mimetype];
  if (url === undefined || length === undefined || !type?.startsWith('image/')) return undefined;
  return { url, type, length };
}
