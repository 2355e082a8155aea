import type * as en from '../en/shell.ts';

export const shell: typeof en.shell = {
  skip: '本文へ移動',
  menu: 'メニュー',
  space: 'プロジェクトとスペース',
  noSpace: 'スペースはまだありません。',
  noInstance: 'ニュースやバナーの置き場所はまだありません。',
  makeOne: '作成する',
  findInstance: 'インスタンスを検索',
  overview: '概要',
  news: 'ニュース',
  banner: 'バナー',
  media: 'メディア',
  categories: 'カテゴリー',
  tags: 'タグ',
  removed: '削除済み',
  content: 'コンテンツ',
  service: 'サービス',
  keys: 'キー',
  explorer: 'エクスプローラー',
  operators: 'オペレーター',
  places: 'プロジェクト',
  audit: '監査ログ',
  account: 'アカウント',
  language: '言語',
  colours: '配色',
  light: 'ライト',
  dark: 'ダーク',
  auto: 'システムに合わせる',
  signOut: 'サインアウト',
};

export const pageGuard: typeof en.pageGuard = {
  title: 'このページを表示できませんでした',
  text: 'サービスが更新されたか、応答していない可能性があります。ページを読み込み直してください。',
  again: '読み込み直す',
};

export const notifications: typeof en.notifications = { close: '閉じる' };
