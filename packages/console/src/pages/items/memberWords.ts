import { defineWords } from '../../words/defineWords.ts';

/** What the members of an item are called, by their paths. */
export const memberWords = defineWords(
  {
    name: 'Name',
    alias: 'Alias',
    status: 'Status',
    reservedAt: 'Publish at',
    openingAt: 'Show from',
    closingAt: 'Show until',
    category: 'Category',
    tags: 'Tags',
    createdAt: 'Made at',
    'values.title': 'Title',
    'values.body': 'Text',
    'values.thumbnail': 'Picture',
    'values.image': 'Picture',
    'values.url': 'Link',
    'values.sponsors': 'Sponsors',
    'values.seo': 'Search engines',
    'values.seo.canonicalUrl': 'Canonical address',
    'values.seo.isPreventCrawling': 'Keep search engines away',
    'values.isOutline': 'Table of contents',
    'values.isRss': 'RSS',
    'values.share': 'Sharing on X',
    'values.share.x.text': 'Text of the post',
    'values.share.x.users': 'Users to mention',
    'values.share.x.hashTags': 'Hash tags',
    'values.share.x.followButtonUsers': 'Follow buttons',
  },
  {
    name: '管理名',
    alias: 'エイリアス',
    status: 'ステータス',
    reservedAt: '公開日時',
    openingAt: '表示開始',
    closingAt: '表示終了',
    category: 'カテゴリー',
    tags: 'タグ',
    createdAt: '作成日時',
    'values.title': 'タイトル',
    'values.body': '本文',
    'values.thumbnail': '画像',
    'values.image': '画像',
    'values.url': 'リンク先',
    'values.sponsors': 'スポンサー',
    'values.seo': '検索エンジン',
    'values.seo.canonicalUrl': '正規URL',
    'values.seo.isPreventCrawling': '検索エンジンに載せない',
    'values.isOutline': '目次',
    'values.isRss': 'RSS',
    'values.share': 'Xでの共有',
    'values.share.x.text': '投稿文',
    'values.share.x.users': 'メンションするユーザー',
    'values.share.x.hashTags': 'ハッシュタグ',
    'values.share.x.followButtonUsers': 'フォローボタン',
  },
);

/** What a member is called; one that has no name of its own is called as what it is part of, or by its path. */
export function memberName(path: string, names: Readonly<Record<string, string>>): string {
  for (let known = path; known !== ''; known = known.slice(0, Math.max(0, known.lastIndexOf('.')))) {
    const name = Object.hasOwn(names, known) ? names[known] : undefined;
    if (name !== undefined) return name;
  }
  return path;
}
