import type * as en from '../en/review.ts';

export const comparison: typeof en.comparison = {
  layout: '比較の表示方法',
  unified: 'まとめて表示',
  split: '並べて表示',
  skipped: (amount) => `変更のないブロック ${amount}個`,
  showAll: '本文全体を表示',
  pictureRemoved: '変更前',
  pictureAdded: '変更後',
};
