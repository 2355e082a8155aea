import { expect, test } from 'bun:test';
import { readInline } from './readInline.ts';
import { piecesIn, rubyHtml, rubyPieces, rubyText, typedRuby } from './readRuby.ts';
import { writeInline } from './writeInline.ts';

const piecesOf = (html: string) =>
  readInline(html)
    .filter(({ type }) => type === 'ruby')
    .map(({ attrs }) => piecesIn(attrs?.['pieces']));

test('ruby is read with its readings, and written back as it was', () => {
  const cases: readonly (readonly [html: string, pieces: readonly (readonly string[])[]])[] = [
    ['<ruby>漢字<rt>かんじ</rt></ruby>', [['漢字', 'かんじ']]],
    [
      '<ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rp>(</rp><rt>きょう</rt><rp>)</rp></ruby>',
      [
        ['東', 'とう'],
        ['京', 'きょう'],
      ],
    ],
    ['<ruby><rb>A&amp;B</rb><rt>エー</rt></ruby>', [['A&B', 'エー']]],
    [
      '<ruby>取<rt>と</rt>り<rt></rt>消<rt>け</rt>し</ruby>',
      [
        ['取', 'と'],
        ['り', ''],
        ['消', 'け'],
        ['し', ''],
      ],
    ],
  ];
  for (const [html, pieces] of cases) {
    expect(piecesOf(html)).toEqual([
      [...pieces.map(([base = '', reading = '']) => [base, reading] as const)],
    ]);
    expect(writeInline(readInline(`a${html}b`))).toBe(`a${html}b`);
  }
});

test('ruby with more than text in it, or without a reading, stays markup', () => {
  for (const html of [
    '<ruby class="x">漢<rt>かん</rt></ruby>',
    '<ruby><strong>漢</strong><rt>かん</rt></ruby>',
    '<ruby>北<rb>京<rt>Bĕi<rt>jīng</rt></ruby>',
    '<ruby>漢字</ruby>',
    '<ruby><rt>かん</rt></ruby>',
    '<ruby>漢<rt>かん</rt>',
  ])
    expect(piecesOf(html)).toEqual([]);
});

test('marks around ruby are marks of it', () => {
  expect(writeInline(readInline('<b>太<ruby>字<rt>じ</rt></ruby></b>'))).toBe(
    '<strong>太<ruby>字<rt>じ</rt></ruby></strong>',
  );
});

test('a typed reading belongs to the whole text, or to each of its characters', () => {
  expect(rubyPieces('漢字', ' かんじ ')).toEqual([['漢字', 'かんじ']]);
  expect(rubyPieces('東京', 'とう　きょう')).toEqual([
    ['東', 'とう'],
    ['京', 'きょう'],
  ]);
  expect(rubyPieces('Tokyo', 'とう きょう')).toEqual([['Tokyo', 'とう きょう']]);
  const before = [
    ['仮', 'か'],
    ['名草子', 'なぞうし'],
  ] as const;
  expect(rubyPieces('仮名草子', 'か なぞし', before)).toEqual([
    ['仮', 'か'],
    ['名草子', 'なぞし'],
  ]);
  expect(rubyHtml(rubyPieces('A<B', 'x'))).toBe('<ruby>A&lt;B<rt>x</rt></ruby>');
});

test('the notation of novels is read, and plain text is written in it', () => {
  const read = (text: string) => {
    const [, marked, kanji, reading] = typedRuby.exec(text) ?? [];
    return [marked ?? kanji, reading];
  };
  expect(read('これは漢字《かんじ》')).toEqual(['漢字', 'かんじ']);
  expect(read('あの｜お茶の水《おちゃのみず》')).toEqual(['お茶の水', 'おちゃのみず']);
  expect(read('彼は《影》')).toEqual([undefined, undefined]);
  expect(read('彼女《影》')).toEqual([undefined, undefined]);
  expect(rubyText([['漢字', 'かんじ']])).toBe('漢字《かんじ》');
  expect(rubyText([['お茶', 'おちゃ']])).toBe('｜お茶《おちゃ》');
});
