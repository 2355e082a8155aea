import { expect, test } from 'bun:test';
import { budgetOf, memoryBudget } from './memoryBudget.ts';

const cores = 4;
const inMegabytes = (limit: number, workers: number) => {
  const { renderers, indexThreads, heapGrowth, returnsAtOnce, ...bytes } = budgetOf(
    limit * 1e6,
    workers,
    cores,
  );
  expect(returnsAtOnce).toBe(heapGrowth < 0.3);
  return [
    renderers,
    indexThreads,
    heapGrowth,
    ...Object.values(bytes).map((value) => Math.round(value / 1e6)),
  ];
};

test.each([
  // limit, workers: renderers, index threads, heap growth, responses, pictures, compressing, buffers, decoder, decoded, pages
  [256, 1, [1, 0, 0.1, 8, 8, 16, 32, 128, 8, 4]],
  [256, 2, [1, 0, 0.1, 4, 4, 8, 16, 128, 4, 4]],
  [512, 1, [1, 0, 0.3, 16, 16, 32, 64, 256, 16, 8]],
  [1024, 1, [2, 1, 0.3, 32, 32, 64, 128, 512, 32, 16]],
  [4096, 1, [4, 3, 0.3, 64, 64, 64, 256, 2000, 100, 64]],
  [64_000, 1, [4, 3, 0.3, 64, 64, 64, 256, 2000, 100, 64]],
  [64_000, 16, [4, 0, 0.3, 64, 64, 64, 256, 2000, 100, 64]],
])('%d MB for %d worker(s)', (limit, workers, expected) => {
  expect(inMegabytes(limit, workers)).toEqual(expected);
});

test('the caches of all workers leave three quarters for the content, however many there are', () => {
  for (const limit of [128e6, 256e6, 1e9, 16e9, 256e9]) {
    for (const workers of [1, 2, 8, 64]) {
      const { responseBytes, pictureBytes, compressingBytes, bufferBytes, pageBytes } = budgetOf(
        ...([limit, workers, cores] as const),
      );
      const perWorker = responseBytes + pictureBytes + compressingBytes + bufferBytes;
      expect(workers * perWorker + pageBytes).toBeLessThan(0.27 * limit);
    }
  }
});

test('settings come before the limit of the container', () => {
  const settings = { memoryBytes: 256e6, workers: 1, bufferBytes: undefined };
  expect(memoryBudget(settings).responseBytes).toBe(8e6);
  expect(memoryBudget(settings).bufferBytes).toBe(32e6);
  expect(memoryBudget({ ...settings, bufferBytes: 100e6 }).bufferBytes).toBe(100e6);
});
