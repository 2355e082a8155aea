import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { seededRandom } from '../../bench/content.ts';
import { Catalogue } from '../../packages/server/src/catalogue/Catalogue.ts';
import {
  DamagedSnapshot,
  SavedArrays,
  type Saving,
} from '../../packages/server/src/catalogue/snapshot/SavedArrays.ts';
import { createSnapshot } from '../../packages/server/src/catalogue/testing/saveWith.ts';
import { isFull, runs } from '../testing/runs.ts';
import {
  changed,
  changesBetween,
  collectionChanges,
  path,
  queryOf,
  someQuestion,
  worldOf,
} from './largeWorld.ts';
import { openService } from './openService.ts';
import { expectedList, type World } from './reference.ts';

const media = { url: 'http://media.test', key: 'k' };

type Random = () => number;
type Service = Awaited<ReturnType<typeof openService>>;

/** Runs a saving to its end, with something else between its steps; returns what would be in the file. */
async function bytesOf(saving: Saving, between: () => Promise<void>): Promise<Uint8Array<ArrayBuffer>> {
  const snapshot = createSnapshot();
  for (let step = saving.next(0); !step.done; ) {
    const start = snapshot.put(step.value);
    await between();
    step = saving.next(start);
  }
  return snapshot.bytes();
}

async function checkSome(service: Service, world: World, random: Random, count: number): Promise<void> {
  for (let asks = 0; asks < count; asks++) {
    const asked = someQuestion(random);
    const now = Math.floor(random() * 22);
    const { body } = await service.read(`${path}?${queryOf(asked)}`, now);
    expect(body).toEqual(expectedList(world, asked, { now, preview: false }));
  }
}

test('a restored snapshot is what was shown when it was begun, whatever has changed meanwhile', async () => {
  let changes = 0;
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const random = seededRandom(seed);
      const service = await openService();
      await service.apply(collectionChanges());
      let world = worldOf([]);
      const change = async (share = 1): Promise<void> => {
        const next = changed(world, random, share);
        await service.apply(changesBetween(world, next));
        world = next;
      };
      for (let round = 0; round < 3; round++) {
        await change();
        if (random() < 0.7) await service.catalogue.tidy();
        for (let small = 0; small < 4; small++) await change(0.01);
        // Orders and indexes that were used are saved too.
        await checkSome(service, world, random, 5);
      }
      const shown = world;
      const bookmark = { revision: 7, mark: 'm' };
      const bytes = await bytesOf(service.catalogue.save(), async () => {
        if (random() > 0.1) return;
        await change(random() < 0.2 ? 1 : 0.01);
        changes++;
      });
      service.catalogue.moveTo(bytes);
      await checkSome(service, world, random, 20);
      const restored = await openService();
      await restored.catalogue.restore(new SavedArrays(bytes), bookmark);
      expect(restored.catalogue.bookmark).toEqual(bookmark);
      await checkSome(restored, shown, random, isFull ? 30 : 15);
      // It goes on as any other.
      let latest = shown;
      for (let round = 0; round < 4; round++) {
        if (random() < 0.5) await restored.catalogue.tidy();
        const next = changed(latest, random, random() < 0.5 ? 1 : 0.02);
        await restored.apply(changesBetween(latest, next));
        latest = next;
        await checkSome(restored, latest, random, isFull ? 15 : 6);
      }
      await restored.catalogue.tidy();
      await checkSome(restored, latest, random, 15);
    }),
    { numRuns: isFull ? 6 : 1 },
  );
  if (isFull) expect(changes).toBeGreaterThan(5);
});

test('a damaged snapshot is refused, and nothing of it is shown', async () => {
  const random = seededRandom(3);
  const service = await openService();
  await service.apply(collectionChanges());
  await service.apply(changesBetween(worldOf([]), changed(worldOf([]), random)));
  await service.catalogue.tidy();
  const bytes = await bytesOf(service.catalogue.save(), async () => {});
  const bookmark = { revision: 7, mark: 'm' };
  for (const length of [0, 8, 100, bytes.length >> 1, bytes.length - 8]) {
    const catalogue = new Catalogue({ media });
    const restoring = catalogue.restore(new SavedArrays(bytes.slice(0, length)), bookmark);
    await expect(restoring).rejects.toBeInstanceOf(DamagedSnapshot);
    expect([[...catalogue.spaces()], catalogue.bookmark]).toEqual([[], undefined]);
  }
  let refused = 0;
  for (let tries = 0; tries < runs(100); tries++) {
    const damaged = bytes.slice();
    const at = Math.floor(random() * damaged.length);
    damaged[at] = (damaged[at] ?? 0) ^ 0x10;
    const catalogue = new Catalogue({ media });
    await catalogue.restore(new SavedArrays(damaged), bookmark).catch((error: unknown) => {
      expect(error).toBeInstanceOf(DamagedSnapshot);
      refused++;
    });
  }
  // The JSON itself is not read when it is loaded.
  if (isFull) expect(refused).toBeGreaterThan(10);
});
