import { defineWords } from '../../words/defineWords.ts';

/** What is said to those who are not signed in. */
export const signInWords = defineWords(
  {
    signIn: 'Sign in',
    welcome: 'Welcome',
    ownerText:
      'You are the first here, and will be the owner: choose the name to sign in with, and a password.',
    invitedText: 'Choose a password. It is asked for whenever you sign in.',
    operatorId: 'Name to sign in with',
    operatorIdHint: 'Letters, digits and . _ @ + -, as in ken or ken@example.com',
    name: 'Your name',
    nameHint: 'As others see it',
    password: 'Password',
    passwordHint: 'At least 12 characters. A few words that nobody would guess are best.',
    show: 'Show or hide the password',
    begin: 'Begin',
    open: 'Sign in',
    signedOut: 'You were signed out. Sign in to go on where you were; unsaved work is kept in this tab.',
    wrong: 'Name or password is not right.',
    wait: (seconds: number) =>
      `Too many attempts. Try again in ${seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}.`,
    used: 'This link was used already, or is too old. Ask an owner for a new one.',
    silent: 'There was no answer: the service, or the network, is away. Try again in a moment.',
    language: 'Language',
    forgotten: 'Forgotten? An owner can give you a new link.',
  },
  {
    signIn: 'サインイン',
    welcome: 'ようこそ',
    ownerText:
      'あなたが最初の利用者で、オーナーになります。サインインに使う名前とパスワードを決めてください。',
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
  },
);
