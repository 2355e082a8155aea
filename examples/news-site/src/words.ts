/** The languages that the site speaks. */
export type Language = 'en' | 'ja';

/** What the site itself says. To add a language, translate this. */
export type Words = typeof en;

const en = {
  /** The name of the language, for the switch. */
  language: 'English',
  sections: new Map([
    ['press', 'Press'],
    ['blog', 'Blog'],
  ]),
  skip: 'Skip to the text',
  sectionLinks: 'Sections',
  categoryLinks: 'Categories',
  darkColours: 'Dark colours',
  example: (name: string) => `${name}, an example site. Its content comes from Newsstand.`,
  preview: 'Preview',
  newsOf: (name: string) => `News of ${name}`,

  highlights: 'Highlights',
  slide: (number: number, count: number) => `${number} of ${count}`,
  showSlide: (number: number) => `Show highlight ${number}`,
  previousSlide: 'Previous highlight',
  nextSlide: 'Next highlight',
  pauseSlides: 'Pause',
  latest: 'Latest news',
  moreNews: 'More news',
  noNews: 'There is no news yet.',
  browse: 'Browse',

  category: 'Category',
  tag: 'Tag',
  nothingHere: 'There is nothing here at the moment.',
  pages: 'Pages',
  newer: '← Newer',
  older: 'Older →',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  titleOfPage: (title: string, page: number) => `${title}, page ${page}`,
  newStory: '1 new story',
  newStories: '# new stories',

  by: (authors: readonly string[]) => `By ${authors.join(', ')}`,
  minutes: (minutes: number) => `${minutes} min read`,
  sponsors: (names: readonly string[]) => `With ${names.join(', ')}`,
  contents: 'Contents',
  unreadable: 'This story cannot be shown here.',
  related: 'Read on',
  share: 'Share on X',
  follow: (name: string) => `Follow ${name}`,

  search: 'Search',
  searchLabel: 'Words to look for',
  searchHint: 'Type what you are looking for.',
  searchTooLong: (most: number) => `That is too long: at most ${most} characters.`,
  searchFailed: 'The search cannot be reached. Please try again.',
  found: (total: number) => (total === 1 ? '1 story found' : `${total} stories found`),
  foundNothing: 'Nothing found. Fewer or shorter words find more.',

  archive: 'Archive',
  years: 'Years',
  stories: (count: number) => (count === 1 ? '1 story' : `${count} stories`),

  about: (name: string) => `News and stories of ${name}, newest first.`,
  aboutTopic: (name: string, topic: string) =>
    `${topic}: all that ${name} has published on it, newest first.`,
  aboutSearch: (name: string) => `Search all news and stories of ${name}.`,
  aboutArchive: (name: string) => `All news and stories of ${name}, month by month.`,
  aboutMonth: (name: string, month: string) => `What ${name} published in ${month}.`,

  front: 'To the front page',
  suggestions: 'Perhaps you are looking for',
  notFound: 'Nothing here',
  notFoundText: 'There is no story at this address. Perhaps there was one, or will be.',
  fault: 'Something went wrong',
  faultText: 'It is our fault, and it is noted.',
  waiting: 'One moment, please',
  tooMany: 'Very many people read this at the moment. Please try again shortly.',
  unreachable: 'The news cannot be reached at the moment. They will be back soon.',
};

const ja: Words = {
  language: '日本語',
  sections: new Map([
    ['press', 'プレスリリース'],
    ['blog', 'ブログ'],
  ]),
  skip: '本文へ移動',
  sectionLinks: 'セクション',
  categoryLinks: 'カテゴリー',
  darkColours: 'ダークモード',
  example: (name) => `${name}（サンプルサイト）。記事は Newsstand から配信されています。`,
  preview: 'プレビュー',
  newsOf: (name) => `${name} のニュース`,

  highlights: '注目',
  slide: (number, count) => `${count} 件中 ${number} 件目`,
  showSlide: (number) => `${number} 件目を表示`,
  previousSlide: '前へ',
  nextSlide: '次へ',
  pauseSlides: '一時停止',
  latest: '最新の記事',
  moreNews: 'その他の記事',
  noNews: 'まだ記事がありません。',
  browse: 'テーマから探す',

  category: 'カテゴリー',
  tag: 'タグ',
  nothingHere: '現在、記事はありません。',
  pages: 'ページ',
  newer: '← 新しい記事',
  older: '過去の記事 →',
  page: (page, pages) => `${page} / ${pages} ページ`,
  titleOfPage: (title, page) => `${title}（${page} ページ目）`,
  newStory: '新着記事 1 件',
  newStories: '新着記事 # 件',

  by: (authors) => `文：${authors.join('、')}`,
  minutes: (minutes) => `約 ${minutes} 分`,
  sponsors: (names) => `提供：${names.join('、')}`,
  contents: '目次',
  unreadable: 'この記事はここでは表示できません。',
  related: '関連記事',
  share: 'X でシェア',
  follow: (name) => `${name} をフォロー`,

  search: '検索',
  searchLabel: '探したい言葉',
  searchHint: '探したい言葉を入力してください。',
  searchTooLong: (most) => `長すぎます。${most} 文字以内で入力してください。`,
  searchFailed: '検索できませんでした。もう一度お試しください。',
  found: (total) => `${total} 件の記事が見つかりました`,
  foundNothing: '見つかりませんでした。言葉を減らすか、短くしてみてください。',

  archive: 'アーカイブ',
  years: '年',
  stories: (count) => `${count} 件`,

  about: (name) => `${name} のニュースと読みもの。新しい順にご覧いただけます。`,
  aboutTopic: (name, topic) => `${topic} ― ${name} の記事一覧。新しい順にご覧いただけます。`,
  aboutSearch: (name) => `${name} のすべての記事を検索できます。`,
  aboutArchive: (name) => `${name} のすべての記事を月ごとにご覧いただけます。`,
  aboutMonth: (name, month) => `${month}に公開された ${name} の記事一覧。`,

  front: 'トップページへ',
  suggestions: 'お探しの記事はこちらですか',
  notFound: 'ページが見つかりません',
  notFoundText: 'このアドレスに記事はありません。掲載が終わったか、これから公開されるのかもしれません。',
  fault: '問題が発生しました',
  faultText: 'こちらの不具合です。記録され、対応します。',
  waiting: 'しばらくお待ちください',
  tooMany: 'アクセスが集中しています。少し時間をおいてお試しください。',
  unreachable: '現在、記事を読み込めません。まもなく復旧します。',
};

export const words: Readonly<Record<Language, Words>> = { en, ja };
