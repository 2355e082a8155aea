import type { ManageErrorCode } from '@newsstand/contract/manage';
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
  webhooks: 'Webhook',
  explorer: 'エクスプローラー',
  operators: 'オペレーター',
  projects: 'プロジェクト',
  audit: '監査ログ',
  account: 'アカウント',
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
  scheduled: '予約',
  closed: '終了',
  draft: '下書き',
};

export const readOnly: typeof en.readOnly = {
  text: 'このプロジェクトは閲覧のみ可能です。変更するには、オーナーに編集者の役割を頼んでください。',
};

export const snippet: typeof en.snippet = {
  ...{ idle: 'コピー', copied: 'コピーしました', selected: '選択しました。コピーしてください' },
  label: (name) => `コピー: ${name}`,
};

export const secret: typeof en.secret = { done: '完了', closeAnyway: 'このまま閉じる' };

export const uses: typeof en.uses = {
  nowhere: 'どこにも使われていません。',
  more: (amount: number) => `ほか${amount.toLocaleString('ja')}件`,
};

export const notFound: typeof en.notFound = {
  title: 'ここには何もありません',
  text: '削除されたか、アドレスが正しくありません。',
  home: '概要へ',
};

export const problems: Readonly<Record<ManageErrorCode, string>> = {
  invalid_body: '入力内容に誤りがあります',
  invalid_parameters: '指定した条件に誤りがあります',
  session_missing: 'サインインしてください',
  sign_in_failed: 'サインイン名またはパスワードが正しくありません',
  token_missing: 'トークンが必要です',
  role_missing: 'この操作を行う権限がありません',
  origin_refused: '別のサイトからのリクエストのため、受け付けられません',
  metrics_refused: 'ここではメトリクスを表示できません',
  link_invalid: 'このリンクは使用済みか、期限が切れています',
  unknown_path: 'アドレスが正しくありません',
  not_found: '見つかりません。削除された可能性があります',
  method_not_allowed: 'この操作は行えません',
  conflict: 'すでにある内容と矛盾するため、実行できません',
  upload_offset: 'アップロードの続きの位置が一致しません',
  upload_not_ready: 'アップロードの処理がまだ終わっていません',
  file_gone: 'ファイルの保存期間が過ぎました',
  upload_protocol: 'アップロードの方式が対応していません',
  version_conflict: 'ほかの人が先に変更しました',
  too_large: 'サイズが大きすぎます',
  unsupported_type: '対応していない形式です',
  host_unknown: 'このホスト名では管理コンソールを利用できません',
  precondition_required: 'どのバージョンに対する変更かが指定されていません',
  too_many_attempts: '試行回数が多すぎます。しばらくしてからもう一度お試しください',
  too_many_uploads: '同時にアップロードできる数を超えています',
  server_error: 'サーバーでエラーが発生しました',
  store_busy: '別の書き込みを処理しています。少し待ってからもう一度お試しください',
  store_unavailable: 'データベースに接続できません',
  store_replaced:
    '稼働中にデータベースのファイルが置き換えられたか削除されました。サービスを再起動してください',
  not_ready: 'サービスの準備がまだできていません',
  overloaded: 'アクセスが集中しています。しばらくしてからもう一度お試しください',
  disk_full: 'ディスクの空き容量がありません',
};
