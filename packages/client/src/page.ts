export { type BodyDetails, detailsOf } from './detailsOf.ts';
export { type FeedChannel, type JsonFeed, type JsonFeedItem, jsonFeed, rss } from './feeds.ts';
export {
  type MetaImage,
  type MetaOptions,
  type MetaTag,
  metaImage,
  metaTags,
  renderMetaTags,
} from './metaTags.ts';
export { type OutlineEntry, outline } from './outline.ts';
export { publishedAt } from './publishedAt.ts';
export { followUrls, shareUrl } from './shareUrl.ts';
export { type Shortcode, shortcodeOf } from './shortcodeOf.ts';
export { readingMinutes, summaryOf } from './summaryOf.ts';
