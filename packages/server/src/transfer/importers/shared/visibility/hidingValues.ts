import { plainText } from './hidingNames.ts';

const set = (text: string) => new Set(text.split(/\s+/).filter((word) => word !== ''));

const on = set('true yes y on t ok はい する あり 有 有り オン 可 許可 済 済み ○ ◯ ✓ ✔');
const off = set(
  'false no n off f ng none null nil never いいえ しない なし 無 無し オフ 不可 未 × ✕ ❌ 該当なし 指定なし 未設定 制限なし 限定なし',
);

/** Values that mean that everybody may read. */
const open = set(`
  published publish publishanddraft public publicly live active open openaccess everyone everybody anyone anybody all allusers
  allvisitors visitor visitors guest guests anonymous world worldwide online visible shown enabled approved accepted released
  listed free unrestricted norestriction norestrictions publicaccess
  無料 公開 公開する 公開中 公開済 公開済み 公開可 全体公開 一般公開 一般に公開 全員に公開 全員 全ユーザー 全ユーザ 全体 全て すべて 一般 誰でも だれでも
  掲載 掲載する 掲載中 掲載済 掲載済み 表示 表示する 表示中 有効 承認 承認済 承認済み オープン パブリック 制限なし 限定なし
`);

/** Values that hide a document in whatever field they are, a category or a tag for example. */
const hiding = set(`
  unpublished notpublished notpublic nonpublic donotpublish dontpublish unlisted
  membersonly memberonly onlymembers subscribersonly subscriberonly paidmembersonly internalonly internaluseonly staffonly
  非公開 未公開 公開停止 公開停止中 公開しない 下書き 下書 限定公開 非表示 会員限定 会員限定公開 会員のみ 会員専用 有料会員限定 有料会員のみ
  メンバー限定 購読者限定 登録者限定 ログイン限定 社内限定 社外秘 部外秘 社員限定 関係者限定
`);

/** The same, unless the field is a title or a label, which may well be about the draft of the season. */
const hidingApart = set(`
  draft drafts private confidential archived trash trashed deleted pendingreview inreview needsreview
  会員 有料会員 プライベート 削除済み 削除済 承認待ち 未承認 ドラフト アーカイブ済み
`);

/** Values that hide a document in a field that may be about something else; a sidebar can be hidden, too. */
const hidingThere = set(`
  hide hidden pending members member subscribers paid premium internal only restricted protected secret inactive disabled offline
  staff employee employees admin admins administrators friends followers vip intranet unapproved rejected suspended withdrawn
  expired blocked embargoed locked gated paywalled classified wip inprogress notready onhold
  有料 社内 社員 スタッフ 関係者 内部 秘密 機密 極秘 削除 無効 保留 準備中 作成中 編集中 審査中 レビュー中 停止 停止中 却下 差し戻し
  公開前 公開待ち 公開終了 掲載終了 非掲載
`);

/** Values that mean that a document becomes public on its date. */
const planned = set('scheduled future 予約 予約済み 公開予約 予約公開 公開予定 予約投稿');

/** A text, a number, a truth value, or `other`, which cannot be understood. */
export type Scalar = string | number | boolean | { readonly other: true };

/** What a value says by itself: `on` and `off`, who may read, or nothing that we know. */
export type Saying =
  | 'on'
  | 'off'
  | 'open'
  | 'planned'
  /** In any field, in any that is not shown to readers, or only in one that can be about visibility. */
  | 'hiding'
  | 'hidingApart'
  | 'hidingThere'
  | 'unknown';

/** Longer texts are not the values of a choice. */
const longest = 60;

/** What may follow a word without changing what it says: `非公開にする`, `会員限定記事`, `private post`. */
const ending =
  /(?<=.)(?:に?する|にします|です|の?(?:記事|コンテンツ|ページ|投稿)|(?<=[a-z]{4})(?:posts?|articles?|content|pages?))$/u;

/** What a value says. */
export function sayingOf(value: Scalar): Saying {
  if (value === true || value === 1) return 'on';
  if (value === false || value === 0) return 'off';
  if (typeof value !== 'string' || value.length > longest) return 'unknown';
  const whole = plainText(value);
  const plain = whole.replace(ending, '') || whole;
  if (plain === '1' || on.has(plain)) return 'on';
  if (plain === '0' || off.has(plain)) return 'off';
  if (open.has(plain)) return 'open';
  if (hiding.has(plain)) return 'hiding';
  if (planned.has(plain)) return 'planned';
  if (hidingApart.has(plain)) return 'hidingApart';
  return hidingThere.has(plain) ? 'hidingThere' : 'unknown';
}
