import type { Article } from './Article.ts';
import { blocks } from './blocks.ts';

const { text, heading, list, quote, picture, html } = blocks;

/** Press releases of a small coffee roaster that does not exist. */
export const press: readonly Article[] = [
  {
    id: 'press-001',
    alias: 'kyoto-roastery',
    title: 'Kumo Coffee opens its first roastery in Kyoto',
    blocks: [
      ...text(
        'After eleven years of roasting in a garage, we are moving into a former silk weavery by the Kamo river.',
        'The <strong>roastery is open to visitors</strong> on Saturdays; tastings start at ten.',
      ),
      heading('A house that was made for work'),
      ...text(
        'The building is from 1928. For sixty years it held forty looms, and the floor still has the marks where they stood. We have kept the north light, the beams and the smell of wood, and put in a new floor only where the drum stands.',
        'It took us two winters. The river was the reason for most of the delay: whoever digs in Kyoto digs carefully.',
      ),
      picture(
        'm-roastery',
        'A low wooden house with a chimney, by a river',
        'The roastery from the other bank, on the first morning.',
      ),
      heading('What is roasted here'),
      ...text(
        'One drum of fifteen kilograms, run by two people. That is enough for our seven shops and the online store:',
      ),
      list(
        '<strong>Monday and Tuesday:</strong> blends, in batches of twelve kilograms',
        '<strong>Wednesday and Thursday:</strong> single farms, never more than six kilograms at a time',
        '<strong>Friday:</strong> samples of what is to come, and cleaning',
      ),
      quote(
        'In the garage I could hear the beans or the rain, but not both. Here I can hear the beans.',
        'Haru Minami, head roaster',
      ),
      heading('Visits'),
      heading('On Saturdays', 3),
      ...text(
        'Doors open at nine, tastings are at ten, one and three. There are twelve seats; come as you are.',
      ),
      heading('For schools and cooks', 3),
      ...text(
        'On weekdays we show small groups everything from the green bean to the bag. Write to <a href="mailto:visits@kumo.example">visits@kumo.example</a>, two weeks ahead if you can.',
      ),
    ],
    picture: 'm-roastery',
    category: 'c-company',
    tags: ['t-kyoto', 't-new'],
    hoursAgo: 700,
    more: {
      isRss: true,
      isOutline: true,
      seo: { canonicalUrl: 'https://kumo.example/press/kyoto-roastery' },
      share: {
        x: {
          text: 'Kumo Coffee is now roasting in Kyoto',
          hashTags: ['kumocoffee', 'kyoto'],
          followButtonUsers: [
            { userId: 'kumo_coffee', name: 'Kumo Coffee' },
            { userId: 'kumo_kyoto', name: 'Kumo Kyoto' },
          ],
        },
      },
    },
  },
  {
    id: 'press-002',
    alias: 'kyoto-yakisho',
    title: '雲珈琲、京都に初の焙煎所をオープン',
    blocks: [
      ...text(
        '鴨川沿いの旧織物工場を改装し、十一年目にして初めての焙煎所を開きます。',
        '毎週土曜日は見学とテイスティングをお楽しみいただけます。',
      ),
      heading('織物工場から焙煎所へ'),
      ...text(
        '建物は昭和三年築。六十年にわたり四十台の織機が動いていた工場で、床には今もその跡が残っています。北向きの窓と梁はそのままに、焙煎機を置く場所だけ床を張り替えました。',
      ),
      picture('m-roastery', '川べりに建つ、煙突のある木造の焙煎所', '対岸から見た焙煎所。オープン初日の朝。'),
      heading('見学のご案内'),
      list(
        '<strong>日時：</strong>毎週土曜日　九時開場、テイスティングは十時・十三時・十五時',
        '<strong>定員：</strong>各回十二名さま（ご予約は不要です）',
        '<strong>料金：</strong>無料',
      ),
      quote(
        'ガレージでは、雨の日は豆の音が聞こえませんでした。ここでは、よく聞こえます。',
        '焙煎士　南 はる',
      ),
      heading('アクセス'),
      ...text('京阪「神宮丸太町」駅より徒歩六分。駐車場はありませんので、電車か自転車でお越しください。'),
    ],
    picture: 'm-roastery',
    category: 'c-company',
    tags: ['t-kyoto', 't-new'],
    hoursAgo: 699,
    more: {
      isRss: true,
      isOutline: true,
      share: { x: { text: '雲珈琲の焙煎所が京都にオープン', hashTags: ['雲珈琲', '京都'] } },
    },
  },
  {
    id: 'press-003',
    alias: 'autumn-blend',
    title: 'Autumn Blend: chestnut, plum and cocoa',
    blocks: [
      ...text(
        'Our autumn blend is back, with beans from Huila and Sidamo. Launching this week in all shops and online.',
        'This year the harvest in Huila came three weeks early, and sweeter than we had hoped. So there is a little more of it in the bag than last year: <strong>60 % Huila, 40 % Sidamo</strong>, roasted to just before the second crack.',
      ),
      picture('m-autumn', 'A bag of coffee among chestnuts and red leaves'),
      list(
        'In the cup: chestnut first, plum when it cools, cocoa to the end',
        'With milk: yes, and then it is mostly cocoa',
        '200 g for ¥1,800, one kilogram for ¥7,800; until the end of November',
      ),
    ],
    picture: 'm-autumn',
    category: 'c-products',
    tags: ['t-new', 't-online'],
    hoursAgo: 300,
    more: { isRss: true, sponsors: [{ name: 'Huila Growers Cooperative' }] },
  },
  {
    id: 'press-004',
    alias: 'aki-blend',
    title: '新商品「秋ブレンド」発売のお知らせ',
    blocks: text(
      '栗、プラム、カカオの香りが重なる新商品を、全店舗とオンラインストアで発売します。',
      '今年はウイラの収穫が三週間早く、例年よりも甘みのある豆が届きました。ウイラ六割、シダモ四割。深煎りの一歩手前で止めています。',
      '二百グラム　千八百円（税込）。十一月末までの期間限定です。',
    ),
    picture: 'm-autumn',
    category: 'c-products',
    tags: ['t-new', 't-online'],
    hoursAgo: 298,
    more: { isRss: true },
  },
  {
    id: 'press-005',
    alias: 'solar-roof',
    title: 'Half of our roasting now runs on the sun',
    blocks: [
      ...text(
        'A new solar roof covers 52 % of the energy that our roastery needs in a year.',
        'The drum itself still burns gas: nothing else gives such an even heat at its size, yet. Everything around it is electric, and it adds up to more than the flame does.',
      ),
      picture(
        'm-hills',
        'A long house whose whole roof is solar panels, under green hills',
        'Twenty-four panels, all of them to the south.',
      ),
      html(
        '<table><caption>Energy of the roastery in a year</caption><thead><tr><th scope="col">Used by</th><th scope="col">kWh</th><th scope="col">From the roof</th></tr></thead><tbody><tr><th scope="row">Cooling and air</th><td>11,400</td><td>81 %</td></tr><tr><th scope="row">Grinding and packing</th><td>6,200</td><td>74 %</td></tr><tr><th scope="row">Roasting</th><td>14,900</td><td>21 %</td></tr></tbody></table>',
      ),
      ...text('What is left over on Sundays goes to the bakery next door, which repays it in bread.'),
    ],
    picture: 'm-hills',
    category: 'c-company',
    tags: ['t-planet'],
    hoursAgo: 220,
    more: { isRss: true },
  },
  {
    id: 'press-006',
    title: 'サステナビリティ報告書を公開しました',
    blocks: [
      ...text('再生可能エネルギーの利用、農園との長期契約、容器の回収について、最新の数字をまとめました。'),
      picture('m-figures', '一年の数字をまとめた棒グラフと円グラフ'),
      heading('主な数字'),
      html(
        '<table><thead><tr><th scope="col">項目</th><th scope="col">前年</th><th scope="col">今年</th></tr></thead><tbody><tr><th scope="row">再生可能エネルギーの割合</th><td>18 %</td><td>52 %</td></tr><tr><th scope="row">三年以上の契約を結ぶ農園</th><td>9 軒</td><td>14 軒</td></tr><tr><th scope="row">容器の回収率</th><td>41 %</td><td>63 %</td></tr></tbody></table>',
      ),
      heading('できなかったこと'),
      ...text(
        '配送に使う箱の軽量化は、目標に届きませんでした。冬の結露に耐える紙がまだ見つかっていません。来年度も続けます。',
      ),
      heading('これから'),
      list('全店舗での量り売り', '農園までの輸送距離の公開', '焙煎機の電化に向けた試験'),
    ],
    picture: 'm-figures',
    category: 'c-company',
    tags: ['t-planet'],
    hoursAgo: 180,
    more: { isOutline: true },
  },
  {
    id: 'press-007',
    alias: 'latte-art-night',
    title: 'Latte Art Night returns to Shibuya',
    blocks: [
      ...text(
        'Sixteen baristas, one jug each. Doors open at seven; tickets include two drinks.',
        'The rules are those of every year: two pour at the same time, the room decides by its noise, and whoever loses washes up. Last year’s winner poured a heron that nobody wanted to drink.',
      ),
      picture('m-latte', 'A cup of latte with a leaf in its foam, seen from above'),
      ...text('Milk is from oats for everyone, so that nobody has an excuse.'),
    ],
    picture: 'm-latte',
    category: 'c-events',
    tags: ['t-tokyo'],
    hoursAgo: 96,
    closesIn: 2,
    more: { sponsors: [{ name: 'Oat Moon' }, { name: 'Shibuya Ceramics' }] },
  },
  {
    id: 'press-008',
    alias: 'gift-box',
    title: '冬のギフトボックス、本日より予約受付開始',
    blocks: [
      ...text('焙煎士が選んだ三種の豆と、信楽焼のカップを詰め合わせました。数量限定です。'),
      picture('m-gift', '赤いリボンをかけた冬のギフトボックス'),
      list(
        '秋ブレンド　百グラム',
        'エチオピア　シダモ　百グラム',
        '京都焙煎所の深煎り　百グラム',
        '信楽焼のカップ　一客',
      ),
      ...text('お届けは十二月一日から。のし、メッセージカードも承ります。'),
    ],
    picture: 'm-gift',
    category: 'c-products',
    tags: ['t-online'],
    hoursAgo: 20,
    more: { isRss: true, share: { x: { text: '冬のギフトボックス', users: ['kumo_coffee'] } } },
  },
  {
    id: 'press-009',
    alias: 'osaka-shop',
    title: 'Our Osaka shop opens its doors (goes out in an hour)',
    blocks: text(
      'Number seven: a corner shop in Nakazakicho with a standing bar and a small shelf of books.',
      'There are eleven places at the bar and none to sit, on purpose: an espresso takes as long as a good sentence. For anything longer there is the bench outside.',
    ),
    picture: 'm-night',
    category: 'c-company',
    tags: ['t-new'],
    hoursAgo: 5,
    isDraft: true,
    reservedIn: 1,
  },
  {
    id: 'press-010',
    alias: 'new-year-hours',
    title: '年末年始の営業時間について（明日から掲載）',
    blocks: [
      ...text('年末年始は一部の店舗で営業時間が変わります。ご来店の前にご確認ください。'),
      list(
        '十二月三十一日　全店舗　十五時まで',
        '一月一日から三日　休業（京都店のみ三日より営業）',
        '一月四日　通常営業',
      ),
    ],
    picture: 'm-new-year',
    category: 'c-company',
    hoursAgo: 4,
    opensIn: 24,
    closesIn: 24 * 30,
  },
  {
    id: 'press-011',
    alias: 'summer-sale',
    title: 'Summer sale: cold brew kits at half price (over)',
    blocks: text(
      'Until Sunday, in all shops and online.',
      'A kit is a jug, a filter and enough coffee for three of the hottest weekends.',
    ),
    picture: 'm-summer',
    category: 'c-products',
    tags: ['t-online'],
    hoursAgo: 1500,
    closesIn: -800,
  },
  {
    id: 'press-012',
    title: 'Draft: annual results',
    blocks: text(
      'Figures to be confirmed by the board. Not for publication.',
      'Still missing: the Osaka shop, and December.',
    ),
    picture: 'm-figures',
    category: 'c-company',
    hoursAgo: 3,
    isDraft: true,
    more: { seo: { isPreventCrawling: true } },
  },
];
