import type en from '../en/index.ts';

/** Where operators are signed in. */
export const sessions: typeof en.sessions = {
  title: 'セッション',
  titleOf: (name) => `${name}のセッション`,
  text: 'サインイン中の端末です。心当たりのないセッションがあれば終了し、パスワードを変更してください。',
  open: 'セッション',
  none: 'サインイン中の端末はありません。',
  columns: { device: '端末', created: 'サインイン', used: '最終利用', actions: '操作' },
  device: (browser, system) => `${browser}（${system}）`,
  unknown: '不明な端末',
  isThis: 'このセッション',
  from: (when, address) => `${when}（${address}）`,
  end: '終了',
  endLabel: (device) => `セッションを終了：${device}`,
  endOne: 'このセッションを終了しますか？',
  endOneText: (device) => `${device}はすぐにサインアウトされます。`,
  endOthers: 'ほかのセッションをすべて終了',
  endAll: 'すべてのセッションを終了',
  endOthersTitle: 'ほかのセッションをすべて終了しますか？',
  endAllTitle: (name) => `${name}のセッションをすべて終了しますか？`,
  endAllText: 'これらのブラウザーはすぐにサインアウトされます。スクリプト用のトークンは引き続き使えます。',
  ended: (count) => `${count}件のセッションを終了しました。`,
};

/** How an operator is removed. */
export const erasure: typeof en.erasure = {
  label: '監査ログと履歴に残る名前',
  keep: '名前を残す',
  keepText: '誰が何をしたかが、これまでどおり履歴に表示されます。',
  erase: '個人データを消去する',
  eraseText:
    '名前はすべて「former operator 7f3a」のような仮名に置き換わり、サインイン時のIPアドレスは削除されます。監査ログの検証は引き続きできます。元には戻せません。',
  confirm: '削除して消去',
};
