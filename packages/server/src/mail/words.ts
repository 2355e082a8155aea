/** What mails say. */
export type MailWords = typeof en;

const en = {
  code: 'en',
  confirm: {
    subject: 'Confirm your e-mail address',
    text: (url: string) =>
      `This address was entered for an account of the Newsstand console at ${url}. To receive mail there, open this link while you are signed in:`,
    until: 'The link works for one day.',
    unasked: 'If this was not you, ignore this mail: nothing more will be sent to you.',
  },
  review: {
    proposed: (by: string, title: string) => `${by} proposes “${title}” for publication`,
    returned: (by: string, title: string) => `${by} has sent back “${title}”`,
    published: (by: string, title: string) => `${by} has published “${title}”`,
    commented: (by: string, title: string) => `${by} has commented on “${title}”`,
  },
  several: (count: number) => `${count} updates in reviews`,
  further: (count: number) => `And ${count} more.`,
  choice: 'You can switch these mails off in your account:',
};

const ja: MailWords = {
  code: 'ja',
  confirm: {
    subject: 'メールアドレスの確認',
    text: (url) =>
      `Newsstandの管理画面（${url}）のアカウントに、このメールアドレスが登録されました。メールを受け取るには、サインインした状態で次のリンクを開いてください。`,
    until: 'リンクの有効期限は1日です。',
    unasked:
      'お心当たりがない場合は、このメールを破棄してください。今後このアドレスにメールが送られることはありません。',
  },
  review: {
    proposed: (by, title) => `${by}さんが「${title}」の公開を申請しました`,
    returned: (by, title) => `${by}さんが「${title}」の申請を差し戻しました`,
    published: (by, title) => `${by}さんが「${title}」を公開しました`,
    commented: (by, title) => `${by}さんが「${title}」にコメントしました`,
  },
  several: (count) => `申請に関する更新が${count}件あります`,
  further: (count) => `ほか${count}件`,
  choice: 'このメールの受信はアカウントの設定で停止できます。',
};

/** What mails say in a language; in English if it is not known. */
export function wordsIn(language: string | undefined): MailWords {
  return language === 'ja' ? ja : en;
}
