import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../tests/testing/runs.ts';
import { createClient } from './createClient.ts';
import { eachItem } from './readers.ts';

type Item = { readonly id: number };

/** Reads all of a list that something happens to before each page but the very first. */
async function readAll(items: Item[], size: number, happen: (items: Item[]) => void) {
  const asked: number[] = [];
  const read = async (page: number) => {
    if (asked.length > 0) happen(items);
    asked.push(page);
    return { totalCount: items.length, currentPage: page, list: items.slice((page - 1) * size, page * size) };
  };
  const all = eachItem(read, { idField: 'id', operation: 'listItems' }, size);
  const found = await Array.fromAsync(all, ({ id }) => id);
  return { found, asked };
}

const listOf = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
const places = fc.infiniteStream(fc.nat());

test('looks at every page but the last a second time if nothing changes', async () => {
  expect(await readAll(listOf(0), 3, () => {})).toEqual({ found: [], asked: [1] });
  expect(await readAll(listOf(3), 3, () => {})).toEqual({ found: [0, 1, 2], asked: [1] });
  expect(await readAll(listOf(6), 3, () => {})).toEqual({ found: [0, 1, 2, 3, 4, 5], asked: [1, 2, 1] });
  const seven = await readAll(listOf(7), 3, () => {});
  expect(seven).toEqual({ found: [0, 1, 2, 3, 4, 5, 6], asked: [1, 2, 3, 1, 2] });
});

test('yields once all that is in the list at one moment, whatever changes meanwhile', async () => {
  const changes = fc.array(fc.record({ after: fc.nat(60), isAdded: fc.boolean(), at: fc.nat() }), {
    maxLength: 30,
  });
  const property = fc.asyncProperty(
    fc.nat(40),
    fc.integer({ min: 1, max: 7 }),
    changes,
    async (count, size, given) => {
      const items = listOf(count);
      const moments = [new Set(items.map(({ id }) => id))];
      let reads = 0;
      let changed = 0;
      const reading = readAll(items, size, () => {
        reads++;
        const now = given.filter(({ after }) => after === reads);
        if (now.length > 0) changed++;
        for (const { isAdded, at } of now) {
          if (isAdded) items.splice(at % (items.length + 1), 0, { id: 1000 + at + reads * 1e10 });
          else items.splice(at % (items.length || 1), 1);
        }
        moments.push(new Set(items.map(({ id }) => id)));
      });
      const found = await reading.then(
        (result) => result.found,
        (error: unknown) => error,
      );
      if (!Array.isArray(found)) {
        expect(found).toMatchObject({ code: 'list_changing' });
        // A change spoils at most two of the ten passes: the one that it comes in, and the next, which is compared with it.
        expect(changed).toBeGreaterThanOrEqual(5);
        return;
      }
      expect(new Set(found).size).toBe(found.length);
      expect(moments.some((moment) => moment.isSubsetOf(new Set(found)))).toBeTrue();
    },
  );
  await fc.assert(property, { numRuns: runs(300) });
});

test('yields what is there all the time exactly once, while others move in front of it', async () => {
  const property = fc.asyncProperty(fc.integer({ min: 1, max: 7 }), places, async (size, at) => {
    let left = 12;
    const { found } = await readAll(listOf(30), size, (items) => {
      const [moved] = left-- > 0 ? items.splice(at.next().value % items.length, 1) : [];
      if (moved !== undefined) items.unshift(moved);
    });
    expect(found.sort((a, b) => a - b)).toEqual(listOf(30).map(({ id }) => id));
  });
  await fc.assert(property);
});

test('gives up a list that changes all the time, and says so', async () => {
  let next = 1000;
  const reading = readAll(listOf(20), 2, (items) => {
    if (next++ % 2 === 0) items.shift();
    else items.unshift({ id: next });
  });
  await expect(reading).rejects.toMatchObject({ code: 'list_changing', operation: 'listItems' });
});

test('ends if the count is wrong', async () => {
  for (const totalCount of [Number.NaN, 1000]) {
    const read = async (page: number) => ({
      totalCount,
      currentPage: page,
      list: page < 3 ? [{ id: page }] : [],
    });
    const all = eachItem(read, { idField: 'id', operation: 'listItems' }, 1);
    expect((await Array.fromAsync(all, ({ id }) => id)).length).toBeLessThan(3);
  }
});

test('the second look at a page costs a 304, and items that have changed are not mixed up', async () => {
  const items = ['a', 'b', 'c', 'd'].map((tagId) => ({ tagId, name: tagId.toUpperCase() }));
  const statuses: number[] = [];
  const client = createClient({
    ...{ url: 'https://content.example.com', key: 'k', secret: 's', projectId: 'acme', spaceId: 'web' },
    async fetch(url, { headers }) {
      const page = Number(new URL(url).searchParams.get('page'));
      const list = items.slice(page * 2 - 2, page * 2);
      const text = JSON.stringify({ totalCount: items.length, currentPage: page, list });
      const etag = `"${Bun.hash(text)}"`;
      const isSame = headers['if-none-match'] === etag;
      statuses.push(isSame ? 304 : 200);
      // While it is read, the second item gets in front of the first, once.
      if (statuses.length === 2) items.splice(0, 2, ...items.slice(0, 2).reverse());
      return new Response(isSame ? null : text, { status: isSame ? 304 : 200, headers: { etag } });
    },
  });
  expect(await Array.fromAsync(client.tags.all({ size: 2 }), ({ name }) => name)).toEqual([
    ...['A', 'B', 'C', 'D'],
  ]);
  expect(statuses).toEqual([200, 200, 200, 304, 304]);
});
