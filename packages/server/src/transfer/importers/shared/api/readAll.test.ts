import { describe, expect, test } from 'bun:test';
import { ApiError } from './createApiClient.ts';
import { type ApiWindow, readAll } from './readAll.ts';

async function idsOf(read: (offset: number, size: number) => ApiWindow): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const element of readAll(async (offset, size) => read(offset, size))) found.push(element);
  return found;
}

test('elements that are counted but not sent are passed over, however many there are in a row', async () => {
  const last = { id: 90_000 };
  const read = (offset: number, size: number): ApiWindow => {
    const isLast = offset <= last.id && offset + size > last.id;
    return { elements: offset === 0 ? [{ id: 0 }] : isLast ? [last] : [], total: last.id + 1 };
  };
  const wide = (offset: number, size: number): ApiWindow =>
    offset === 0
      ? { elements: Array.from({ length: size }, (_, id) => ({ id })), total: last.id + 1 }
      : read(offset, size);
  expect((await idsOf(wide)).at(-1)).toEqual(last);
});

describe('an API that never ends is given up', () => {
  test.each<[string, ApiWindow]>([
    ['counts without end', { elements: [], total: Number.MAX_SAFE_INTEGER }],
    ['counts to infinity', { elements: [], total: Infinity }],
    ['sends the same again and again', { elements: [{ id: 1 }, { id: 2 }], total: 1e12 }],
    ['sends what has no ID', { elements: [{}, {}], total: 1e12 }],
  ])('because it %s', async (_, window) => {
    const read = idsOf(() => window);
    await expect(read).rejects.toBeInstanceOf(ApiError);
    await expect(read).rejects.toThrow('nothing new in 1001 responses');
  });
});
