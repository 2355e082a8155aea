import type { Locale } from './navigation.ts';

/** The texts of the site itself, in each language. */
export const words: Readonly<Record<Locale, Readonly<Record<WordName, string>>>> = {
  en: {
    language: 'English',
    tagline: 'A self-hosted content delivery service: exact to the millisecond, answered from memory.',
    start: 'Tutorial',
    overview: 'Overview',
    reference: 'API reference',
    untranslatedTitle: '',
    untranslated: '',
    search: 'Search',
    noResults: 'No results for',
    reset: 'Clear the search',
    close: 'Close',
    details: 'Show the text of the results',
    back: 'Back',
    select: 'to select',
    navigate: 'to navigate',
    onThisPage: 'On this page',
    previous: 'Previous page',
    next: 'Next page',
    menu: 'Menu',
    toTop: 'Return to top',
    appearance: 'Appearance',
    toLight: 'Switch to light mode',
    toDark: 'Switch to dark mode',
    languages: 'Change language',
    copy: 'Copy',
    skip: 'Skip to content',
    notFound: 'Page not found',
    notFoundText: 'The page may have moved. The search, or the contents, will find it.',
    home: 'To the start page',
  },
  ja: {
    language: '日本語',
    tagline:
      '自分のサーバーで動かすコンテンツ配信サービス。公開時刻はミリ秒まで正確で、メモリーからすぐに応答します。',
    start: 'チュートリアル',
    overview: '概要',
    reference: 'API リファレンス',
    untranslatedTitle: '英語のページ',
    untranslated: 'このページはまだ日本語に訳されていないため、英語で表示しています。',
    search: '検索',
    noResults: '見つかりませんでした：',
    reset: '検索をやり直す',
    close: '閉じる',
    details: '結果の本文を表示',
    back: '戻る',
    select: '選択',
    navigate: '移動',
    onThisPage: 'このページの内容',
    previous: '前のページ',
    next: '次のページ',
    menu: 'メニュー',
    toTop: 'ページの先頭へ',
    appearance: '外観',
    toLight: 'ライトモードに切り替え',
    toDark: 'ダークモードに切り替え',
    languages: '言語を変更',
    copy: 'コピー',
    skip: '本文へ移動',
    notFound: 'ページが見つかりません',
    notFoundText: 'ページが移動した可能性があります。検索または目次からお探しください。',
    home: 'トップページへ',
  },
};

type WordName =
  | 'language'
  | 'tagline'
  | 'start'
  | 'reference'
  | 'overview'
  | 'untranslatedTitle'
  | 'untranslated'
  | 'search'
  | 'noResults'
  | 'reset'
  | 'close'
  | 'details'
  | 'back'
  | 'select'
  | 'navigate'
  | 'onThisPage'
  | 'previous'
  | 'next'
  | 'menu'
  | 'toTop'
  | 'appearance'
  | 'toLight'
  | 'toDark'
  | 'languages'
  | 'copy'
  | 'skip'
  | 'notFound'
  | 'notFoundText'
  | 'home';
