import { defineWords } from '../../../words/defineWords.ts';

/** What the preview says. */
export const previewWords = defineWords(
  {
    label: 'Preview',
    width: 'Width',
    desktop: 'Desktop',
    phone: 'Phone',
    contents: 'Contents',
    sponsored: (names: string) => `Sponsored by ${names}`,
    otherBody: 'The text has a shape of its own. How it looks is up to the site.',
    empty: 'Nothing is written yet.',
    untitled: '(no title)',
    elsewhere: (host: string) => `Picture from ${host}`,
    note: 'About what readers see: each site has its own look.',
  },
  {
    label: 'プレビュー',
    width: '表示幅',
    desktop: 'パソコン',
    phone: 'スマートフォン',
    contents: '目次',
    sponsored: (names) => `提供: ${names}`,
    otherBody: '本文が独自の形式のため、表示はサイトによって異なります。',
    empty: 'まだ本文がありません。',
    untitled: '（無題）',
    elsewhere: (host) => `${host}の画像`,
    note: '読者の表示の目安です。実際の見た目はサイトによって異なります。',
  },
);
