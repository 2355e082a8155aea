import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { eachItem } from './readers.ts';

type Item = { readonly id: number };

/** Reads all of a list that something happens to before each page. */
async function readAll(items: Item[], size: number, happen: (items: Item[]) => void) {
  const asked: number[] = [];
  const read = async (page: number) => {
    if (page > 1) happen(items);
    asked.push(page);
    return { totalCount: items.length, currentPage: page, list: items.slice((page - 1) * size, page * size) };
  };
  const found = await Array.fromAsync(eachItem(read, 'id', size), ({ id }) => id);
  return { found, asked };
}

const listOf = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
const places = fc.infiniteStream(fc.nat());

test('reads every page once if nothing changes', async () => {
  expect(await readAll(listOf(0), 3, () => {})).toEqual({ found: [], asked: [1] });
  expect(await readAll(listOf(6), 3, () => {})).toEqual({ found: [0, 1, 2, 3, 4, 5], asked: [1, 2] });
  expect(await readAll(listOf(7), 3, () => {})).toEqual({ found: [0, 1, 2, 3, 4, 5, 6], asked: [1, 2, 3] });
});

test('yields what is there all the time exactly once, while others are added', async () => {
  const property = fc.asyncProperty(
    fc.nat(40),
    fc.integer({ min: 1, max: 7 }),
    places,
    async (count, size, at) => {
      let added = 0;
      const { found } = await readAll(listOf(count), size, (items) => {
        if (added < 20) items.splice(nextPlace(at, items.length + 1), 0, { id: 1000 + added++ });
      });
      expect(new Set(found).size).toBe(found.length);
      expect(found.filter((id) => id < 1000).sort((a, b) => a - b)).toEqual(
        listOf(count).map(({ id }) => id),
      );
    },
  );
  await fc.assert(property);
});

test('yields what is there all the time exactly once, while others are removed', async () => {
  const property = fc.asyncProperty(
    fc.nat(40),
    fc.integer({ min: 1, max: 7 }),
    fc.nat(9),
    places,
    async (count, size, many, at) => {
      const items = listOf(count);
      const { found } = await readAll(items, size, () => {
        for (let left = many; left > 0; left--) items.splice(nextPlace(at, items.length), 1);
      });
      expect(new Set(found).size).toBe(found.length);
      expect(found).toEqual(expect.arrayContaining(items.map(({ id }) => id)));
    },
  );
  await fc.assert(property);
});

test('goes back as far as the remaining items have moved', async () => {
  let reads = 1;
  const { found } = await readAll(listOf(20), 2, (items) => {
    if (++reads === 4) items.splice(0, 5);
  });
  expect(found.sort((a, b) => a - b)).toEqual(listOf(20).map(({ id }) => id));
});

test('ends, whatever happens', async () => {
  let next = 1000;
  const { found } = await readAll(listOf(20), 2, (items) => {
    if (next++ % 2 === 0) items.shift();
    else items.unshift({ id: next });
  });
  expect(new Set(found).size).toBe(found.length);
});

test('ends if the count is wrong', async () => {
  for (const totalCount of [Number.NaN, 1000]) {
    const read = async (page: number) => ({
      totalCount,
      currentPage: page,
      list: page < 3 ? [{ id: page }] : [],
    });
    const found = await Array.fromAsync(eachItem(read, 'id', 1), ({ id }) => id);
    expect(found.length).toBeLessThan(3);
  }
});

function nextPlace(stream: Iterator<number>, length: number): number {
  return length === 0 ? 0 : stream.next().value % length;
}
