import type { News } from '@newsstand/client';
import { type FeedChannel, jsonFeed, rss } from '@newsstand/client/page';
import type { Html } from '../html.ts';
import { findMedia, listStories, type Newsroom } from '../newsroom.ts';
import { articleBody } from '../parts/articleBody.ts';
import type { Story } from '../Story.ts';
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

async function readFeed({ site, newsroom, params, url }: Visit) {
  const { settings } = site;
  const { section } = params;
  if (section !== undefined && !settings.sections.includes(section)) return undefined;
  const sections = section === undefined ? settings.sections : [section];
  const { stories } = await listStories(newsroom, sections, { rssOnly: true, size: 40 });
  const places = new Map(stories.map((story) => [story.news, story]));
  const texts = await textsOf(newsroom, stories);
  const channel: FeedChannel = {
    title: section === undefined ? settings.name : `${settings.name}: ${section}`,
    description: `News of ${settings.name}`,
    url: `${site.url}/${section ?? ''}`,
    feedUrl: site.url + url.pathname,
    itemUrl: (news) => site.url + (places.get(news)?.path ?? ''),
    // Two sections may have an item of the same ID.
    itemId: (news) =>
      `urn:newsstand:${news.projectId}:${news.spaceId}:${places.get(news)?.section}:${news.contentId}`,
    render: (news) => texts.get(news)?.html,
  };
  return { list: stories.map(({ news }) => news), channel };
}

/** The texts of all stories with their pictures, which one round of requests brings. */
async function textsOf(
  room: Newsroom,
  stories: readonly Story[],
): Promise<ReadonlyMap<News, Html | undefined>> {
  const media = await findMedia(room, stories);
  const text = async ({ news }: Story) => [news, await articleBody(news, media, room.settings)] as const;
  return new Map(await Promise.all(stories.map(text)));
}
