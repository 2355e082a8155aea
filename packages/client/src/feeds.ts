import { escapeXml } from '@newsstand/html';
import type { News } from './contract/resources.ts';
import { publishedAt } from './publishedAt.ts';
import { summaryOf } from './summaryOf.ts';

/** A feed, and where its items are shown. */
export interface FeedChannel<Item extends News<unknown> = News> {
  title: string;
  /** The absolute URL of the site, or of the part that the feed covers. */
  url: string;
  description: string;
  /** The absolute URL of the page of an item. */
  itemUrl: (news: Item) => string;
  /** A permanent ID of an item. Default: made of its IDs. Required for news of several instances, which may share IDs. */
  itemId?: ((news: Item) => string) | undefined;
  /** The absolute URL of the feed itself. */
  feedUrl?: string | undefined;
  /** Such as `en` or `ja-JP`. */
  language?: string | undefined;
  /** The body of an item as HTML, such as `renderBody` returns. Default: only a summary. */
  render?: ((news: Item) => string | undefined) | undefined;
}

/** A picture as a file: its URL, size and media type. */
interface Enclosure {
  url: string;
  type: string;
  length: number;
}

/** The items that are meant for feeds. */
function feedItems<Item extends News<unknown>>(list: readonly Item[]): Item[] {
  return list.filter(({ values }) => values.isRss === true);
}

/** The permanent ID of an item, wherever it is shown. */
function feedId<Item extends News<unknown>>(news: Item, { itemId }: FeedChannel<Item>): string {
  return itemId?.(news) ?? `urn:newsstand:${news.projectId}:${news.spaceId}:${news.contentId}`;
}

/** The picture of an item, if the media type and size of its original are known. */
function enclosureOf({ values }: News<unknown>): Enclosure | undefined {
  const { originalUrl, accessUrl, fileSize: length, meta } = values.thumbnail.media ?? {};
  const [url, type] = [originalUrl ?? accessUrl, meta?.mimetype];
  if (url === undefined || length === undefined || !type?.startsWith('image/')) return undefined;
  return { url, type, length };
}

/** An RSS 2.0 feed of the items whose `isRss` is on, in their order. */
export function rss<Item extends News<unknown>>(list: readonly Item[], channel: FeedChannel<Item>): string {
  const items = feedItems(list);
  const newest = items.reduce(
    (latest, { updatedAt }) => Math.max(latest, updatedAt),
    Number.NEGATIVE_INFINITY,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">',
    '<channel>',
    element('title', channel.title),
    element('link', channel.url),
    element('description', channel.description),
    ...optional('language', channel.language),
    ...(items.length === 0 ? [] : [element('lastBuildDate', dateOf(newest))]),
    ...self(channel.feedUrl),
    ...items.map((news) => rssItem(news, channel)),
    '</channel>',
    '</rss>\n',
  ].join('\n');
}

function rssItem<Item extends News<unknown>>(news: Item, channel: FeedChannel<Item>): string {
  const { itemUrl, render } = channel;
  const { category, tags = [], values } = news;
  const enclosure = enclosureOf(news);
  return [
    '<item>',
    element('title', values.title),
    element('link', itemUrl(news)),
    element('guid', feedId(news, channel), { isPermaLink: 'false' }),
    element('pubDate', dateOf(publishedAt(news))),
    element('description', summaryOf(values.body)),
    ...optional('content:encoded', render?.(news)),
    ...optional('category', category?.name),
    ...tags.map(({ name }) => element('category', name)),
    ...(enclosure === undefined ? [] : [element('enclosure', '', { ...enclosure })]),
    '</item>',
  ].join('\n');
}

function self(href: string | undefined): string[] {
  return href === undefined
    ? []
    : [element('atom:link', '', { href, rel: 'self', type: 'application/rss+xml' })];
}

function optional(name: string, text: string | undefined): string[] {
  return text === undefined ? [] : [element(name, text)];
}

function element(name: string, text: string, attributes: Record<string, string | number> = {}): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(`${value}`)}"`);
  return `<${name}${pairs.join('')}>${escapeXml(text)}</${name}>`;
}

/** A date by RFC 822, with four digits for the year. */
function dateOf(moment: number): string {
  return new Date(moment).toUTCString();
}

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
export function jsonFeed<Item extends News<unknown>>(
  list: readonly Item[],
  channel: FeedChannel<Item>,
): JsonFeed {
  const { title, url, description, feedUrl, language } = channel;
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: url,
    description,
    ...(feedUrl === undefined ? {} : { feed_url: feedUrl }),
    ...(language === undefined ? {} : { language }),
    items: feedItems(list).map((news) => jsonItem(news, channel)),
  };
}

function jsonItem<Item extends News<unknown>>(news: Item, channel: FeedChannel<Item>): JsonFeedItem {
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
