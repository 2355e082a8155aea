import { byRole } from '../browser/interactions.ts';

export type Language = 'en' | 'ja';

/** An element of a page: its role, and its accessible name in both languages; any name if none is given. */
type Target = readonly [role: string, en?: string, ja?: string];

/** A page of the console. */
export type ConsolePage = {
  readonly path: string;
  /** What is clicked first: a tab, or a button that opens a dialog. */
  readonly clicks?: readonly Target[];
  /** An element that is there when the page has loaded completely. */
  readonly sign: Target;
};

/** The selector of a target; the Japanese name is the English one unless given. */
export function selectorOf([role, en, ja = en]: Target, language: Language): string {
  return byRole(role, language === 'en' ? en : ja);
}

const space = '/projects/demo/spaces/web';
const item = `${space}/news/press/items/press-001`;

/** The pages where content is edited, with the demo content. */
export const contentPages: Readonly<Record<string, ConsolePage>> = {
  news: { path: `${space}/news/press`, sign: ['link', 'Draft: annual results'] },
  banners: { path: `${space}/banner/top`, sign: ['link', 'Autumn Blend is here'] },
  'new news': { path: `${space}/news/press/new`, sign: ['toolbar'] },
  'news item': { path: item, sign: ['heading', 'Kumo Coffee opens its first roastery in Kyoto'] },
  'a preview': {
    ...{ path: item, clicks: [['tab', 'Preview', 'プレビュー']] },
    sign: ['heading', 'What is roasted here'],
  },
  'an item as JSON': { path: item, clicks: [['tab', 'JSON']], sign: ['textbox', 'JSON'] },
  'a history': {
    ...{ path: item, clicks: [['tab', 'History', '履歴']] },
    sign: ['heading', 'Versions', 'バージョン'],
  },
  'a banner': { path: `${space}/banner/top/items/banner-1`, sign: ['heading', 'Autumn Blend is here'] },
  media: { path: `${space}/media`, sign: ['link', 'Beans'] },
  'a picture': { path: `${space}/media/m-beans`, sign: ['heading', 'Beans'] },
  'picture operations': {
    ...{ path: `${space}/media/m-beans`, clicks: [['tab', 'Edit picture', '画像を編集']] },
    sign: ['textbox', 'Operations as JSON', '処理のJSON'],
  },
  'a video': { path: `${space}/media/m-film`, sign: ['Video'] },
};

/** The pages where the service is administered. */
export const adminPages: Readonly<Record<string, ConsolePage>> = {
  overview: { path: '/', sign: ['heading', 'Calendar', 'カレンダー'] },
  categories: { path: `${space}/categories`, sign: ['table', 'Categories', 'カテゴリー'] },
  tags: { path: `${space}/tags`, sign: ['table', 'Tags', 'タグ'] },
  deleted: { path: `${space}/removed`, sign: ['heading', 'Deleted', '削除済み'] },
  keys: { path: '/keys', sign: ['table', 'Keys', 'キー'] },
  'a new key': { path: '/keys', clicks: [['button', 'New key', 'キーを作成']], sign: ['dialog'] },
  webhooks: {
    path: '/webhooks',
    sign: ['heading', 'Tell other services what happens here', 'ここでの変化をほかのサービスに知らせます'],
  },
  'a new webhook': {
    ...{ path: '/webhooks', clicks: [['button', 'New webhook', 'Webhookを作成']] },
    sign: ['dialog'],
  },
  explorer: { path: '/explorer', sign: ['radiogroup'] },
  operators: { path: '/operators', sign: ['table', 'Operators', 'オペレーター'] },
  permissions: {
    path: '/permissions',
    sign: ['table', 'Who can do what, and why', '誰が何をできるか、その理由'],
  },
  projects: { path: '/projects', sign: ['region', 'Project demo', 'プロジェクト demo'] },
  access: { path: '/access', sign: ['region', 'Passwords', 'パスワード'] },
  audit: { path: '/audit', sign: ['time'] },
  account: { path: '/account', sign: ['heading', 'Your account', 'アカウント'] },
  nothing: { path: '/nowhere', sign: ['heading', 'Page not found', 'ここには何もありません'] },
};
