import type * as en from '../en/signIn.ts';

export const signIn: typeof en.signIn = {
  signIn: 'サインイン',
  welcome: 'ようこそ',
  ownerText: 'あなたが最初の利用者で、オーナーになります。サインインに使う名前とパスワードを決めてください。',
  invitedText: 'パスワードを決めてください。サインインのたびに使います。',
  operatorId: 'サインイン名',
  operatorIdHint: '英数字と . _ @ + -（例: ken、ken@example.com）',
  name: '表示名',
  nameHint: 'ほかの人に見える名前です',
  password: 'パスワード',
  passwordHint: '12文字以上。人に推測されない言葉をいくつか並べるのがおすすめです。',
  show: 'パスワードを表示または隠す',
  begin: 'はじめる',
  open: 'サインイン',
  signedOut:
    'サインアウトされました。サインインすると元の画面に戻ります。未保存の内容はこのタブに残っています。',
  wrong: 'サインイン名またはパスワードが正しくありません。',
  wait: (seconds: number) =>
    `試行回数が多すぎます。${seconds < 90 ? `${seconds}秒` : `${Math.ceil(seconds / 60)}分`}後にもう一度お試しください。`,
  used: 'このリンクは使用済みか、期限が切れています。オーナーに新しいリンクを頼んでください。',
  silent:
    '応答がありません。サービスが停止しているか、ネットワークに接続できません。しばらくしてからもう一度お試しください。',
  language: '言語',
  forgotten: 'お忘れですか。オーナーが新しいリンクを発行できます。',
};
