import { expect, test } from 'bun:test';
import { LiveTimes } from '../items/LiveTimes.ts';
import { VersionTable } from '../items/VersionTable.ts';
import { Searches } from './Searches.ts';
import { ShelfTexts } from './ShelfTexts.ts';

/** Texts that stand so far apart that a step of a search reads one at most. */
const textsApart = 1024;

/** Searches of so many texts that are in no index, each of which takes some milliseconds to read. */
function openSlow(count: number, milliseconds: number): Searches {
  const items = {
    length: count * textsApart,
    hasText: () => true,
    textOf: () => {
      for (const began = performance.now(); performance.now() < began + milliseconds; );
      return 'launch';
    },
    isLive: (slot: number) => slot % textsApart === 0,
    liveFrom: () => -Infinity,
    liveUntil: () => Infinity,
    publishedFrom: () => -Infinity,
    versions: new VersionTable(),
  };
  const times = new LiveTimes(items);
  const texts = new ShelfTexts(items, times);
  for (let number = 0; number < count; number++) {
    times.change([], [number * textsApart]);
    texts.put(number * textsApart);
  }
  return new Searches({ items, times, texts });
}

test('a search that takes long gives the others one turn after each time slice: somebody waits for it', async () => {
  const texts = 20;
  const searches = openSlow(texts, 3);
  const preparing = searches.prepare(['launch'], 0);
  expect(preparing).toBeInstanceOf(Promise);
  expect(searches.prepare(['launch'], 0)).toBe(preparing);
  let turns = 0;
  let isOver = false;
  function serve(): void {
    turns++;
    for (const began = performance.now(); performance.now() < began + 1; );
    if (!isOver) setImmediate(serve);
  }
  setImmediate(serve);
  await preparing;
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(texts - 1);
  expect(turns).toBeLessThan(texts * 2);
  expect(searches.prepare(['launch'], 0)).toBeUndefined();
  expect(searches.find(['launch'], 0)).toMatchObject({ cached: true, slots: { count: texts } });
});
