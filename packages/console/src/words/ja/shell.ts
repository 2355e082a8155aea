import type * as en from '../en/shell.ts';

export const shell: typeof en.shell = {
  skip: '本文へ移動',
  menu: 'メニュー',
  closeMenu: 'メニューを閉じる',
  space: 'プロジェクトとスペース',
  noSpace: 'スペースはまだありません。',
  noInstance: 'ニュースやバナーの置き場所はまだありません。',
  makeOne: '作成する',
  findInstance: 'インスタンスを検索',
  overview: 'ホーム',
  news: 'ニュース',
  banner: 'バナー',
  media: 'メディア',
  categories: 'カテゴリー',
  tags: 'タグ',
  removed: '削除済み',
  library: '素材と分類',
  settings: '設定',
  keys: 'キー',
  webhooks: 'Webhook',
  explorer: 'エクスプローラー',
  operators: 'オペレーター',
  projects: 'プロジェクト',
  audit: '監査ログ',
  account: 'アカウント',
  documentation: 'ドキュメント',
  language: '言語',
  colours: '配色',
  light: 'ライト',
  dark: 'ダーク',
  auto: 'システムに合わせる',
  signOut: 'サインアウト',
};

export const pageError: typeof en.pageError = {
  title: 'このページを表示できませんでした',
  text: 'サービスが更新されたか、応答していない可能性があります。ページを読み込み直してください。',
  reload: '読み込み直す',
};

export const loading: string = '読み込んでいます';

export const notifications: typeof en.notifications = { close: '閉じる' };

export const unsavedChanges: typeof en.unsavedChanges = {
  title: '保存せずに移動しますか？',
  text: '前回の保存以降の変更は失われます。',
  cancel: 'ここに残る',
  confirm: '移動する',
};

export const json: typeof en.json = {
  fold: (name) => `${name}を折りたたむ`,
  unfold: (name) => `${name}を展開`,
  foldAll: '折りたたむ',
  unfoldAll: 'すべて展開',
  root: '全体',
  ...{ idle: 'コピー', copied: 'コピーしました', selected: '選択しました。コピーしてください' },
  count: (amount) => `${amount.toLocaleString('ja')}件`,
};

export const errorAlert: typeof en.errorAlert = { retry: 'もう一度試す' };

export const failure: typeof en.failure = {
  title: 'うまくいきませんでした',
  silent:
    '応答がありません。サービスが停止しているか、ネットワークに接続できません。しばらくしてからもう一度お試しください。',
};

export const search: typeof en.search = { clear: '検索を消す' };

export const dialog: typeof en.dialog = { cancel: 'キャンセル' };

export const states: typeof en.states = {
  live: '公開中',
  scheduled: '公開予約',
  closed: '終了',
  draft: '下書き',
};

export const readOnly: typeof en.readOnly = {
  text: 'ここは閲覧のみ可能です。変更するには、オーナーに別の役割を頼んでください。',
};

export const snippet: typeof en.snippet = {
  ...{ idle: 'コピー', copied: 'コピーしました', selected: '選択しました。コピーしてください' },
  label: (name) => `コピー: ${name}`,
};

export const secret: typeof en.secret = { done: '完了', closeAnyway: 'このまま閉じる' };

export const uses: typeof en.uses = {
  nowhere: 'どこにも使われていません。',
  defaultOf: (instances) => `${instances}の既定の画像です。`,
  more: (amount: number) => `ほか${amount.toLocaleString('ja')}件`,
};

export const notFound: typeof en.notFound = {
  title: 'ここには何もありません',
  text: '削除されたか、URLが正しくありません。',
  home: 'ホームへ',
};
