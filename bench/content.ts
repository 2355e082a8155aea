/** Generated content: the same for the same seed, on every machine. */

/** A small, fast, repeatable random number generator (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const syllables =
  'ba be bi bo bu ka ke ki ko ku la le li lo ra re ri ro sa se si so ta te ti to na ne ni no ma me mo pa pe po da de do'.split(
    ' ',
  );
const kanji =
  '日本東京大阪新聞社会経済政治国際文化科学技術情報通信株式市場企業開発研究教育医療環境発表首相選挙交通天気地震速報最近高校野球世界記録映画音楽写真料理旅行温泉神社'.split(
    '',
  );
const kana = 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロン'.split(
  '',
);
const particles = ['の', 'は', 'が', 'を', 'に', 'で', 'と', 'も', 'から', 'まで', 'です。', 'ます。', '、'];

type Random = () => number;

function pick<T>(random: Random, from: readonly T[]): T {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

/** A few words are common and most are rare, as in real texts. */
function pickCommon<T>(random: Random, from: readonly T[]): T {
  const found = from[Math.floor(from.length * random() ** 3)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

/** The words of the generated texts. */
export type Vocabulary = { readonly english: readonly string[]; readonly japanese: readonly string[] };

export function makeVocabulary(random: Random): Vocabulary {
  const english = Array.from({ length: 20_000 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(random, syllables)).join(''),
  );
  const japanese = Array.from({ length: 10_000 }, () => {
    const from = random() < 0.7 ? kanji : kana;
    return Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(random, from)).join('');
  });
  return { english, japanese };
}

/** English text of about this many characters. */
export function englishText(random: Random, words: readonly string[], length: number): string {
  let text = '';
  while (text.length < length) text += `${pickCommon(random, words)} `;
  return text.trim();
}

function japaneseText(random: Random, words: readonly string[], length: number): string {
  let text = '';
  while (text.length < length) text += pickCommon(random, words) + pick(random, particles);
  return text;
}

/** How many records there are of each kind. */
export type Amounts = {
  readonly items: number;
  readonly categories: number;
  readonly tags: number;
  readonly media: number;
};

export const usualAmounts = { categories: 20, tags: 100, media: 200 } as const;

/** The space of all the content. */
export const scope = { projectId: 'bench', spaceId: 'web' } as const;
export const instanceId = 'news';

/** The lines of an import. */
export function* contentLines(seed: number, amounts: Amounts, now: number): Generator<string> {
  for (const record of aroundNews(amounts)) yield lineOf(record);
  for (const record of newsRecords(seed, amounts, now)) yield lineOf(record);
}

/** A record as a line of an import. */
export function lineOf(record: object): string {
  return `${JSON.stringify(record)}\n`;
}

/** What news items refer to: categories, tags and pictures. */
export function* aroundNews(amounts: Amounts): Generator<object> {
  for (let n = 0; n < amounts.categories; n++) {
    yield { kind: 'category', ...scope, categoryId: `c${n}`, name: `Category ${n}`, alias: `category-${n}` };
  }
  for (let n = 0; n < amounts.tags; n++) {
    yield { kind: 'tag', ...scope, tagId: `t${n}`, name: `Tag ${n}`, alias: `tag-${n}` };
  }
  for (let n = 0; n < amounts.media; n++) yield mediaRecord(n);
}

/** The news items. */
export function* newsRecords(
  seed: number,
  amounts: Amounts,
  now: number,
  bodyLength?: number,
): Generator<NewsRecord> {
  const random = seededRandom(seed);
  const vocabulary = makeVocabulary(random);
  for (let n = 0; n < amounts.items; n++) yield newsRecord(random, vocabulary, n, amounts, now, bodyLength);
}

/** A picture that is hosted elsewhere. */
export function mediaRecord(n: number) {
  return {
    kind: 'media',
    name: `Picture ${n}`,
    type: 'image',
    mediaId: `m${n}`,
    ...scope,
    accessUrl: `https://media.example.com/m${n}.jpg`,
    thumbnailAccessUrl: `https://media.example.com/m${n}-small.jpg`,
    meta: { ext: 'jpg', mimetype: 'image/jpeg' },
    fileSize: 100_000 + n,
  };
}

const day = 86_400_000;

/** A news item as in an import. */
export type NewsRecord = ReturnType<typeof newsRecord>;

/** The ID of an item. */
export function newsId(n: number): string {
  return `n${String(n).padStart(7, '0')}`;
}

/** About 1.3 KB when delivered; one in ten is scheduled or closed, and half are Japanese. */
export function newsRecord(
  random: Random,
  vocabulary: Vocabulary,
  n: number,
  amounts: Amounts,
  now: number,
  bodyLength = 600,
) {
  const isJapanese = n % 2 === 1;
  const words = isJapanese
    ? (length: number) => japaneseText(random, vocabulary.japanese, length / 3)
    : (length: number) => englishText(random, vocabulary.english, length);
  const createdAt = now - Math.floor(random() * 1000 * day);
  const title = words(60);
  return {
    kind: 'news',
    ...scope,
    instanceId,
    contentId: newsId(n),
    name: title,
    alias: `item-${n}`,
    status: 'published',
    ...timesOf(random, n, now),
    values: {
      title,
      body: { text: words(bodyLength) },
      thumbnail: { mediaId: `m${Math.floor(random() * amounts.media)}` },
      isRss: random() < 0.5,
    },
    category: { categoryId: `c${Math.floor(random() * amounts.categories)}` },
    tags: Array.from({ length: 3 }, () => ({ tagId: `t${Math.floor(random() * amounts.tags)}` })),
    createdAt,
    updatedAt: createdAt,
  };
}

type Times = { readonly reservedAt?: number; readonly closingAt?: number };

function timesOf(random: Random, n: number, now: number): Times {
  if (n % 20 === 0) return { reservedAt: now + day + Math.floor(random() * 100 * day) };
  if (n % 20 === 10) return { closingAt: now - Math.floor(random() * 100 * day) };
  return {};
}
