import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { seededRandom } from '../../bench/content.ts';
import type { Reader, StoredRecord } from '../../packages/server/src/store/Store.ts';
import { type Engine, engines } from '../engines.ts';
import { openEngineService } from './openEngineService.ts';
import { recordChange } from './openService.ts';
import { type Asked, type Doc, expectedList, idOf, type World } from './reference.ts';

/** Large enough that a filter finds few among many, and that several new items are merged in at once. */
const items = 400;
const path = '/static/projects/p/spaces/s/news/instances/one/news';
const words = ['launch', 'news', '速報', 'ニュース', 'art', 'cafe'];

type Random = () => number;

function pick<T>(random: Random, from: readonly T[]): T {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

function someNews(random: Random): Doc {
  const moment = () => Math.floor(random() * 20);
  const maybe = <K extends string>(name: K, share: number) => (random() < share ? { [name]: moment() } : {});
  const contentId = `n${Math.floor(random() * items)}`;
  const doc = {
    contentId,
    projectId: 'p',
    spaceId: 's',
    name: `${pick(random, words)} ${moment()}`,
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

function someQuestion(random: Random): Asked {
  const fields = ['contentId', 'name', 'createdAt', 'updatedAt', 'reservedAt', 'openingAt'];
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

const collections = Array.from({ length: 40 }, (_, n) => ({
  category: { categoryId: `c${n}`, projectId: 'p', spaceId: 's', name: 'c', createdAt: 1, updatedAt: 1 },
  tag: { tagId: `t${n}`, projectId: 'p', spaceId: 's', name: 't', createdAt: 1, updatedAt: 1 },
}));

/** A store reader over the world, to load all of it. */
function readerOf(world: World, revision: number): Reader {
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

function queryOf(asked: Asked): string {
  const query = new URLSearchParams({ page: `${asked.page}`, size: `${asked.size}` });
  query.set('sort', asked.sort.map((item) => item.join(':')).join(','));
  if (asked.category !== undefined) query.set('category', asked.category);
  if (asked.tags !== undefined) query.set('tags', asked.tags.join(','));
  if (asked.rssOnly !== undefined) query.set('rssOnly', 'true');
  if (asked.search !== undefined) query.set('search', asked.search);
  return query.toString();
}

test(
  'responses are exact on a large shelf, through commits of many items and full reloads',
  () => checkAtSize(5),
  240_000,
);

for (const engine of engines) {
  test(`the same with ${engine.name} and full reloads from it`, () => checkAtSize(1, engine), 240_000);
}

async function checkAtSize(numRuns: number, engine?: Engine): Promise<void> {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const random = seededRandom(seed);
      await using service = await openEngineService(engine);
      const stock = new Map<string, Doc>();
      const world: World = {
        category: collections.map(({ category }) => category),
        tag: collections.map(({ tag }) => tag),
        media: [],
        news: {},
        banner: {},
      };
      const commit = async (docs: readonly Doc[], isRemoved: boolean) => {
        const last = new Map(docs.map((doc) => [idOf(doc), doc]));
        for (const [id, doc] of last) {
          stock.delete(id);
          if (!isRemoved) stock.set(id, doc);
        }
        world.news['one'] = [...stock.values()];
        await service.apply([...last.values()].map((doc) => recordChange('news', 'one', doc, isRemoved)));
      };
      await service.apply(collections.map(({ category }) => recordChange('category', undefined, category)));
      await service.apply(collections.map(({ tag }) => recordChange('tag', undefined, tag)));
      await commit(
        Array.from({ length: items * 2 }, () => someNews(random)),
        false,
      );
      for (let step = 0; step < 40; step++) {
        const many = 1 + Math.floor(random() * 20);
        await commit(
          Array.from({ length: many }, () => someNews(random)),
          random() < 0.3,
        );
        if (random() < 0.2) await service.reload(() => readerOf(world, 1000 + step));
        if (random() < 0.3) await service.catalogue.tidy();
        for (let asks = 0; asks < 4; asks++) {
          const asked = someQuestion(random);
          const now = Math.floor(random() * 22);
          const { body } = await service.read(`${path}?${queryOf(asked)}`, now);
          expect(body).toEqual(expectedList(world, asked, { now, preview: false }));
          found += body.totalCount;
        }
      }
    }),
    { numRuns },
  );
  expect(found).toBeGreaterThan(1000);
}
