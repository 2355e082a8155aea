import type { Thing } from '../browser/personAt.ts';

const space = '/projects/demo/spaces/web';
const item = `${space}/news/press/items/press-001`;

/** A page of the console, and what is there when all of it is. */
export type ConsolePage = {
  readonly path: string;
  readonly sign: Thing;
  /** What is tapped first: a tab, or a button that opens something. */
  readonly taps?: readonly Thing[];
};

/** The pages where content is looked after, over the demo. Signs are the same in every language. */
export const contentPages: Readonly<Record<string, ConsolePage>> = {
  news: { path: `${space}/news/press`, sign: ['link', 'Draft: annual results'] },
  banners: { path: `${space}/banner/top`, sign: ['link', 'Autumn Blend is here'] },
  'new news': { path: `${space}/news/press/new`, sign: ['radiogroup', /./] },
  'news item': { path: item, sign: ['radiogroup', /./] },
  'a preview': { path: item, sign: ['tabpanel', /./], taps: [['tab', /^(Preview|プレビュー)$/]] },
  'an item as JSON': { path: item, sign: ['tabpanel', /./], taps: [['tab', 'JSON']] },
  'a history': { path: item, sign: ['tabpanel', /./], taps: [['tab', /^(History|履歴)$/]] },
  'a banner': { path: `${space}/banner/top/items/banner-1`, sign: ['radiogroup', /./] },
  media: { path: `${space}/media`, sign: ['link', 'Beans'] },
  'a picture': { path: `${space}/media/m-beans`, sign: ['image', /./] },
  'picture operations': {
    ...{ path: `${space}/media/m-beans`, sign: ['image', /./] },
    taps: [['tab', /^(Edit picture|画像を編集)$/]],
  },
  'a video': { path: `${space}/media/m-film`, sign: ['Video', /./] },
};

/** All other pages. */
export const otherPages: Readonly<Record<string, ConsolePage>> = {
  overview: { path: '/', sign: ['link', 'Autumn Blend is here'] },
  categories: { path: `${space}/categories`, sign: ['table', /./] },
  tags: { path: `${space}/tags`, sign: ['table', /./] },
  deleted: { path: `${space}/removed`, sign: ['heading', /./] },
  keys: { path: '/keys', sign: ['table', /./] },
  'a new key': { path: '/keys', sign: ['table', /./], taps: [['button', /^(New key|キーを作成)$/]] },
  explorer: { path: '/explorer', sign: ['radiogroup', /./] },
  operators: { path: '/operators', sign: ['table', /./] },
  projects: { path: '/places', sign: ['heading', /demo/] },
  audit: { path: '/audit', sign: ['heading', /2026|20\d\d/] },
  account: { path: '/account', sign: ['heading', /./] },
  nothing: { path: '/nowhere', sign: ['heading', /./] },
};
