import { expect, test } from 'bun:test';
import { createPause } from './timeSlices.ts';

test('time before the work begins does not make requests get longer turns', async () => {
  const pause = createPause();
  await Bun.sleep(300);
  let turns = 0;
  let isOver = false;
  function serve(): void {
    turns++;
    for (const begun = performance.now(); performance.now() < begun + 1; );
    if (!isOver) setImmediate(serve);
  }
  setImmediate(serve);
  await pause();
  isOver = true;
  expect(turns).toBeGreaterThan(0);
  expect(turns).toBeLessThan(100);
});
