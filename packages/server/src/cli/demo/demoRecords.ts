import type { Block } from '@newsstand/contract';
import { packageMeta } from '../../media/ingestMedia.ts';
import type { Article } from './Article.ts';
import { filmId } from './blocks.ts';
import { blog } from './blog.ts';
import { demoPlace } from './demoPlace.ts';
import { demoPictures } from './media/demoPictures.ts';
import { press } from './press.ts';

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

/** All lines of the demo's import, seen from a moment; with the film, where it could be made. */
export function demoRecords(now: number, hasFilm: boolean): readonly object[] {
  return [
    ...categories.map(([categoryId, name, alias]) => ({
      kind: 'category',
      ...demoPlace,
      categoryId,
      name,
      alias,
    })),
    ...tags.map(([tagId, name, alias]) => ({ kind: 'tag', ...demoPlace, tagId, name, alias })),
    ...mediaRecords(hasFilm),
    ...press.map((article) => newsRecord('press', article, now, hasFilm)),
    ...blog.map((article) => newsRecord('blog', article, now, hasFilm)),
    ...bannerRecords(now),
  ];
}

function mediaRecords(hasFilm: boolean): readonly object[] {
  const media = (id: string, rest: object) => ({
    ...{ kind: 'media', ...demoPlace, mediaId: id, type: 'image', alias: id.slice(2), status: 'published' },
    ...rest,
  });
  const banner = media('m-banner-autumn', {
    ...{ name: 'Banner: autumn blend, animated', file: 'autumn' },
    meta: packageMeta,
  });
  const film = media(filmId, {
    ...{ name: 'Morning in Huila', type: 'video', file: 'film.mp4' },
    thumbnailOperations: [
      { type: 'size', width: 320, height: 180 },
      { type: 'filters', roundCorner: '16,255,255,255' },
    ],
  });
  const pictures = demoPictures.map(({ id, make: _, ...rest }) => media(id, rest));
  return [...pictures, banner, ...(hasFilm ? [film] : [])];
}

function newsRecord(instanceId: string, article: Article, now: number, hasFilm: boolean): object {
  const { id, alias, title, picture, category, isDraft, more } = article;
  const createdAt = now - article.hoursAgo * hour;
  return {
    ...{ kind: 'news', ...demoPlace, instanceId, contentId: id, name: title, alias },
    status: isDraft ? 'draft' : 'published',
    reservedAt: moment(now, article.reservedIn),
    openingAt: moment(now, article.opensIn),
    closingAt: moment(now, article.closesIn),
    values: {
      title,
      body: { blocks: article.blocks.filter((block) => hasFilm || !isFilm(block)) },
      thumbnail: { mediaId: picture },
      ...more,
    },
    category: category === undefined ? undefined : { categoryId: category },
    tags: article.tags?.map((tagId) => ({ tagId })),
    ...{ createdAt, updatedAt: createdAt },
  };
}

function isFilm(block: Block): boolean {
  return block.type === 'video' && block.mediaId === filmId;
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
    banner('banner-4', 'Draft: spring campaign', 'm-banner-spring', 'spring', { status: 'draft' }),
  ];
}

function moment(now: number, hours: number | undefined): number | undefined {
  return hours === undefined ? undefined : now + hours * hour;
}
