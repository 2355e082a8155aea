import { mediaOf } from '@newsstand/client';
import { type FeedChannel, jsonFeed, rss } from '@newsstand/client/page';
import { sectionName } from '../Edition.ts';
import { listStories } from '../newsroom.ts';
import { articleBody } from '../parts/articleBody.ts';
import type { Text, Visit } from '../Visit.ts';

/** RSS 2.0, of one section or of all. */
export async function rssFeed(visit: Visit): Promise<Text | undefined> {
  const feed = await readFeed(visit);
  return feed && { type: 'application/rss+xml; charset=utf-8', text: rss(feed.list, feed.channel) };
}

/** JSON Feed 1.1, of one section or of all. */
export async function jsonFeedText(visit: Visit): Promise<Text | undefined> {
  const feed = await readFeed(visit);
  return (
    feed && {
      type: 'application/feed+json',
      text: JSON.stringify(jsonFeed(feed.list, feed.channel), null, 2),
    }
  );
}

async function readFeed({ site, edition, newsroom, params, url }: Visit) {
  const { settings } = site;
  const { section } = params;
  if (section !== undefined && !settings.sections.includes(section)) return undefined;
  const sections = section === undefined ? settings.sections : [section];
  const { stories } = await listStories(newsroom, sections, { rssOnly: true, size: 40 });
  const places = new Map(stories.map((story) => [story.news, story]));
  const media = await mediaOf(newsroom.client, ...stories.map(({ news }) => news.values.body));
  const channel: FeedChannel = {
    title: section === undefined ? settings.name : `${settings.name}: ${sectionName(edition, section)}`,
    description: edition.words.newsOf(settings.name),
    language: edition.language,
    url: site.url + (section === undefined ? edition.path || '/' : `${edition.path}/${section}`),
    feedUrl: site.url + url.pathname,
    itemUrl: (news) => site.url + (places.get(news)?.path ?? ''),
    // Two sections may have an item of the same ID.
    itemId: (news) =>
      `urn:newsstand:${news.projectId}:${news.spaceId}:${places.get(news)?.section}${edition.suffix}:${news.contentId}`,
    render: (news) => articleBody(news.values.body, media, { edition, settings })?.html,
  };
  return { list: stories.map(({ news }) => news), channel };
}
