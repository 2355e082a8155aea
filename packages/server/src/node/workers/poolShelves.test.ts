import { expect, test } from 'bun:test';
import type { ShelfQuery } from '../../management/api/ApiContext.ts';
import type { RecordKey } from '../../store/Store.ts';
import { type AskWorker, poolShelves } from './poolShelves.ts';
import { createPendingRequests } from './startPool.ts';

const query: ShelfQuery = { kind: 'tag', projectId: 'p', spaceId: 's', page: 1, size: 20, sort: [] };

/** A worker that answers with its name, and shows up to a revision; asked for anything else it is silent. */
function worker(name: string, revision: number): AskWorker {
  return async (ask) => {
    if (ask.about === 'list') return { about: 'list', list: { head: name, rows: [] } };
    return ask.about === 'shown' ? { about: 'shown', isShown: ask.revision <= revision } : undefined;
  };
}

const silent: AskWorker = async () => undefined;

test('workers are asked in turn, and another one if one is silent', async () => {
  const both = poolShelves(() => [worker('one', 1), worker('two', 1)]);
  const texts = [await both.list(query), await both.list(query), await both.list(query)].map(
    (list) => list?.head,
  );
  expect(new Set(texts)).toEqual(new Set(['one', 'two']));
  const half = poolShelves(() => [silent, worker('two', 1)]);
  for (let times = 0; times < 3; times++) expect((await half.list(query))?.head).toBe('two');
});

test('concurrent requests do not push each other to the silent worker', async () => {
  const half = poolShelves(() => [silent, worker('two', 1)]);
  const texts = await Promise.all(Array.from({ length: 9 }, async () => (await half.list(query))?.head));
  expect(new Set(texts)).toEqual(new Set(['two']));
});

test('no response is reported as such, and not taken for a response', async () => {
  for (const workers of [[], [silent], [worker('one', 1)]])
    await expect(poolShelves(() => workers).counts()).rejects.toMatchObject({ code: 'not_ready' });
});

test('many items are asked for in portions, so that no message keeps readers waiting', async () => {
  const portions: number[] = [];
  const counting: AskWorker = async (ask) => {
    if (ask.about !== 'glances') return undefined;
    portions.push(ask.keys.length);
    return { about: 'glances', glances: ask.keys.map((key) => (key.id === '7' ? null : glanceOf(key))) };
  };
  const glanceOf = (key: RecordKey) => ({
    ...{ key, name: key.id, alias: undefined, title: undefined, state: undefined, updatedAt: 1 },
  });
  const keys = Array.from({ length: 250 }, (_, n) => ({
    ...{ kind: 'tag', projectId: 'p', spaceId: 's', id: `${n}` },
  })) satisfies RecordKey[];
  const glances = await poolShelves(() => [counting]).glances(keys);
  expect(portions).toEqual([100, 100, 50]);
  expect(glances.map((glance) => glance?.name)).toEqual(keys.map(({ id }) => (id === '7' ? undefined : id)));
});

test('a change is shown when all workers show it', async () => {
  const pool = poolShelves(() => [worker('one', 5), worker('two', 4)]);
  expect(await pool.shown(4)).toBe(true);
  expect(await pool.shown(5)).toBe(false);
  expect(await poolShelves(() => [worker('one', 5), silent]).shown(5)).toBe(false);
  const [one, two] = [worker('one', 5), worker('two', 4)];
  const growing = poolShelves(
    () => [one],
    () => [one, two],
  );
  expect([await growing.shown(4), await growing.shown(5)]).toEqual([true, false]);
});

test('a response resolves its own request, and a late one is ignored', async () => {
  const pending = createPendingRequests<string>();
  const sent: number[] = [];
  const ask = (patience: number) => pending.ask(0, (request) => sent.push(request), patience);
  const [first, second] = [ask(60_000), ask(60_000)];
  const late = ask(1);
  pending.resolve(sent[1] ?? 0, 'b');
  pending.resolve(sent[0] ?? 0, 'a');
  expect(await Promise.all([first, second, late])).toEqual(['a', 'b', undefined]);
  pending.resolve(sent[2] ?? 0, 'c');
});

test('an ended process is not awaited', async () => {
  const pending = createPendingRequests<string>();
  const sent: number[] = [];
  const ask = (process: number) => pending.ask(process, (request) => sent.push(request), 600_000);
  const [first, second, third] = [ask(0), ask(1), ask(0)];
  pending.end(0);
  expect(await Promise.all([first, third])).toEqual([undefined, undefined]);
  pending.resolve(sent[1] ?? 0, 'b');
  expect(await second).toBe('b');
});
