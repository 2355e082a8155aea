import type * as en from '../en/operators.ts';

export const operators: typeof en.operators = {
  title: 'オペレーター',
  text: 'ここにサインインできる人と、プロジェクトごとの役割です。',
  ownersOnly: 'オペレーターの確認と招待ができるのはオーナーだけです。',
  invite: '招待',
  you: 'あなた',
  heads: { name: '名前', roles: '役割', state: '状態', actions: '操作' },
  invited: (moment) => `招待中（${moment}まで）`,
  lapsed: '招待の期限が切れました。新しいリンクを発行してください。',
  seen: (distance) => `最終利用: ${distance}`,
  unseen: '最近の利用なし',
  actionsFor: (name) => `${name}の操作`,
  change: '名前と役割',
  link: '新しいリンク',
  remove: '削除',
  cancel: 'キャンセル',
  form: {
    invite: 'オペレーターを招待',
    change: (name) => `${name}の名前と役割`,
    name: '表示名',
    nameHint: 'ほかの人に見える名前です',
    operatorId: 'サインイン名',
    operatorIdHint: '英数字と . _ @ + -（例: mia、mia@example.com）',
    roles: '役割',
    rolesMissing: '役割を1つ以上選んでください。',
    rolesNone: '役割は1つ以上必要です。すべて外す場合は、オペレーターを削除してください。',
    roleIn: (project) => `${project}での役割`,
    send: '招待リンクを発行',
    save: '保存',
  },
  issued: {
    title: (name) => `${name}さんのリンク`,
    once: (moment, operatorId) =>
      `このリンクを本人だけに送ってください。本人がパスワードを決め、以後はサインイン名「${operatorId}」でサインインします。使えるのは1回、${moment}までで、表示されるのは今回だけです。`,
    link: 'リンク',
    notCopied: 'リンクをまだコピーしていません。もう一度表示することはできませんが、新しく発行できます。',
  },
  again: {
    title: (name) => `${name}さんに新しいリンクを発行しますか？`,
    text: '本人が新しいパスワードを決めます。それまでは今のパスワードが使えます。以前のリンクは無効になります。',
    confirm: 'リンクを発行',
  },
  removal: {
    title: (name) => `${name}さんを削除しますか？`,
    text: 'セッションとトークンはすぐに終了します。書いたものは残ります。あなたがオーナーでないプロジェクトの役割も残ります。',
    confirm: '削除',
  },
  saved: '保存しました。',
  removed: (name) => `${name}さんを削除しました。`,
};

export const roles: typeof en.roles = {
  viewer: '閲覧者',
  editor: '編集者',
  owner: 'オーナー',
  none: 'なし',
  everyProject: 'すべてのプロジェクト',
  about: {
    viewer: 'すべてを閲覧できます',
    editor: '作成と公開ができます',
    owner: 'キー、オペレーター、スペースも管理できます',
  },
  in: (role, project) => `${role}（${project}）`,
};
