import type * as en from '../en/permissions.ts';

/** Choosing roles in places. */
export const rolePicker: typeof en.rolePicker = {
  add: 'スペースまたはインスタンスを追加…',
  nothing: '該当する場所がありません',
};

/** The page that says who can do what. */
export const permissions: typeof en.permissions = {
  title: '誰が何をできるか、その理由',
  text: 'ある場所の役割は、その中のすべてに及びます。',
  place: '場所',
  columns: { name: '名前', can: 'ここでできること', why: '理由' },
  you: 'あなた',
  partly: '一部のみ',
  nobody: 'ここでの役割を持つ人はいません。',
  given: (by, moment) => `${moment}に${by}が付与`,
  givenAt: (moment) => `${moment}に付与`,
  byProvider: (provider) => `${provider}のクレームにより、サインインのたびに付与`,
  unknown: '記録が始まる前に付与',
  commandLine: 'コマンドライン',
  own: '自分の役割だけが表示されます。全員の役割はオーナーに表示されます。',
  further:
    'あなたがオーナーである場所の役割だけが表示されます。すべてのプロジェクトなど、より広い場所の役割でアクセスできる人がほかにいる場合があります。',
  link: '誰が何をできるか',
  ownLink: '自分ができることと、その理由',
};

/** What a token may do. */
export const tokenScopes: typeof en.tokenScopes = {
  column: '権限の上限',
  all: 'あなたと同じ',
  limit: '権限を限定する',
  limitHint: 'おすすめです。トークンが漏れたときの被害を抑えられます。',
  roles: '権限の上限',
  missing: '役割を1つ以上選んでください。',
};

/** Why something cannot be changed. */
export const limits: typeof en.limits = {
  writer: 'ここでは下書きを書けます。公開は編集者が行います。',
  mediaAdded:
    'メディアの追加はできますが、既存のメディアは変更できません。変更にはこのスペースの編集者の役割が必要です。',
};
