import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { seededRandom } from '../../bench/content.ts';
import { type Engine, engines } from '../engines.ts';
import { isFull, runs } from '../testing/runs.ts';
import { collections, items, path, queryOf, readerOf, someNews, someQuestion } from './largeWorld.ts';
import { openEngineService } from './openEngineService.ts';
import { recordChange } from './openService.ts';
import { type Doc, expectedList, idOf, type World } from './reference.ts';

test('responses are exact on a large shelf, through commits of many items and full reloads', () =>
  checkAtSize(runs(5)));

for (const engine of engines) {
  test(`the same with ${engine.name} and full reloads from it`, () => checkAtSize(1, engine));
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
      for (let step = 0; step < (isFull ? 40 : 15); step++) {
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
  if (isFull) expect(found).toBeGreaterThan(1000);
}
