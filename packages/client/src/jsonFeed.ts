import type { News } from './contract/resources.ts';
import { enclosureOf, type FeedChannel, feedId, feedItems } from './feed.ts';
import { publishedAt } from './publishedAt.ts';
import { summaryOf } from './summaryOf.ts';

/** A feed by JSON Feed 1.1. */
export interface JsonFeed {
  version: 'https://jsonfeed.org/version/1.1';
  title: string;
  home_page_url: string;
  description: string;
  feed_url?: string;
  language?: string;
  items: JsonFeedItem[];
}

/** One item of it. */
export interface JsonFeedItem {
  id: string;
  url: string;
  title: string;
  content_html?: string;
  content_text?: string;
  summary?: string;
  image?: string;
  date_published: string;
  date_modified: string;
  tags?: string[];
}

/** A JSON Feed 1.1 of the items whose `isRss` is on, in their order. */
export function jsonFeed(list: readonly News[], channel: FeedChannel): JsonFeed {
  const { title, url, description, feedUrl, language } = channel;
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: url,
    description,
    ...(feedUrl === undefined ? {} : { feed_url: feedUrl }),
    ...(language === undefined ? {} : { language }),
    items: feedItems(list).map((news) => item(news, channel)),
  };
}

function item(news: News, channel: FeedChannel): JsonFeedItem {
  const { itemUrl, render } = channel;
  const { category, tags = [], values } = news;
  const [html, summary, image] = [render?.(news), summaryOf(values.body), enclosureOf(news)?.url];
  const names = [category, ...tags].flatMap((each) => (each === undefined ? [] : [each.name]));
  return {
    id: feedId(news, channel),
    url: itemUrl(news),
    title: values.title,
    // One of the two must be there.
    ...(html === undefined ? { content_text: summary } : { content_html: html, summary }),
    ...(image === undefined ? {} : { image }),
    date_published: new Date(publishedAt(news)).toISOString(),
    date_modified: new Date(news.updatedAt).toISOString(),
    ...(names.length === 0 ? {} : { tags: names }),
  };
}
