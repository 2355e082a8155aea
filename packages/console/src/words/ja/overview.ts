import type * as en from '../en/overview.ts';

export const overview: typeof en.overview = {
  title: 'ホーム',
  shelves: 'コンテンツ',
  noShelves: 'コンテンツの置き場所はまだありません。',
  fresh: { news: '記事を書く', banner: 'バナーを作成' },
  noShelvesHint: 'オーナーが「プロジェクト」でスペースとインスタンスを作成できます。',
  news: 'ニュース',
  banner: 'バナー',
  media: (amount) => `メディア ${amount}`,
  category: (amount) => `カテゴリー ${amount}`,
  tag: (amount) => `タグ ${amount}`,
  all: (amount) => `${amount}件すべて表示`,
  traffic: 'トラフィック',
  trafficHint: '直近5分間の読者からのリクエストです。誰かが見ている間だけ計測します。',
  measuring: '計測中…',
  furtherNodes: (amount) => `ほかに${amount}ノードあります（グラフには表示していません）。`,
  charts: {
    requests: '1秒あたりのリクエスト',
    statuses: '1秒あたりの応答（ステータス別）',
    latency: '応答時間',
    cache: 'キャッシュヒット率',
    lag: 'ストアからの遅れ',
  },
};

export const firstSteps: typeof en.firstSteps = {
  title: 'はじめに',
  text: '数分で、ここに書いた内容を自分のサイトから読めるようになります。',
  done: '完了',
  open: '未完了',
  instance: 'ニュースの置き場所を作る',
  instanceText:
    'プロジェクトにはウェブサイトなどのスペースがあり、その中のインスタンスにニュースやバナーを置きます。',
  key: 'キーを作る',
  keyText: 'コンテンツを読むには、キーとシークレットが必要です。',
  news: '記事を書く',
  newsText: 'タイトル、本文、画像を入れます。すぐに公開することも、日時を選ぶこともできます。',
  request: '読み出す',
  requestText: '下のコマンドに、キーと一緒に表示されたシークレットを入れて実行してください。',
  requestLater: 'ニュースのインスタンスができると、実行するコマンドがここに表示されます。',
};
