import type { News } from './contract/resources.ts';
import { escapeXml } from './escapeXml.ts';
import { enclosureOf, type FeedChannel, feedId, feedItems } from './feed.ts';
import { publishedAt } from './publishedAt.ts';
import { summaryOf } from './summaryOf.ts';

/** An RSS 2.0 feed of the items whose `isRss` is on, in their order. */
export function rss(list: readonly News[], channel: FeedChannel): string {
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
    ...items.map((news) => item(news, channel)),
    '</channel>',
    '</rss>\n',
  ].join('\n');
}

function item(news: News, channel: FeedChannel): string {
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
