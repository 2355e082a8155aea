import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { seededRandom } from '../../bench/content.ts';
import type { Change, LoggedChange } from '../../packages/server/src/store/Store.ts';
import { isFull } from '../testing/runs.ts';
import {
  changed,
  changesBetween,
  collectionChanges,
  items,
  path,
  queryOf,
  readerOf,
  someQuestion,
  worldOf,
} from './largeWorld.ts';
import { openService } from './openService.ts';
import { expectedItem, expectedList, type World } from './reference.ts';

/** How often somebody asks between two steps. */
const askedShare = 0.01;

test('while a large change is prepared, every response is that of before or of after', async () => {
  const seen = { before: 0, after: 0, different: 0 };
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const random = seededRandom(seed);
      let ask = async () => {};
      let asking: Promise<void> | undefined;
      const pause = async () => {
        // One at a time, since there is one clock.
        if (asking !== undefined || random() > askedShare) return;
        const answered = ask();
        asking = answered;
        // A reader may have to wait until the order is sorted that is being paused here.
        await Promise.race([answered, Bun.sleep(1)]);
        answered.then(
          () => (asking = undefined),
          () => {},
        );
      };
      const service = await openService({}, undefined, () => pause);
      await service.apply(collectionChanges());
      let world = worldOf([]);
      let now = Math.floor(random() * 22);
      for (let step = 0; step < 8; step++) {
        const [before, after] = [world, changed(world, random)];
        let isAfter = false;
        ask = async () => {
          if (random() < 0.3) now = Math.max(0, Math.min(22, now + Math.floor(random() * 5) - 1));
          const asked = someQuestion(random);
          const id = `n${Math.floor(random() * items)}`;
          const name = [id, `a-${id}`, undefined, undefined][Math.floor(random() * 4)];
          const wasAfter = isAfter;
          const { status, body } = await service.read(
            name === undefined ? `${path}?${queryOf(asked)}` : `${path}/${name}`,
            now,
          );
          const answer = status === 404 ? undefined : body;
          const expected = (shown: World) =>
            name === undefined
              ? expectedList(shown, asked, { now, preview: false })
              : expectedItem(shown, { ...asked, name }, { now, preview: false });
          const [old, fresh] = [expected(before), expected(after)];
          const isDifferent = !Bun.deepEquals(old, fresh);
          // Nobody sees old content after new.
          if (isDifferent && Bun.deepEquals(answer, fresh)) isAfter = true;
          expect(answer).toEqual(wasAfter || isAfter ? fresh : old);
          if (isDifferent) seen.different++;
          seen[isAfter ? 'after' : 'before']++;
        };
        const tidying = service.catalogue.tidy();
        if (random() < 0.3) await service.catalogue.load(readerOf(after, 1000 + step));
        else await service.apply(changesBetween(before, after));
        isAfter = true;
        world = after;
        await tidying;
        await asking;
        await ask();
      }
    }),
    { numRuns: isFull ? 8 : 1 },
  );
  // A property that never meets its cases proves nothing.
  if (isFull) expect(Math.min(...Object.values(seen))).toBeGreaterThan(30);
});

test('a change that fails half-way leaves everything as it was', async () => {
  const random = seededRandom(5);
  const service = await openService();
  await service.apply(collectionChanges());
  let world = changed(worldOf([]), random);
  await service.apply(changesBetween(worldOf([]), world));
  for (let round = 0; round < (isFull ? 6 : 2); round++) {
    const next = changed(world, random);
    const failing = service.catalogue.apply({
      bookmarks: [{ revision: 9, mark: 'x' }],
      batches: failingAfter(changesBetween(world, next)),
    });
    await expect(failing).rejects.toThrow('the store is gone');
    if (round % 2 === 0) await service.catalogue.tidy();
    if (round % 3 === 1) {
      const other = changed(world, random);
      await service.apply(changesBetween(world, other));
      world = other;
    }
    for (let asks = 0; asks < (isFull ? 20 : 3); asks++) {
      const asked = someQuestion(random);
      const { body } = await service.read(`${path}?${queryOf(asked)}`, 9);
      expect(body).toEqual(expectedList(world, asked, { now: 9, preview: false }));
    }
  }
});

async function* failingAfter(changes: readonly Change[]): AsyncGenerator<LoggedChange[]> {
  yield changes.map((change) => ({ ...change, revision: 9 }));
  throw new Error('the store is gone');
}
