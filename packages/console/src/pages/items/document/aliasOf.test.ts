import { expect, test } from 'bun:test';
import { aliasOf, readingsIn } from './aliasOf.ts';

test('an alias is made of the words of a title in plain letters', () => {
  const titles: Readonly<Record<string, string>> = {
    'Spring Sale: 20 % off!': 'spring-sale-20-off',
    "Don’t panic, it's Ærøskøbing & Łódź": 'dont-panic-its-aeroskobing-lodz',
    'Große Straße, señor': 'grosse-strasse-senor',
    'Жители Щукино идут в цирк': 'zhiteli-shchukino-idut-v-tsirk',
    'Ηλιακό φως': 'iliako-fos',
    'Съезд й ё': 'sezd-i-e',
    きゃっとふーど: 'kyattofudo',
    'コーヒーのいれかた ＡＢＣ': 'kohi-noirekata-abc',
    'まっちゃ、しゃしん、じゅうどう': 'matcha-shashin-judo',
    ファッションとパーティー: 'fasshon-to-pati',
    とうきょうのおおさか: 'tokyonoosaka',
  };
  for (const [title, alias] of Object.entries(titles))
    expect([title, aliasOf(title)]).toEqual([title, { alias, isPartial: false }]);
});

test('it ends after a word when it gets long, and is empty if nothing can be written', () => {
  const { alias } = aliasOf('A very long headline about everything that has happened in the town this week');
  expect(alias).toBe('a-very-long-headline-about-everything-that-has-happened-in');
  expect(aliasOf('x'.repeat(99)).alias).toBe('x'.repeat(60));
  expect(aliasOf('！？')).toEqual({ alias: '', isPartial: false });
});

test('kanji are read as the text says, or else the alias is partial', () => {
  expect(aliasOf('東京のカフェ')).toEqual({ alias: 'no-kafe', isPartial: true });
  const text = '<ruby>東京<rp>（</rp><rt>とうきょう</rt></ruby>と<ruby>珈<rt>こー</rt>琲<rt>ひー</rt></ruby>';
  const readings = readingsIn({ values: { body: { blocks: [{ type: 'paragraph', text }] } } });
  expect(aliasOf('東京の珈琲', readings)).toEqual({ alias: 'tokyo-no-kohi', isPartial: false });
  expect(aliasOf('とうきょう カフェ')).toEqual({ alias: 'tokyo-kafe', isPartial: false });
});
