import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import { createBackgroundPause, createPause, createRequestPause, type Pause } from './timeSlices.ts';

let clock = 0;
beforeEach(() => void spyOn(performance, 'now').mockImplementation(() => clock));
afterEach(() => void spyOn(performance, 'now').mockRestore());

test('time before the work begins does not make requests get longer turns', async () => {
  const pause = createPause();
  clock += 300;
  let turns = 0;
  let isOver = false;
  function serve(): void {
    turns++;
    clock += 1;
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
      clock += 2.5;
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

test('work that nobody waits for rests while its thread waits for a processor, but does not stop', async () => {
  const slices = { resting: 0, other: 0 };
  let waited = 0;
  async function work(kind: keyof typeof slices, pause: Pause, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      clock += 2.5;
      slices[kind]++;
      await pause();
    }
  }
  const isOver = () => slices.resting >= 5 && slices.other >= 60;
  const resting = createBackgroundPause(undefined, () => (waited += 1000));
  await Promise.all([work('resting', resting, isOver), work('other', createPause(), isOver)]);
  expect(slices.resting).toBeLessThan(slices.other * 0.6);
});

test('what somebody waits for does not rest, however busy the machine is', async () => {
  let [looks, isAwaited] = [0, true];
  const look = () => ++looks * 1000;
  const pause = createBackgroundPause(undefined, look, () => isAwaited);
  clock += 2.5;
  await pause();
  expect(looks).toBe(0);
  isAwaited = false;
  clock += 2.5;
  await pause();
  expect(looks).toBe(1);
});

test('a pause rejects if it is stopped while it rests', async () => {
  const stopping = new AbortController();
  let waited = 0;
  const pause = createBackgroundPause(stopping.signal, () => (waited += 1000));
  clock += 2.5;
  setTimeout(() => stopping.abort(new Error('stopped')), 5);
  await expect(Promise.resolve(pause())).rejects.toThrow('stopped');
});
