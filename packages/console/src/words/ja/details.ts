import type * as en from '../en/details.ts';

export const details: typeof en.details = {
  authorsHint: '1人ごとにEnterを押してください。',
  excerptHint: '一覧やフィードに表示する短い文です。空の場合は本文の冒頭が使われます。',
  descriptionHint: '検索結果に表示する説明文です。空の場合は抜粋が使われます。',
  socialTitleHint: '空の場合は記事のタイトルが使われます。',
  socialPictureHint: '選ばない場合は記事の画像が使われます。',
  counted: (used, usual) => `${used.toLocaleString('ja')}文字（目安: ${usual.toLocaleString('ja')}文字）`,
};

export const leadPicture: typeof en.leadPicture = {
  enlarge: '大きく表示',
  reduce: '小さく表示',
  altHint: '画像そのものに付く説明です。この画像を使うすべての場所に反映されます。',
  altSaved: '代替テキストを保存しました。',
  needed: '公開には画像が必要です。',
  isDefault: '画像を選ばない場合は、既定の画像が使われます。',
  chosenDefault: '既定の画像です。',
};

export const aliasProposal: typeof en.aliasProposal = {
  propose: 'タイトルから作成',
  readingTitle: 'タイトルの読み方',
  reading: '読み',
  readingHint: 'ひらがな、カタカナ、ローマ字で入力します。空白はハイフンになります。',
  use: '使う',
  cancel: 'キャンセル',
  nothing: '先にタイトルを入力してください。',
  askTitle: 'エイリアスを変更しますか？',
  askText: (old, alias) =>
    `現在の「${old}」が「${alias}」に変わります。サイトで転送を設定しない限り、以前のエイリアスを含むURLは使えなくなります。`,
  change: '変更する',
};

export const defaultPicture: typeof en.defaultPicture = {
  title: '既定の画像',
  about: '画像を選ばずに公開した記事には、この画像が使われます。公開済みの記事の画像は変わりません。',
  label: '既定の画像',
  save: '保存',
  saved: (name) => `${name}の既定の画像を保存しました。`,
};
