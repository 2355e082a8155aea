import type * as en from '../en/labels.ts';

export const labels: typeof en.labels = {
  title: { category: 'カテゴリー', tag: 'タグ' },
  lead: {
    category: '記事1本に付けられるカテゴリーは1つです。',
    tag: '記事にはタグをいくつでも付けられます。',
  },
  create: { category: 'カテゴリーを作成', tag: 'タグを作成' },
  amount: (total) => `${total.toLocaleString('ja')}件`,
  search: '検索',
  sort: '並び順',
  sorts: { name: '名前', updated: '更新が新しい順', created: '作成が新しい順' },
  columns: { name: '名前', alias: 'エイリアス', uses: '使用数', updated: '更新', actions: '操作' },
  empty: { category: 'カテゴリーはまだありません。', tag: 'タグはまだありません。' },
  nothing: '条件に合うものはありません。',
  pages: 'ページ',
  name: '名前',
  alias: 'エイリアス',
  aliasHint: '任意。「events」のような、URL用の名前です',
  save: '保存',
  cancel: 'キャンセル',
  edit: (name) => `${name}を変更`,
  merge: (name) => `${name}を別のものに統合`,
  delete: (name) => `${name}を削除`,
  uses: (amount) => `${amount.toLocaleString('ja')}件`,
  unused: 'なし',
  usesOf: (name, amount) => `${name}: ${amount.toLocaleString('ja')}件で使用`,
  usesTitle: (name) => `「${name}」の使用箇所`,
  created: (name) => `「${name}」を作成しました。`,
  saved: (name) => `「${name}」を保存しました。`,
  changedMeanwhile: (name) =>
    `その間に別の人が変更し、現在の名前は「${name}」です。もう一度保存すると、あなたの内容になります。`,
  goneMeanwhile: 'その間に別の人が削除しました。',
  deleteTitle: (name) => `「${name}」を削除しますか？`,
  deleteText: 'どこでも使われていません。後から「削除済み」で元に戻せます。',
  stillUsed: (amount) =>
    `${amount.toLocaleString('ja')}件で使われているため、削除できません。使用箇所から外すか、別のものに統合してください。`,
  deleteConfirm: '削除',
  deleted: (name) => `「${name}」を削除しました。`,
  mergeTitle: (name) => `「${name}」を別のものに統合`,
  mergeInto: '統合先',
  mergeHint: '残すものを選択',
  mergeNothing: '該当するものがありません',
  mergeText: (amount, from, into) =>
    amount === 0
      ? `変わるものはありません。統合後、「${from}」は削除されます。`
      : `${amount.toLocaleString('ja')}件が「${from}」から「${into}」に変わり、すぐに読者に反映されます。統合後、「${from}」は削除されます。`,
  mergeConfirm: '統合',
  merged: (from, into, amount) =>
    `「${from}」を「${into}」に統合しました（${amount.toLocaleString('ja')}件を変更）。`,
};
