import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { isFull, runs } from '../../../../../tests/testing/runs.ts';
import { runAtOnce } from '../../concurrency/timeSlices.ts';
import { setBit, wordsFor } from '../bitset/Bitset.ts';
import { foldText, searchTerms } from './foldText.ts';
import { SearchIndex, shardSlots } from './SearchIndex.ts';
import { prepareTerms } from './SearchShard.ts';

// The rule in the obvious way, on purpose without any code of the index.
const unspaced =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]$/u;
const wordlike = /^[\p{L}\p{M}\p{Nd}]$/u;

function occurs(text: readonly string[], term: readonly string[]): boolean {
  return text.some((first, at) => {
    if (!term.every((character, i) => text[at + i] === character)) return false;
    const before = text[at - 1];
    return (
      unspaced.test(first) ||
      !wordlike.test(first) ||
      before === undefined ||
      !wordlike.test(before) ||
      unspaced.test(before)
    );
  });
}

function scan(texts: ReadonlyMap<number, string>, terms: readonly string[]): number[] {
  const matches = [...texts].filter(([, text]) => {
    const characters = [...text];
    return terms.every((term) => occurs(characters, [...term]));
  });
  return matches.map(([slot]) => slot).sort((a, b) => a - b);
}

const alphabet = [
  ...[
    'a',
    'b',
    'ab',
    'art',
    'start',
    'É',
    'é',
    'e\u0301',
    'ß',
    'SS',
    'ı',
    'İ',
    'ς',
    'Σ',
    'Ａ',
    'ﬁ',
    'Й',
    'и',
    'ή',
    'η',
  ],
  ...['\u00AD', '\uFE0F', '\u0327', '\u0306', 'ش\u0651', '\u05B8', 'ש', 'Crème', 'creme'],
  ...['東', '京', '東京', 'の', 'ー', 'カ', 'ｶ', 'ﾞ', 'ニュース', '中', '国', '𠮷', '々', '、', '。'],
  ...[
    'ไ',
    'ท',
    'ย',
    '่',
    'ລ',
    'າ',
    'ខ',
    '្',
    'မ',
    '်',
    '한',
    '국',
    '가',
    'ᄀ',
    '\u1161',
    '\u11A8',
    'ㄱ',
    'ع',
    'َ',
    'ر',
    'हि',
    'न्',
    'दी',
  ],
  ...['😀', '👨\u200D👩\u200D👧', '❤\uFE0F', '🇯🇵', '\u0301', '\u3099', '\u200D', '\u200B', '𐐀', '𝟙'],
  ...['1', '23', '٣', '４', '①', '+', '++', '-', '_', '.', '&', '<', '¥', '´'],
  ...[' ', ' ', '\n', '\t', '\u3000', '\u00A0', '\u2028', '\u0085', '\uFEFF'],
  ...['\uD83D', '\uDE00', '\uD800', '\uDC00', '\0'],
  ...['x'.repeat(63), 'x'.repeat(64), 'x'.repeat(65)],
];

const textArb = fc
  .array(fc.constantFrom(...alphabet), { maxLength: 14 })
  .map((pieces) => foldText(pieces.join('')));
const slotArb = fc.oneof(
  fc.nat(9),
  fc.constantFrom(255, 256, shardSlots - 1, shardSlots, 2 * shardSlots + 3),
);
const changeArb = fc.record({ slot: slotArb, text: fc.option(textArb, { nil: undefined }) });
const stretchArb = fc.record({ text: fc.nat(), from: fc.nat(), length: fc.integer({ min: 1, max: 8 }) });
const queryArb = fc.oneof(
  stretchArb,
  stretchArb,
  fc.constantFrom(...alphabet),
  fc.array(fc.constantFrom(...alphabet), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(' ')),
);

test('finds what a scan by the rule finds, whatever comes and goes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(changeArb, fc.array(queryArb, { maxLength: 3 })), { minLength: 1, maxLength: 25 }),
      (steps) => {
        const index = new SearchIndex();
        const texts = new Map<number, string>();
        for (const [change, queries] of steps) {
          apply(index, texts, change.slot, change.text);
          for (const query of queries) expectSameAsScan(index, texts, termsOf(query, [...texts.values()]));
        }
      },
    ),
    { numRuns: runs(500) },
  );
});

test('cached terms stay exact, however little or much may be cached', () => {
  const mostBytesArb = fc.constantFrom(0, 200, 1000, 20_000, 1_000_000);
  fc.assert(
    fc.property(
      mostBytesArb,
      fc.array(queryArb, { minLength: 1, maxLength: 5 }),
      fc.array(changeArb, { minLength: 1, maxLength: 12 }),
      (mostBytes, queries, changes) => {
        const index = new SearchIndex(() => mostBytes);
        const texts = new Map<number, string>();
        for (const change of changes) {
          apply(index, texts, change.slot, change.text);
          // The same queries again after each change, so that all of them are known by then.
          for (const query of queries) expectSameAsScan(index, texts, termsOf(query, [...texts.values()]));
        }
      },
    ),
    { numRuns: runs(200) },
  );
});

test('parts of compounds of any length, in texts with kana and without', () => {
  // So few characters that long parts recur.
  const compounds = ['東', '東東東東', '京東', '京東京東東京'];
  const han = fc.array(fc.constantFrom(...compounds, '。', 'a', '𠮷'), { maxLength: 12 });
  const japanese = fc.array(fc.constantFrom(...compounds, 'カ', 'ー', '・', 'の', ' '), { maxLength: 12 });
  const textsArb = fc.array(fc.oneof(han, japanese), { minLength: 1, maxLength: 12 });
  const partArb = fc.record({ text: fc.nat(), from: fc.nat(), length: fc.integer({ min: 2, max: 12 }) });
  fc.assert(
    fc.property(textsArb, fc.array(partArb, { maxLength: 8 }), fc.boolean(), (all, parts, areRemoved) => {
      const index = new SearchIndex(() => 1_000_000);
      const texts = new Map<number, string>();
      for (const [slot, text] of all.entries()) apply(index, texts, slot, foldText(text.join('')));
      if (areRemoved) for (const slot of [0, 3, 7]) if (texts.has(slot)) apply(index, texts, slot, undefined);
      const [first, ...others] = parts.map((part) => termsOf(part, [...texts.values()]));
      for (const terms of [first, ...others]) {
        if (terms === undefined) continue;
        expectSameAsScan(index, texts, terms);
        expectSameAsScan(index, texts, [...terms, ...(first ?? [])]);
      }
    }),
    { numRuns: runs(400) },
  );
});

test.each([0, 1000, 30_000, 1_000_000])(
  'many items with much in common, a cache of %d bytes',
  (mostBytes) => {
    const random = numbers(mostBytes + 1);
    const words = ['アイ', 'イウ', 'アイウ', 'ウアイ', 'イウア', ' ab', ' abc ', 'b ', ' c', 'アb'];
    const some = (from: readonly string[], count: number) =>
      Array.from({ length: count }, () => from[random(from.length)] ?? '').join('');
    const queries = Array.from(
      { length: isFull ? 40 : 12 },
      () => `${some(words, 1 + random(2))} ${some(words, random(2))}`,
    );
    const index = new SearchIndex(() => mostBytes);
    const texts = new Map<number, string>();
    // The last round changes more items than what is kept can take notice of.
    for (const changes of [250, 1, 3, 0, 2, 20, 1, 300, 1]) {
      for (let i = 0; i < changes; i++) {
        const isGone = changes < 250 && random(3) === 0;
        apply(index, texts, random(2500) * 3, isGone ? undefined : foldText(some(words, 6)));
      }
      for (const query of queries) expectSameAsScan(index, texts, searchTerms(query));
    }
  },
);

test('a slot far beyond all others, after a search', () => {
  const index = new SearchIndex();
  const texts = new Map<number, string>();
  for (const slot of [0, 1, 2, 3, 50_000, 2 * shardSlots, 2 * shardSlots + 50_000]) {
    apply(index, texts, slot, 'one two 日本語');
    for (const query of ['o', 'o t', '日', '日 o', '日本語', '日本語 t']) {
      expectSameAsScan(index, texts, searchTerms(query));
      expectSameAsScan(index, texts, searchTerms(query));
    }
  }
});

test('a rare term and one that many words begin with', () => {
  const index = new SearchIndex();
  const texts = new Map<number, string>();
  for (let slot = 0; slot < 900; slot++)
    apply(index, texts, slot, slot % 3 === 0 ? `p${slot} 日` : `q${slot} 本`);
  for (const slot of [3, 4, 5, 900]) apply(index, texts, slot, `${texts.get(slot)} rare 稀な`);
  for (const term of ['rare', '稀', '稀な']) {
    for (const other of ['p', 'q', 'q4', '日', '本'])
      expectSameAsScan(index, texts, searchTerms(`${term} ${other}`));
  }
});

test('an item that is about to go may have any text', () => {
  const index = new SearchIndex();
  const texts = new Map<number, string>();
  for (let slot = 0; slot < 100; slot++) apply(index, texts, slot, 'アイウ アイ');
  const withoutFive = [...texts.keys()].filter((slot) => slot !== 5);
  expect(find(index, ['アイウ'], (slot) => texts.get(slot) ?? '')).toHaveLength(100);
  remove(index, 5);
  add(index, 5, 'アイ イウ');
  expect(
    find(index, ['アイウ'], (slot) => (slot === 5 ? '' : 'アイウ アイ')).filter((slot) => slot !== 5),
  ).toEqual(withoutFive);
  remove(index, 5);
  add(index, 5, 'アイウ');
  expect(find(index, ['アイウ'], () => 'アイウ')).toHaveLength(100);
});

test('posting lists of every size stay exact through changes in any order', () => {
  // Words with all densities: `w3` is in every third slot, and so on; the slots come in a shuffled order.
  const index = new SearchIndex();
  const texts = new Map<number, string>();
  const steps = [1, 2, 3, 7, 20, 60, 200, 900];
  const textFor = (slot: number, turn: number) =>
    steps
      .filter((step) => (slot + turn) % step === 0)
      .map((step) => `w${step} 密${step}度`)
      .join(' ');
  const total = isFull ? 3001 : 751;
  for (const turn of [0, 1, 0]) {
    for (let i = 0; i < total; i++) {
      const slot = ((i * 1009) % total) * 7;
      apply(index, texts, slot, textFor(slot, turn));
    }
    for (const step of steps)
      expectSlots(index, texts, `w${step}`, (slot) => hasPrefixed(steps, step, slot + turn));
  }
  for (let i = 0; i < total; i++) {
    apply(index, texts, ((i * 2003) % total) * 7, undefined);
    if (i % 500 === 0) {
      for (const step of steps)
        expectSlots(index, texts, `w${step}`, (slot) => hasPrefixed(steps, step, slot));
      expectSlots(index, texts, '密7度', (slot) => slot % 7 === 0);
    }
  }
  expect(find(index, ['w'], () => '')).toHaveLength(0);
  expect(find(index, [], () => '')).toHaveLength(0);
});

test('ascending slots, and dense clusters', () => {
  const index = new SearchIndex();
  const texts = new Map<number, string>();
  for (let slot = 0; slot < 4000; slot++)
    apply(index, texts, slot, slot % 1000 < 300 ? 'dense 密' : 'other 他');
  for (let slot = 0; slot < 4000; slot += 3) apply(index, texts, slot, undefined);
  for (const query of ['dense', '密', 'other', '他', 'dense 密'])
    expectSameAsScan(index, texts, searchTerms(query));
  for (let slot = 3999; slot >= 0; slot--) apply(index, texts, slot, slot % 2 ? 'dense 密' : undefined);
  for (const query of ['dense', '密', 'other']) expectSameAsScan(index, texts, searchTerms(query));
});

test('many words, with prefixes across all of them', () => {
  const index = new SearchIndex();
  const texts = new Map<number, string>();
  const wordOf = (i: number) => ((i * 7919) % 46_656).toString(36).padStart(3, '0');
  const count = isFull ? 5000 : 1500;
  for (let i = 0; i < count; i++) apply(index, texts, i, wordOf(i));
  for (let i = 0; i < count; i += 2) apply(index, texts, i, undefined);
  const prefixes = ['0', '1', 'a', 'b', 'f', 'g', 'z', 'k1', 'zz', wordOf(1), wordOf(2)];
  for (const prefix of prefixes) expectSameAsScan(index, texts, [prefix]);
  // A wide stretch of the order goes, and some of it comes back.
  for (let i = 1; i < count; i += 2) if (/^[4-9a-m]/.test(wordOf(i))) apply(index, texts, i, undefined);
  for (let i = 0; i < count; i += 4) apply(index, texts, i, wordOf(i));
  for (const prefix of prefixes) expectSameAsScan(index, texts, [prefix]);
});

test('a rare term beside a prefix of very many words', () => {
  const index = new SearchIndex();
  const texts = new Map<number, string>();
  for (let slot = 0; slot < 3000; slot++) apply(index, texts, slot, `ka${slot}`);
  for (let slot = 3000; slot < 3004; slot++)
    apply(index, texts, slot, slot % 2 === 0 ? 'rare kafka' : 'rare');
  expect(find(index, ['rare', 'ka'], (slot) => texts.get(slot) ?? '')).toEqual([3000, 3002]);
});

test('no terms: every item', () => {
  const index = new SearchIndex();
  add(index, 3, 'x');
  add(index, 1, '');
  expect(find(index, [], () => 'x')).toEqual([1, 3]);
});

/** Whole numbers below a limit, the same for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

function find(index: SearchIndex, terms: readonly string[], textOf: (slot: number) => string): number[] {
  return Array.from({ length: index.size }, (_, shard) => shard).flatMap((shard) =>
    Array.from(
      index.findInShard(shard, prepareTerms(terms), textOf).toArray(),
      (slot) => shard * shardSlots + slot,
    ),
  );
}

function apply(index: SearchIndex, texts: Map<number, string>, slot: number, text: string | undefined): void {
  if (texts.delete(slot)) remove(index, slot);
  if (text === undefined) return;
  add(index, slot, text);
  texts.set(slot, text);
}

function add(index: SearchIndex, slot: number, text: string): void {
  runAtOnce(index.add(Uint32Array.of(slot), () => text));
}

function remove(index: SearchIndex, slot: number): void {
  const words = new Int32Array(wordsFor(slot + 1));
  setBit(words, slot);
  runAtOnce(index.removeAll(words));
}

function expectSameAsScan(
  index: SearchIndex,
  texts: ReadonlyMap<number, string>,
  terms: readonly string[],
): void {
  const found = find(index, terms, (slot) => texts.get(slot) ?? '');
  expect(found).toEqual(scan(texts, terms));
}

function expectSlots(
  index: SearchIndex,
  texts: ReadonlyMap<number, string>,
  query: string,
  has: (slot: number) => boolean,
): void {
  const found = find(index, searchTerms(query), (slot) => texts.get(slot) ?? '');
  expect(found).toEqual([...texts.keys()].filter(has).sort((a, b) => a - b));
}

/** Whether a slot has a word that begins like that of a step: `w2` also finds `w20` and `w200`. */
function hasPrefixed(steps: readonly number[], step: number, number: number): boolean {
  return steps.some((other) => String(other).startsWith(String(step)) && number % other === 0);
}

function termsOf(
  query: string | { text: number; from: number; length: number },
  texts: readonly string[],
): readonly string[] {
  if (typeof query === 'string') return searchTerms(query);
  const characters = [...(texts[query.text % texts.length] ?? '')];
  const from = query.from % (characters.length || 1);
  return searchTerms(characters.slice(from, from + query.length).join(''));
}
