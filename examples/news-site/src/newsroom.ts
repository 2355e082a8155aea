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
import { type Edition, editionOf } from './Edition.ts';
import { type Picture, pictureOf } from './pictures.ts';
import type { Settings } from './readSettings.ts';
import { type Story, storyPath, whyHidden } from './Story.ts';

/** All requests to the service are sent here. A preview has its own client, and possibly its own time. */
export type Newsroom = {
  readonly client: Client;
  readonly settings: Settings;
  /** Whose content is read. */
  readonly edition: Edition;
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
const mostRelated = 3;

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
  const answers = await Promise.all(
    sections.map((section) => orNone(room.client.news(section + room.edition.suffix).list(asked))),
  );
  const found = answers.map(({ list }, index) =>
    list.map((news) => tellStory(room.edition, sections[index] ?? '', news)),
  );
  return {
    stories: found.flat().toSorted((a, b) => publishedAt(b.news) - publishedAt(a.news)),
    total: answers.reduce((sum, { totalCount }) => sum + totalCount, 0),
    page: query.page ?? 1,
    pages: Math.max(1, ...answers.map(({ totalCount }) => Math.ceil(totalCount / size))),
  };
}

/** One story, by the ID or alias of its item. */
export async function findStory(room: Newsroom, section: string, id: string): Promise<Story> {
  const { client, edition, previewAt } = room;
  return tellStory(edition, section, await client.news(section + edition.suffix).get(id, { previewAt }));
}

/** The same story in the other editions: an item and its translation have the same alias. */
export async function findTranslations(room: Newsroom, { news, section }: Story): Promise<readonly Story[]> {
  const { alias } = news;
  if (alias === undefined) return [];
  const others = room.settings.editions.filter((edition) => edition !== room.edition);
  const found = others.map((edition) => orUndefined(findStory({ ...room, edition }, section, alias)));
  return (await Promise.all(found)).flatMap((story) => (story?.news.alias === alias ? [story] : []));
}

/** Stories of the same section that share a tag or the category with one, newest first; never what is not public. */
export async function findRelated(room: Newsroom, story: Story, now: number): Promise<readonly Story[]> {
  const { tags = [], category } = story.news;
  const queries: readonly ListNewsQuery[] = [
    { tags: tags.map(({ tagId }) => tagId) },
    ...(category === undefined ? [] : [{ category: category.categoryId }]),
  ];
  const found = await Promise.all(
    queries.map((query) => listStories(room, [story.section], { ...query, size: mostRelated + 1 })),
  );
  const others = new Map(found.flatMap(({ stories }) => stories.map((other) => [other.path, other])));
  others.delete(story.path);
  return [...others.values()]
    .filter(({ news }) => whyHidden(news, room.previewAt ?? now) === undefined)
    .toSorted((a, b) => publishedAt(b.news) - publishedAt(a.news))
    .slice(0, mostRelated);
}

/**
 * The path of the story that was at an old address, undefined if there is none. Imports keep the old paths of what they
 * bring, and the last name of most is the alias.
 */
export async function movedPath(room: Newsroom, oldPath: string): Promise<string | undefined> {
  const name = nameIn(oldPath);
  for (const { edition, section } of name === '' ? [] : everyPlace(room.settings)) {
    const story = await orUndefined(findStory({ ...room, edition }, section, name));
    const { oldPaths } = detailsOf(story?.news.values.body);
    if (oldPaths.some((path) => plain(path) === plain(oldPath))) return story?.path;
  }
  return undefined;
}

/** A path without what old addresses of a story may end with. */
function plain(path: string): string {
  return path.replace(/(\/|\.html?)$/, '');
}

/** The last part of a path as text; empty if it is not well encoded. */
export function nameIn(path: string): string {
  try {
    return decodeURIComponent(plain(path).split('/').pop() ?? '');
  } catch {
    return '';
  }
}

/** A section of an edition. */
export type Place = { readonly edition: Edition; readonly section: string };

/** All sections of all editions. */
export function everyPlace({ editions, sections }: Settings): readonly Place[] {
  return editions.flatMap((edition) => sections.map((section) => ({ edition, section })));
}

/** The section that a news instance is shown in; undefined if it is not shown. */
export function placeOf(settings: Settings, instanceId: string): Place | undefined {
  return everyPlace(settings).find(({ edition, section }) => section + edition.suffix === instanceId);
}

/** One page of a section, oldest first: what comes out is added at the end. */
export async function listByAge(
  room: Newsroom,
  { edition, section }: Place,
  page: number,
  size: number,
): Promise<{ readonly stories: readonly Story[]; readonly total: number }> {
  const { list, totalCount } = await orNone(
    room.client.news(section + edition.suffix).list({
      sort: 'publishedAt:asc',
      page,
      size,
      includeCategory: true,
      includeTags: true,
      previewAt: room.previewAt,
    }),
  );
  return { stories: list.map((news) => tellStory(edition, section, news)), total: totalCount };
}

/** The stories of a section that came out after a moment, newest first, and at most so many. */
export async function listRecent(
  { client, previewAt }: Newsroom,
  { edition, section }: Place,
  since: number,
  most: number,
): Promise<readonly Story[]> {
  const size = 99;
  // By their paths: if one comes out meanwhile, the next page repeats one.
  const found = new Map<string, Story>();
  for (let page = 1; found.size < most; page++) {
    const { list } = await orNone(client.news(section + edition.suffix).list({ size, page, previewAt }));
    const recent = list.filter((news) => publishedAt(news) > since);
    for (const story of recent.map((news) => tellStory(edition, section, news))) found.set(story.path, story);
    if (recent.length < size) break;
  }
  return [...found.values()].slice(0, most);
}

/** All categories, or all tags, of an edition. */
export async function everyTopic<Topic extends { readonly alias?: string }>(
  { settings, edition }: Newsroom,
  topics: { all(): AsyncIterable<Topic> },
): Promise<readonly Topic[]> {
  try {
    const all = await Array.fromAsync(topics.all());
    return all.filter(({ alias }) => editionOf(settings.editions, alias) === edition);
  } catch (error) {
    if (isNotThere(error)) return [];
    throw error;
  }
}

/** The banners of the front page. */
export async function listSlides(room: Newsroom): Promise<readonly Slide[]> {
  const { client, settings, edition, previewAt } = room;
  const instance = settings.bannerInstance + edition.suffix;
  const { list } = await orNone(client.banners(instance).list({ size: 8, previewAt, sort: 'contentId:asc' }));
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
export async function listCategories(room: Newsroom): Promise<readonly Category[]> {
  const { list } = await orNone(room.client.categories.list({ sort: 'name:asc', size: 99 }));
  return list.filter(({ alias }) => editionOf(room.settings.editions, alias) === room.edition);
}

/** Tags by name, as many as one request gives. */
export async function listTags(room: Newsroom): Promise<readonly Tag[]> {
  const { list } = await orNone(room.client.tags.list({ sort: 'name:asc', size: 99 }));
  return list.filter(({ alias }) => editionOf(room.settings.editions, alias) === room.edition);
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

/** Undefined if there is nothing at an address. */
async function orUndefined<Item>(asked: Promise<Item>): Promise<Item | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isNowhere(error)) return undefined;
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
export function tellStory(edition: Edition, section: string, news: News): Story {
  const path = storyPath(edition, section, news);
  return { news, edition, section, path, picture: pictureOf(news.values.thumbnail.media) };
}
