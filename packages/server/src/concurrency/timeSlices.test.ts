import { expect, test } from 'bun:test';
import { createPause, createRequestPause, type Pause } from './timeSlices.ts';

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

test('work that a request waits for gets most of the time beside work in the background', async () => {
  const slices = { background: 0, request: 0 };
  async function work(kind: 'background' | 'request', pause: Pause, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      for (const begun = performance.now(); performance.now() < begun + 2.5; );
      slices[kind]++;
      await pause();
    }
  }
  const isOver = () => slices.request === 60;
  await Promise.all([
    work('background', createPause(), isOver),
    work('request', createRequestPause(), isOver),
  ]);
  expect(slices.background).toBeLessThan(slices.request * 0.6);
});
