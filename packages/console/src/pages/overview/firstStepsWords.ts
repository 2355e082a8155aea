import { defineWords } from '../../words/defineWords.ts';

/** What is said to those who begin. */
export const firstStepsWords = defineWords(
  {
    title: 'First steps',
    text: 'In a few minutes your own site can read what you write here.',
    done: 'Done',
    open: 'To do',
    place: 'Make a place for news',
    placeText: 'A project has spaces, such as a website; an instance in it holds news or banners.',
    key: 'Make a key',
    keyText: 'Whoever reads content shows a key and its secret.',
    news: 'Write a news item',
    newsText: 'A title, a text and a picture. Publish it now, or choose a time.',
    ask: 'Ask for it',
    askText: 'Put in the secret that was shown with the key, and run this:',
  },
  {
    title: 'はじめに',
    text: '数分で、ここに書いた内容を自分のサイトから読めるようになります。',
    done: '完了',
    open: '未完了',
    place: 'ニュースの置き場所を作る',
    placeText:
      'プロジェクトにはウェブサイトなどのスペースがあり、その中のインスタンスにニュースやバナーを置きます。',
    key: 'キーを作る',
    keyText: 'コンテンツを読むには、キーとシークレットが必要です。',
    news: 'ニュースを書く',
    newsText: 'タイトル、本文、画像を入れます。すぐに公開することも、日時を選ぶこともできます。',
    ask: '読み出す',
    askText: 'キーと一緒に表示されたシークレットを入れて、実行してください。',
  },
);
