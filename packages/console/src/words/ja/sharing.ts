import type * as en from '../en/sharing.ts';

export const mediaRemoval: typeof en.mediaRemoval = {
  stillUsed: (count) => `まだ${count.toLocaleString('ja')}か所で使われています:`,
  force: '使われていても削除する',
  forceNote:
    '本文の中では、その部分が表示されなくなります。記事やバナーの画像に設定されている場合は削除できません。',
  deleteAnyway: 'それでも削除',
};

export const share: typeof en.share = {
  openOnSite: 'サイトでプレビュー',
  blocked:
    'ブラウザーが新しいタブをブロックしました。このページのポップアップを許可して、もう一度お試しください。',
  open: 'プレビューを共有',
  title: 'プレビューを共有',
  about: 'リンクを知っている人は、下書きでも、最後に保存した内容を見られます。ほかの記事は見られません。',
  noPage:
    'このインスタンスにはプレビュー用のページがまだ設定されていません。プロジェクトのオーナーがここで設定できます。',
  page: 'サイトのプレビュー用ページ',
  pageNote: '{contentId} または {alias} は記事、{token} はリンクの秘密の部分に置き換わります。',
  savePage: '保存',
  life: '有効期間',
  days: (count) => `${count}日間`,
  create: 'リンクを作成',
  link: 'リンク',
  once: 'この画面でのみ表示されます。閉じる前にコピーしてください。',
  createdBy: '作成者',
  expires: '有効期限',
  revoke: '無効にする',
};
