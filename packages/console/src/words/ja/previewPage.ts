import type * as en from '../en/previewPage.ts';
import { body } from './body.ts';
import { preview } from './items.ts';

export const previewPage: typeof en.previewPage = {
  title: 'プレビュー',
  loading: 'プレビューを読み込んでいます…',
  noScript: 'プレビューの表示には JavaScript が必要です。',
  private: 'リンクを知っている人だけが見られるページです。',
  draft: '下書き（未公開）',
  opens: (when) => `${when} に公開予定`,
  closed: (when) => `${when} に公開終了`,
  live: '公開中（読者に見えている内容）',
  changed: 'まだ公開されていない変更があります',
  takesOver: (when) => `${when} から公開される変更があります`,
  versions: '表示する内容',
  withChanges: '変更後',
  withoutChanges: '現在公開中の内容',
  noPicture: '画像はまだ設定されていません。',
  lacks: (parts) => `未完成です。不足している項目：${parts.join('、')}`,
  parts: { text: '本文', picture: '画像' },
  leadsTo: 'リンク先',
  film: (url) => `このブラウザーでは動画を再生できません: ${url}`,
  ended: {
    title: 'このプレビューのリンクは使えません',
    text: '有効期限が切れたか、無効にされたか、リンクの一部が欠けています。送り主に新しいリンクを依頼してください。',
  },
  gone: {
    title: 'プレビューできる内容がありません',
    text: 'リンク先の内容は削除されました。送り主にお問い合わせください。',
  },
  failed: {
    title: '現在プレビューを表示できません',
    text: 'サービスに接続できないか、混み合っています。しばらくしてからもう一度お試しください。',
  },
  again: '再試行',
  article: {
    untitled: preview.untitled,
    empty: preview.empty,
    otherBody: preview.otherBody,
    contents: preview.contents,
    sponsored: preview.sponsored,
    elsewhere: preview.elsewhere,
  },
  blocks: {
    ...body.callout.tones,
    ...preview.blocks,
    embedHint: (provider) =>
      `${provider}の内容です。表示すると、このページを見ていることが${provider}に伝わります。`,
  },
};
