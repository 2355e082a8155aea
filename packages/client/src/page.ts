export type { FeedChannel } from './feed.ts';
export { type JsonFeed, type JsonFeedItem, jsonFeed } from './jsonFeed.ts';
export { type MetaImage, type MetaOptions, type MetaTag, metaTags, renderMetaTags } from './metaTags.ts';
export { type OutlineEntry, outline } from './outline.ts';
export { publishedAt } from './publishedAt.ts';
export { rss } from './rss.ts';
export { followUrls, shareUrl } from './shareUrl.ts';
export { summaryOf } from './summaryOf.ts';
