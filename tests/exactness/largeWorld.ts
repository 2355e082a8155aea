import type { Change, Reader, StoredRecord } from '../../packages/server/src/store/Store.ts';
import { recordChange } from './openService.ts';
import { type Asked, type Doc, idOf, type World } from './reference.ts';

/** Large enough that a filter finds few among many, and that several new items are merged in at once. */
export const items = 400;
/** The path of its lists. */
export const path = '/static/projects/p/spaces/s/news/instances/one/news';
const words = ['launch', 'news', '速報', 'ニュース', 'art', 'cafe'];

export type Random = () => number;

function pick<T>(random: Random, from: readonly T[]): T {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

/** A news item with one of a few hundred IDs. */
export function someNews(random: Random): Doc {
  const moment = () => Math.floor(random() * 20);
  const maybe = <K extends string>(name: K, share: number) => (random() < share ? { [name]: moment() } : {});
  const contentId = `n${Math.floor(random() * items)}`;
  const doc = {
    contentId,
    projectId: 'p',
    spaceId: 's',
    name: `${pick(random, words)} ${moment()}`,
    ...(random() < 0.5 && { alias: `a-${contentId}` }),
    status: random() < 0.1 ? 'draft' : 'published',
    ...maybe('reservedAt', 0.1),
    ...maybe('openingAt', 0.1),
    ...maybe('closingAt', 0.1),
    values: {
      title: pick(random, words),
      body: { text: `${pick(random, words)}${pick(random, words)}` },
      thumbnail: { mediaId: 'm' },
      isRss: random() < 0.2,
    },
    category: { categoryId: `c${Math.floor(random() * 40)}` },
    tags: [{ tagId: `t${Math.floor(random() * 40)}` }],
    createdAt: moment(),
    updatedAt: moment(),
  };
  return doc;
}

/** A list that a reader asks for. */
export function someQuestion(random: Random): Asked {
  const fields = ['publishedAt', 'contentId', 'name', 'createdAt', 'updatedAt', 'reservedAt', 'openingAt'];
  const direction = () => pick(random, ['asc', 'desc'] as const);
  const sort: Asked['sort'] = [[pick(random, fields), direction()]];
  if (random() < 0.5) sort.push([pick(random, ['closingAt', 'alias']), direction()]);
  return {
    kind: 'news',
    instanceId: 'one',
    page: 1 + Math.floor(random() * 3),
    size: pick(random, [1, 7, 99]),
    sort,
    ...(random() < 0.5 && { category: `c${Math.floor(random() * 40)}` }),
    ...(random() < 0.3 && { tags: [`t${Math.floor(random() * 40)}`, `t${Math.floor(random() * 40)}`] }),
    ...(random() < 0.2 && { rssOnly: true }),
    ...(random() < 0.3 && { search: pick(random, [...words, 'a', '報', 'ュー']) }),
  };
}

/** Categories and tags. */
export const collections = Array.from({ length: 40 }, (_, n) => ({
  category: { categoryId: `c${n}`, projectId: 'p', spaceId: 's', name: 'c', createdAt: 1, updatedAt: 1 },
  tag: { tagId: `t${n}`, projectId: 'p', spaceId: 's', name: 't', createdAt: 1, updatedAt: 1 },
}));

/** A store reader over the world, to load all of it. */
export function readerOf(world: World, revision: number): Reader {
  const instance = { projectId: 'p', spaceId: 's', app: 'news', instanceId: 'one' } as const;
  const records = [
    ...world.category.map((doc) => recordChange('category', undefined, doc)),
    ...world.tag.map((doc) => recordChange('tag', undefined, doc)),
    ...(world.news['one'] ?? []).map((doc) => recordChange('news', 'one', doc)),
  ].flatMap((change): StoredRecord[] => (change.type === 'record' && change.record ? [change.record] : []));
  return {
    bookmark: async () => ({ revision, mark: 'm' }),
    spaces: async () => [],
    instances: async () => [instance],
    credentials: async () => [],
    find: async () => undefined,
    findAll: async () => [],
    mediaKey: async () => '',
    async *records() {
      yield records;
    },
  };
}

/** The query string of a list. */
export function queryOf(asked: Asked): string {
  const query = new URLSearchParams({ page: `${asked.page}`, size: `${asked.size}` });
  query.set('sort', asked.sort.map((item) => item.join(':')).join(','));
  if (asked.category !== undefined) query.set('category', asked.category);
  if (asked.tags !== undefined) query.set('tags', asked.tags.join(','));
  if (asked.rssOnly !== undefined) query.set('rssOnly', 'true');
  if (asked.search !== undefined) query.set('search', asked.search);
  return query.toString();
}

/** The changes that bring all categories and tags. */
export function collectionChanges(): readonly Change[] {
  return collections.flatMap(({ category, tag }) => [
    recordChange('category', undefined, category),
    recordChange('tag', undefined, tag),
  ]);
}

/** A world with these news. */
export function worldOf(news: Doc[]): World {
  return {
    category: collections.map(({ category }) => category),
    tag: collections.map(({ tag }) => tag),
    media: [],
    news: { one: news },
    banner: {},
  };
}

/** Another world: up to a share of all items come, change or go. */
export function changed({ news }: World, random: Random, most = 1): World {
  const docs = new Map((news['one'] ?? []).map((doc) => [idOf(doc), doc]));
  const share = random() * most;
  for (const id of [...docs.keys()]) if (random() < share / 3) docs.delete(id);
  for (let n = 0; n < items * share * 2; n++) {
    const doc = someNews(random);
    docs.set(idOf(doc), doc);
  }
  return worldOf([...docs.values()]);
}

/** The changes that lead from one world to another. */
export function changesBetween(before: World, after: World) {
  const [old, docs] = [before, after].map(
    ({ news }) => new Map((news['one'] ?? []).map((doc) => [idOf(doc), doc])),
  );
  const gone = [...(old ?? [])]
    .filter(([id]) => !docs?.has(id))
    .map(([, doc]) => recordChange('news', 'one', doc, true));
  const put = [...(docs ?? [])]
    .filter(([id, doc]) => old?.get(id) !== doc)
    .map(([, doc]) => recordChange('news', 'one', doc));
  return [...gone, ...put];
}
