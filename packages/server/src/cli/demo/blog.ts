import type { Article } from './Article.ts';
import { aWeekInHuila } from './aWeekInHuila.ts';
import { blocks } from './blocks.ts';

const { text, heading, list, steps, quote, picture, code } = blocks;

const pourSize = { width: 800, height: 450 };
const cupsSize = { width: 1120, height: 368 };

/** The blog of the same roaster. */
export const blog: readonly Article[] = [
  {
    id: 'blog-001',
    alias: 'pour-over-in-four-minutes',
    title: 'Pour-over in four minutes',
    blocks: [
      ...text(
        '15 g of coffee, 250 g of water at 93 °C, and a little patience: bloom, three pours, and a swirl.',
        'It is how we brew behind the bar when nobody is in a hurry, and it forgives almost everything.',
      ),
      heading('What you need'),
      list(
        'A dripper and paper filters; any shape will do',
        'A kettle, best one with a thin spout',
        'A scale, and <a href="/blog/why-we-weigh-water">here is why</a>',
        '15 g of coffee, ground like coarse sand',
      ),
      heading('Step by step'),
      picture(
        'm-pour',
        'Water is poured in circles into a dripper',
        'Slow circles, from the middle outwards and back.',
        pourSize,
      ),
      steps(
        '<strong>0:00</strong> Rinse the filter, put the coffee in, pour 40 g of water and wait. It rises: that is the bloom.',
        '<strong>0:40</strong> Pour to 120 g, in slow circles.',
        '<strong>1:30</strong> Pour to 190 g.',
        '<strong>2:15</strong> Pour to 250 g, swirl once, and let it run dry. It should be done by four minutes.',
      ),
      heading('If it does not taste right'),
      heading('Sour, thin', 3),
      ...text(
        'Too little came out of the coffee. Grind finer, by two clicks at a time, or use hotter water.',
      ),
      heading('Bitter, dry', 3),
      ...text(
        'Too much came out. Grind coarser. If it still takes longer than five minutes, the filter is blocked: pour more gently.',
      ),
      quote(
        'Change one thing at a time, or you will never know which one it was.',
        'On the wall behind the bar in Kyoto',
      ),
    ],
    picture: 'm-pour',
    category: 'c-recipes',
    tags: ['t-beginners'],
    hoursAgo: 900,
    more: {
      isRss: true,
      isOutline: true,
      share: { x: { text: 'Pour-over in four minutes', hashTags: ['pourover'] } },
    },
  },
  {
    id: 'blog-002',
    alias: 'hand-drip',
    title: 'はじめてのハンドドリップ',
    blocks: [
      ...text(
        '豆は十五グラム、お湯は二百五十グラム。蒸らしてから三回に分けて注ぎます。道具はシンプルで大丈夫です。',
        'お店で「家でも同じ味にしたい」とよく聞かれます。難しいのは技術ではなく、量ることだけ。まずは一週間、毎朝同じ手順で淹れてみてください。',
      ),
      heading('用意するもの'),
      list(
        'ドリッパーとペーパーフィルター',
        '注ぎ口の細いポット',
        'はかりとタイマー',
        '中挽きの豆　十五グラム',
      ),
      heading('淹れ方'),
      picture('m-pour', 'ドリッパーに細くお湯を注ぐ様子', '中心から外へ、ゆっくり円を描くように。', pourSize),
      steps(
        'フィルターを湯通しし、豆を入れて平らにならします。',
        'お湯を四十グラム注ぎ、四十秒<ruby>蒸<rp>（</rp><rt>む</rt><rp>）</rp></ruby>らします。',
        '百二十グラム、百九十グラム、二百五十グラムと、三回に分けて注ぎます。',
        '最後に軽く回し、落ちきるまで待ちます。全部で四分が目安です。',
      ),
      heading('うまくいかないときは'),
      ...text(
        'すっぱく感じたら挽き目を少し細かく、苦く感じたら少し粗く。<em>一度に変えるのはひとつだけ</em>にすると、違いがよくわかります。',
      ),
    ],
    picture: 'm-pour',
    category: 'c-recipes',
    tags: ['t-beginners'],
    hoursAgo: 890,
    more: { isRss: true, isOutline: true },
  },
  {
    id: 'blog-003',
    alias: 'why-we-weigh-water',
    title: 'Why we weigh water',
    blocks: [
      ...text(
        'A millilitre is a gram only when it is cold. The scale does not care.',
        'Water grows when it is heated. At 93 °C a jug that is filled to the line of 250 ml holds 241 g: nine grams less than the recipe says, which is the difference between round and sharp.',
        'If you like to have it exactly, this is near enough for any kettle:',
      ),
      code('js', [
        '// Grams in so many millilitres of water; off by less than a quarter of a percent up to 100 °C.',
        'const grams = (millilitres, celsius) => millilitres * (1 - 4.63e-6 * (celsius - 4) ** 2);',
        '',
        'grams(250, 20); // 249.7',
        'grams(250, 93); // 240.8',
      ]),
      ...text(
        'Or put the cup on a scale and stop thinking. The cheapest one that shows a tenth of a gram will outlive three kettles.',
      ),
    ],
    picture: 'm-pour',
    category: 'c-stories',
    hoursAgo: 760,
    more: { isRss: true },
  },
  {
    id: 'blog-004',
    alias: 'a-week-in-huila',
    title: 'A week in Huila',
    blocks: aWeekInHuila,
    picture: 'm-farm',
    category: 'c-stories',
    tags: ['t-planet'],
    hoursAgo: 500,
    more: {
      isRss: true,
      isOutline: true,
      share: {
        x: {
          text: 'A week in Huila, where our autumn blend grows',
          users: ['kumo_coffee'],
          hashTags: ['huila', 'coffee'],
          followButtonUsers: [{ userId: 'kumo_coffee', name: 'Kumo Coffee' }],
        },
      },
    },
  },
  {
    id: 'blog-005',
    alias: 'coffee-jelly',
    title: '昔ながらのコーヒーゼリーの作り方',
    blocks: [
      ...text('深煎りの豆を少し濃いめに抽出し、寒天でゆっくり固めます。仕上げに生クリームをひとさじ。'),
      picture('m-jelly', 'グラスに入ったコーヒーゼリーと生クリーム'),
      steps(
        '深煎りの豆三十グラムで、三百グラムのコーヒーを淹れます。',
        '熱いうちに粉寒天二グラムと砂糖二十グラムを溶かし、弱火で二分。',
        '粗熱を取り、冷蔵庫で三時間。スプーンで大きくすくって器へ。',
      ),
    ],
    picture: 'm-jelly',
    category: 'c-recipes',
    tags: ['t-seasonal'],
    hoursAgo: 410,
  },
  {
    id: 'blog-006',
    alias: 'cups-from-shigaraki',
    title: 'Cups from Shigaraki',
    blocks: [
      ...text(
        'Every cup in our gift box was thrown by hand. We visited the kiln on the day it was opened.',
        'It had burned for four days and cooled for five. Nobody looks in before: a door that is opened an hour too early costs a year of work.',
      ),
      picture(
        'm-cups',
        'Three cups of brown and grey clay side by side',
        'The same clay, the same glaze, three places in the kiln.',
        cupsSize,
      ),
      quote('I make the cup. The fire decides which one it is.', 'Sada Okuda, potter'),
      ...text(
        'Of three hundred cups we took two hundred and twelve. The others are behind the house, where grass grows through them.',
      ),
    ],
    picture: 'm-cups',
    category: 'c-stories',
    hoursAgo: 260,
    more: { isRss: true, sponsors: [{ name: 'Shibuya Ceramics' }] },
  },
  {
    id: 'blog-007',
    alias: 'baristas-notebook',
    title: 'From a barista’s notebook: grinding finer, slower',
    blocks: [
      ...text(
        'Two clicks finer, one minute longer. What changed in the cup, and what did not.',
        'Finer gave more sweetness, up to the point where the water stood still. Slower gave nothing that finer had not given already. So much for the theory that I have been telling guests since spring.',
        'Next week: the same with colder water, and then I apologise to everybody.',
      ),
    ],
    picture: 'm-beans',
    category: 'c-stories',
    tags: ['t-beginners'],
    hoursAgo: 140,
  },
  {
    id: 'blog-008',
    alias: 'rainy-day-playlist',
    title: '雨の日の店内プレイリスト',
    blocks: text(
      '京都店で流れている音楽を、スタッフが十曲選びました。窓辺の席でどうぞ。',
      '雨の日は音が近く聞こえるので、ピアノは少し小さめに。三曲目あたりで二杯目を頼むと、ちょうど最後の曲で飲み終わります。',
    ),
    picture: 'm-rain',
    category: 'c-stories',
    tags: ['t-kyoto'],
    hoursAgo: 60,
    more: { isRss: true },
  },
  {
    id: 'blog-009',
    alias: 'yuzu-tonic',
    title: 'Yuzu espresso tonic (goes out tomorrow)',
    blocks: [
      ...text('One shot, a slice of yuzu, tonic to the brim. Stir once.'),
      list(
        'Ice first, then tonic, then the shot: the other way round it foams over',
        'No yuzu? Half a lemon and a little mandarin come close.',
      ),
    ],
    picture: 'm-yuzu',
    category: 'c-recipes',
    tags: ['t-seasonal'],
    hoursAgo: 12,
    isDraft: true,
    reservedIn: 24,
  },
  {
    id: 'blog-010',
    alias: 'tasting-weekend',
    title: '週末テイスティング参加者募集（まもなく締切）',
    blocks: text(
      '三種類の浅煎りを飲み比べます。参加無料、先着二十名さま。',
      '会場は京都焙煎所の二階です。香りの強いものは当日お控えください。',
    ),
    picture: 'm-tasting',
    category: 'c-events',
    tags: ['t-kyoto'],
    hoursAgo: 30,
    closesIn: 6,
  },
  {
    id: 'blog-011',
    alias: 'cherry-blossom-menu',
    title: '桜メニュー（終了しました）',
    blocks: text(
      '桜あんのラテと道明寺のセット。たくさんのご来店、ありがとうございました。',
      '来年は三月の第三週から始める予定です。',
    ),
    picture: 'm-sakura',
    category: 'c-events',
    tags: ['t-seasonal'],
    hoursAgo: 4000,
    closesIn: -3200,
  },
  {
    id: 'blog-012',
    title: '下書き：焙煎士インタビュー',
    blocks: text('（編集中）京都焙煎所の一日を追いました。', '（写真待ち）朝五時、最初の火が入ります。'),
    picture: 'm-roastery',
    category: 'c-stories',
    tags: ['t-kyoto'],
    hoursAgo: 2,
    isDraft: true,
  },
];
