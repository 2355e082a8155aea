import { type Document, readAt } from './Document.ts';

/** Where a longer alias is cut, after a word. */
const usualCharacters = 60;

/** An alias made of a title: the words of Latin, Cyrillic, Greek and kana in plain letters. */
type Alias = {
  readonly alias: string;
  /** Whether something could not be written in plain letters, such as kanji without a reading. */
  readonly isPartial: boolean;
};

/** Makes an alias of a title. Readings tell how its kanji are read. */
export function aliasOf(title: string, readings: ReadonlyMap<string, string> = new Map()): Alias {
  const read = [...readings]
    .sort(([one], [other]) => other.length - one.length)
    .reduce((text, [base, reading]) => text.replaceAll(base, ` ${reading} `), title.normalize('NFKC'));
  const plain = romanised(read)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => letters.get(letter) ?? letter);
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  return { alias: cut(words), isPartial: /[^\p{ASCII}\P{L}]/u.test(plain) };
}

function cut(words: readonly string[]): string {
  const [first = '', ...others] = words;
  let alias = first.slice(0, usualCharacters);
  for (const word of others) {
    if (alias.length + 1 + word.length > usualCharacters) break;
    alias += `-${word}`;
  }
  return alias;
}

/** How words are read according to the ruby in the text of an item, by the words. */
export function readingsIn(document: Document): ReadonlyMap<string, string> {
  const readings = new Map<string, string>();
  const json = JSON.stringify(readAt(document, 'values.body')) ?? '';
  for (const [, inner = ''] of json.matchAll(/<ruby>(.*?)<\/ruby>/g)) {
    const pairs = [...inner.replace(/<rp>.*?<\/rp>/g, '').matchAll(/([^<>]+)<rt>([^<>]+)(?:<\/rt>)?/g)];
    for (const [, base = '', reading = ''] of pairs) readings.set(base, reading);
    const whole = (at: number) => pairs.map((pair) => pair[at] ?? '').join('');
    if (pairs.length > 1) readings.set(whole(1), whole(2));
  }
  return readings;
}

/** Kana in Hepburn without macrons; a word ends where hiragana, katakana and others meet. */
function romanised(text: string): string {
  return text.replace(/[ぁ-ゖー]+|[ァ-ヺー]+/gu, (kana) => ` ${hepburn(toHiragana(kana))} `);
}

function toHiragana(kana: string): string {
  return kana.replace(/[ァ-ヶ]/gu, (each) => String.fromCodePoint((each.codePointAt(0) ?? 0) - 0x60));
}

function hepburn(kana: string): string {
  const syllables = kana
    .replace(/ー/gu, '')
    .replace(/.[ゃゅょぁぃぅぇぉ]?/gu, (pair) => syllable(pair))
    // Before a consonant it doubles that; before ch it is a t.
    .replace(/っ(?=ch)/gu, 't')
    .replace(/っ([a-z])/gu, '$1$1')
    .replace(/っ/gu, '');
  return syllables.replace(/o[ou]/g, 'o').replace(/uu/g, 'u');
}

function syllable(pair: string): string {
  const known = foreign.get(pair) ?? single.get(pair);
  if (known !== undefined) return known;
  const [first = '', small = ''] = [...pair];
  const base = single.get(first) ?? first;
  const vowel = single.get(small) ?? '';
  if (!/[ゃゅょ]/u.test(small)) return base + vowel;
  // し, ち and じ take no y: しゃ is sha.
  return base.slice(0, -1) + (/^(?:sh|ch|j)i$/.test(base) ? vowel.slice(1) : vowel);
}

const rows: readonly (readonly [string, string])[] = [
  ['あいうえお', 'a i u e o'],
  ['かきくけこ', 'ka ki ku ke ko'],
  ['さしすせそ', 'sa shi su se so'],
  ['たちつてと', 'ta chi tsu te to'],
  ['なにぬねの', 'na ni nu ne no'],
  ['はひふへほ', 'ha hi fu he ho'],
  ['まみむめも', 'ma mi mu me mo'],
  ['やゆよ', 'ya yu yo'],
  ['らりるれろ', 'ra ri ru re ro'],
  ['わゐゑをん', 'wa i e o n'],
  ['がぎぐげご', 'ga gi gu ge go'],
  ['ざじずぜぞ', 'za ji zu ze zo'],
  ['だぢづでど', 'da ji zu de do'],
  ['ばびぶべぼ', 'ba bi bu be bo'],
  ['ぱぴぷぺぽ', 'pa pi pu pe po'],
  ['ぁぃぅぇぉゃゅょゎゔゕゖ', 'a i u e o ya yu yo wa vu ka ke'],
];
const single = tableOf(rows);

/** Syllables of words from other languages. */
const foreign = tableOf([], {
  ...{ うぃ: 'wi', うぇ: 'we', うぉ: 'wo', ゔぁ: 'va', ゔぃ: 'vi', ゔぇ: 've', ゔぉ: 'vo' },
  ...{ しぇ: 'she', じぇ: 'je', ちぇ: 'che', つぁ: 'tsa', つぃ: 'tsi', つぇ: 'tse', つぉ: 'tso' },
  ...{ てぃ: 'ti', でぃ: 'di', とぅ: 'tu', どぅ: 'du', でゅ: 'dyu', てゅ: 'tyu' },
  ...{ ふぁ: 'fa', ふぃ: 'fi', ふぇ: 'fe', ふぉ: 'fo', ふゅ: 'fyu' },
});

/** Letters that are not a plain one with marks. */
const letters = tableOf(
  [
    ['абвгдезиклмнопрстуфыэ', 'a b v g d e z i k l m n o p r s t u f y e'],
    ['жхцчшщъьюяіґєђјљњћџ', 'zh kh ts ch sh shch   yu ya i g ye dj j lj nj c dz'],
    ['αβγδεζηθικλμνξοπρσςτυφχψω', 'a v g d e z i th i k l m n x o p r s s t y f ch ps o'],
  ],
  { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h', ŋ: 'ng' },
);

function tableOf(
  lines: readonly (readonly [string, string])[],
  more: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, string> {
  const pairs = lines.flatMap(([from, to]) => {
    const plain = to.split(' ');
    return [...from].map((letter, index): [string, string] => [letter, plain[index] ?? '']);
  });
  return new Map([...pairs, ...Object.entries(more)]);
}
