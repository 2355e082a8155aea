import type * as en from '../en/sharing.ts';

export const mediaRemoval: typeof en.mediaRemoval = {
  stillUsed: (count) => `まだ${count.toLocaleString('ja')}か所で使われています:`,
  force: '使われていても削除する',
  forceNote:
    '本文の中では、その部分が表示されなくなります。記事やバナーの画像に設定されている場合は削除できません。',
  deleteAnyway: 'それでも削除',
};

export const previewSettings: typeof en.previewSettings = {
  title: (name) => `${name} のプレビューページ`,
  open: 'プレビューページ',
  openLabel: (name) => `${name} のプレビューページ`,
  own: 'リンクを開くと、このサービスのプレビューページが表示されます。',
  site: (host) => `リンクを開くと、サイト（${host}）で表示されます。`,
  change: '変更',
  label: 'サイトのプレビューページ',
  note: '空欄の場合は、このサービスのプレビューページを使います。{contentId} または {alias} は記事やバナー、{token} はリンクの秘密の部分に置き換わります。',
  wrong:
    'http または https の URL で、ホスト名より後に {token} を入れてください。例: https://example.com/preview/{contentId}?token={token}',
  save: '保存',
};

export const share: typeof en.share = {
  openOnSite: 'サイトでプレビュー',
  openOwn: 'プレビューを開く',
  blocked:
    'ブラウザーが新しいタブをブロックしました。このページのポップアップを許可して、もう一度お試しください。',
  open: 'プレビューを共有',
  title: 'プレビューを共有',
  about:
    'リンクを知っている人は、下書きでも、最後に保存した内容を見られます。ほかの内容は見られません。本文や画像がまだなくても共有でき、不足している箇所が示されます。',
  life: '有効期間',
  days: (count) => `${count}日間`,
  create: 'リンクを作成してコピー',
  copied: 'コピーしました。',
  ownPage: '本文か画像がないため、このリンクはサイトではなく、このサービスのプレビューページを開きます。',
  link: '新しいリンク',
  once: 'この画面でのみ表示されます。閉じる前にコピーしてください。',
  links: '有効なリンク',
  none: '有効なリンクはありません。',
  createdBy: '作成者',
  expires: '有効期限',
  revoke: '無効にする',
  revokeLabel: (until) => `${until} まで有効なリンクを無効にする`,
};
