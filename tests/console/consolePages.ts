import type { Thing } from '../browser/eyesOn.ts';

const space = '/projects/demo/spaces/web';
const item = `${space}/news/press/items/press-001`;

/** A page of the console, and what is there when all of it is. */
export type ConsolePage = {
  readonly path: string;
  /** What is tapped first: a tab, or a button that opens something. */
  readonly taps?: readonly Thing[];
  readonly sign: Thing;
};

/** The pages where content is looked after, over the demo. Signs are the same in every language. */
export const contentPages: Readonly<Record<string, ConsolePage>> = {
  news: { path: `${space}/news/press`, sign: ['link', 'Draft: annual results'] },
  banners: { path: `${space}/banner/top`, sign: ['link', 'Autumn Blend is here'] },
  'new news': { path: `${space}/news/press/new`, sign: ['toolbar', /./] },
  'news item': { path: item, sign: ['heading', /^Kumo Coffee/] },
  'a preview': {
    ...{ path: item, taps: [['tab', /^(Preview|プレビュー)$/]] },
    sign: ['heading', 'What is roasted here'],
  },
  'an item as JSON': { path: item, taps: [['tab', 'JSON']], sign: ['textbox', 'JSON'] },
  'a history': {
    ...{ path: item, taps: [['tab', /^(History|履歴)$/]] },
    sign: ['heading', /^(Versions|バージョン)$/],
  },
  'a banner': { path: `${space}/banner/top/items/banner-1`, sign: ['heading', 'Autumn Blend is here'] },
  media: { path: `${space}/media`, sign: ['link', 'Beans'] },
  'a picture': { path: `${space}/media/m-beans`, sign: ['image', /./] },
  'picture operations': {
    ...{ path: `${space}/media/m-beans`, taps: [['tab', /^(Edit picture|画像を編集)$/]] },
    sign: ['textbox', /JSON/],
  },
  'a video': { path: `${space}/media/m-film`, sign: ['Video', /./] },
};

/** All other pages. */
export const otherPages: Readonly<Record<string, ConsolePage>> = {
  overview: { path: '/', sign: ['link', 'Autumn Blend is here'] },
  categories: { path: `${space}/categories`, sign: ['table', /^(Categories|カテゴリー)$/] },
  tags: { path: `${space}/tags`, sign: ['table', /^(Tags|タグ)$/] },
  deleted: { path: `${space}/removed`, sign: ['heading', /^(Deleted|削除済み)$/] },
  keys: { path: '/keys', sign: ['table', /^(Keys|キー)$/] },
  'a new key': { path: '/keys', taps: [['button', /^(New key|キーを作成)$/]], sign: ['dialog', /./] },
  explorer: { path: '/explorer', sign: ['radiogroup', /./] },
  operators: { path: '/operators', sign: ['table', /^(Operators|オペレーター)$/] },
  projects: { path: '/places', sign: ['heading', /demo/] },
  audit: { path: '/audit', sign: ['heading', /\b20\d\d|20\d\d年/] },
  account: { path: '/account', sign: ['heading', /^(Your account|アカウント)$/] },
  nothing: { path: '/nowhere', sign: ['heading', /^(There is nothing here|ここには何もありません)$/] },
};
