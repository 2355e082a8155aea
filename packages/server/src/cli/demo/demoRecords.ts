import type { Article } from './Article.ts';
import { blog } from './blog.ts';
import { drawPicture } from './drawPicture.ts';
import { press } from './press.ts';

/** Where the demo lives. */
export const demoPlace = { projectId: 'demo', spaceId: 'web' } as const;

const hour = 3_600_000;

const categories = [
  ['c-company', 'Company', 'company'],
  ['c-products', 'Products', 'products'],
  ['c-events', 'イベント', 'events'],
  ['c-recipes', 'Recipes', 'recipes'],
  ['c-stories', '読みもの', 'stories'],
] as const;

const tags = [
  ['t-new', 'New', 'new'],
  ['t-online', 'オンラインストア', 'online'],
  ['t-kyoto', '京都', 'kyoto'],
  ['t-tokyo', '東京', 'tokyo'],
  ['t-planet', 'Planet', 'planet'],
  ['t-beginners', 'はじめての方へ', 'beginners'],
  ['t-seasonal', 'Seasonal', 'seasonal'],
] as const;

const wide = { width: 1200, height: 400 };
const photo = { width: 800, height: 450 };

const pictures = [
  { id: 'm-roastery', name: 'The roastery by the river', hue: 28, ...photo },
  { id: 'm-autumn', name: '秋の丘', hue: 16, ...photo },
  { id: 'm-hills', name: 'Green hills', hue: 130, ...photo },
  { id: 'm-night', name: 'Evening in town', hue: 250, ...photo },
  { id: 'm-gift', name: '冬のギフト', hue: 340, ...photo },
  { id: 'm-summer', name: 'Summer by the sea', hue: 195, ...photo },
  { id: 'm-pour', name: 'Pour-over', hue: 45, ...photo },
  { id: 'm-farm', name: 'A farm in Huila', hue: 95, ...photo },
  { id: 'm-banner-autumn', name: 'Banner: autumn blend', hue: 20, ...wide },
  { id: 'm-banner-gift', name: 'バナー：冬のギフト', hue: 330, ...wide },
  { id: 'm-banner-tour', name: 'Banner: roastery tour', hue: 210, ...wide },
] as const;

/** The pictures of the demo, by file name. */
export function demoPictures(): ReadonlyMap<string, string> {
  return new Map(
    pictures.map(({ id, name: _, ...look }, index) => [
      `${id}.svg`,
      drawPicture({ ...look, seed: index + 1 }),
    ]),
  );
}

/** All lines of the demo's import, seen from a moment. */
export function demoRecords(now: number): readonly object[] {
  return [
    ...categories.map(([categoryId, name, alias]) => ({
      kind: 'category',
      ...demoPlace,
      categoryId,
      name,
      alias,
    })),
    ...tags.map(([tagId, name, alias]) => ({ kind: 'tag', ...demoPlace, tagId, name, alias })),
    ...pictures.map(({ id, name }) => ({
      kind: 'media',
      ...demoPlace,
      ...{ mediaId: id, name, type: 'image', alias: id.slice(2), file: `${id}.svg`, status: 'published' },
    })),
    ...press.map((article) => newsRecord('press', article, now)),
    ...blog.map((article) => newsRecord('blog', article, now)),
    ...bannerRecords(now),
  ];
}

function newsRecord(instanceId: string, article: Article, now: number): object {
  const { id, alias, title, text, picture, category, isDraft, more } = article;
  const createdAt = now - article.hoursAgo * hour;
  return {
    ...{ kind: 'news', ...demoPlace, instanceId, contentId: id, name: title, alias },
    status: isDraft ? 'draft' : 'published',
    reservedAt: moment(now, article.reservedIn),
    openingAt: moment(now, article.opensIn),
    closingAt: moment(now, article.closesIn),
    values: {
      title,
      body: { html: text.map((part) => `<p>${part}</p>`).join('') },
      thumbnail: { mediaId: picture },
      ...more,
    },
    category: category === undefined ? undefined : { categoryId: category },
    tags: article.tags?.map((tagId) => ({ tagId })),
    ...{ createdAt, updatedAt: createdAt },
  };
}

function bannerRecords(now: number): readonly object[] {
  const common = { kind: 'banner', ...demoPlace, instanceId: 'top' };
  const banner = (id: string, title: string, picture: string, page: string, rest: object) => ({
    ...{ ...common, contentId: id, name: title, status: 'published', alias: page },
    values: { title, url: `https://kumo.example/${page}`, image: { mediaId: picture } },
    ...{ createdAt: now - 200 * hour, updatedAt: now - 200 * hour, ...rest },
  });
  return [
    banner('banner-1', 'Autumn Blend is here', 'm-banner-autumn', 'autumn', { closingAt: now + 240 * hour }),
    banner('banner-2', '京都焙煎所の見学ツアー', 'm-banner-tour', 'tour', {}),
    banner('banner-3', '冬のギフトボックス', 'm-banner-gift', 'gift', { openingAt: now + 48 * hour }),
    banner('banner-4', 'Draft: spring campaign', 'm-banner-tour', 'spring', { status: 'draft' }),
  ];
}

function moment(now: number, hours: number | undefined): number | undefined {
  return hours === undefined ? undefined : now + hours * hour;
}
