import type * as en from '../en/mail.ts';

export const mail: typeof en.mail = {
  title: 'メール',
  off: 'このサービスではメールの送信が設定されていません。',
  address: 'メールアドレス',
  hint: 'オーナーだけに表示されます。空にするとメールは届きません。',
  save: 'アドレスを保存',
  removed: 'メールアドレスを削除しました。',
  sent: (address) =>
    `${address}にリンクを送信しました。1日以内にリンクを開くと、このアドレスが使われるようになります。`,
  again: 'リンクを再送信',
  review: 'レビューについて通知を受け取る',
  reviewHint: '申請があったときと、自分の申請に返答があったときに届きます。',
  saved: '保存しました。',
  confirmTitle: 'メールアドレスの確認',
  confirmText: (address) => `メールの送信先として${address}を使いますか？`,
  confirm: 'このアドレスを使う',
  confirmed: (address) => `今後のメールは${address}に届きます。`,
  expired:
    'このリンクは使用済みか、有効期限が切れています。アドレスをもう一度入力すると、新しいリンクが送信されます。',
};
