import {
  type Banner,
  type Category,
  type Client,
  type ListAnswer,
  type ListNewsQuery,
  type News,
  NewsstandError,
  type Tag,
} from '@newsstand/client';
import { detailsOf, publishedAt } from '@newsstand/client/page';
import { type Picture, pictureOf } from './pictures.ts';
import type { Settings } from './readSettings.ts';
import { type Story, storyPath } from './Story.ts';

/** All requests to the service are sent here. A preview has its own client, and possibly its own time. */
export type Newsroom = {
  readonly client: Client;
  readonly settings: Settings;
  readonly previewAt: number | undefined;
};

/** One page of stories. */
export type StoryPage = {
  readonly stories: readonly Story[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
};

/** A banner with its picture; an animated one has a page of its own instead. */
export type Slide = {
  readonly banner: Banner;
  readonly picture: Picture | undefined;
  readonly frameUrl: string | undefined;
};

const perPage = 6;

/**
 * Stories of some sections, newest first. All sections are asked at once for the same page, and what comes is put
 * together: so each story is on exactly one page, whatever the number of sections.
 */
export async function listStories(
  room: Newsroom,
  sections: readonly string[],
  query: ListNewsQuery,
): Promise<StoryPage> {
  const size = Math.max(1, Math.floor((query.size ?? perPage) / sections.length));
  const asked = { includeCategory: true, includeTags: true, previewAt: room.previewAt, ...query, size };
  const answers = await Promise.all(sections.map((section) => orNone(room.client.news(section).list(asked))));
  const found = answers.map(({ list }, index) => list.map((news) => tellStory(sections[index] ?? '', news)));
  return {
    stories: found.flat().toSorted((a, b) => publishedAt(b.news) - publishedAt(a.news)),
    total: answers.reduce((sum, { totalCount }) => sum + totalCount, 0),
    page: query.page ?? 1,
    pages: Math.max(1, ...answers.map(({ totalCount }) => Math.ceil(totalCount / size))),
  };
}

/** One story, by the ID or alias of its item. */
export async function findStory(room: Newsroom, section: string, id: string): Promise<Story> {
  const news = await room.client.news(section).get(id, { previewAt: room.previewAt });
  return tellStory(section, news);
}

/**
 * The path of the story that was at an old address, undefined if there is none. Imports keep the old paths of what they
 * bring, and the last name of most is the alias.
 */
export async function movedPath(room: Newsroom, oldPath: string): Promise<string | undefined> {
  const plain = (path: string) => path.replace(/(\/|\.html?)$/, '');
  const name = decoded(plain(oldPath).split('/').pop() ?? '');
  for (const section of name === '' ? [] : room.settings.sections) {
    const news = await room.client
      .news(section)
      .get(name)
      .catch((error: unknown) => {
        if (!isNowhere(error)) throw error;
      });
    const { oldPaths } = detailsOf(news?.values.body);
    if (news !== undefined && oldPaths.some((path) => plain(path) === plain(oldPath)))
      return storyPath(section, news);
  }
  return undefined;
}

/** Empty if it is not well encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Every item of these sections, one page after the other. */
export async function* everyItem(
  client: Client,
  sections: readonly string[],
): AsyncGenerator<{ readonly section: string; readonly news: News }> {
  for (const section of sections) {
    try {
      for await (const news of client.news(section).all()) yield { section, news };
    } catch (error) {
      if (!isNotThere(error)) throw error;
    }
  }
}

/** The banners of the front page. */
export async function listSlides({ client, settings, previewAt }: Newsroom): Promise<readonly Slide[]> {
  const { list } = await orNone(
    client.banners(settings.bannerInstance).list({ size: 8, previewAt, sort: 'contentId:asc' }),
  );
  return list.map((banner) => {
    const { media } = banner.values.image ?? {};
    const isAnimated = media?.meta?.asset !== undefined;
    return {
      banner,
      picture: isAnimated ? undefined : pictureOf(media),
      frameUrl: isAnimated ? media?.accessUrl : undefined,
    };
  });
}

/** Categories by name: as many as one request gives, which is more than a page should show. */
export async function listCategories({ client }: Newsroom): Promise<readonly Category[]> {
  return (await orNone(client.categories.list({ sort: 'name:asc', size: 99 }))).list;
}

/** Tags by name, as many as one request gives. */
export async function listTags({ client }: Newsroom): Promise<readonly Tag[]> {
  return (await orNone(client.tags.list({ sort: 'name:asc', size: 99 }))).list;
}

/** Instances and spaces exist from their first item on; until then they are empty. */
async function orNone<Item>(asked: Promise<ListAnswer<Item>>): Promise<ListAnswer<Item>> {
  try {
    return await asked;
  } catch (error) {
    if (isNotThere(error)) return { totalCount: 0, currentPage: 1, list: [] };
    throw error;
  }
}

/** Includes addresses that can't exist, since they are too long or contain characters that no name has. */
export function isNowhere(error: unknown): boolean {
  return error instanceof NewsstandError && [400, 404, 414].includes(error.status ?? 0);
}

function isNotThere(error: unknown): boolean {
  return error instanceof NewsstandError && error.status === 404;
}

/** A news item with what a page needs to show it. */
export function tellStory(section: string, news: News): Story {
  return { news, section, path: storyPath(section, news), picture: pictureOf(news.values.thumbnail.media) };
}
