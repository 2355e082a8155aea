import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { isFull, runs } from '../../../../../../tests/testing/runs.ts';
import type { Version } from '../../Admin.ts';
import type { RecordKey, Store, StoredRecord } from '../../Store.ts';
import { describeOpened } from './describeOpened.ts';
import type { OpenHarness } from './OpenHarness.ts';
import { category, item, key, media, plain, press, put, space, tag } from './samples.ts';

const ken = { name: 'ken', at: 5 };
const versionsOf = (store: Store, of: RecordKey) => store.read((reader) => reader.versions(of));
const numbered = (id: string, n: number): StoredRecord => ({ ...plain, id, document: `{"n":${n}}` });

/** What records were before, kept by the store itself for everyone who writes. */
export function describeVersions(open: OpenHarness): void {
  describeOpened('past versions', open, (test) => {
    test('hold replaced and removed records, with author and time', async ({ store }) => {
      await put(store, item, media, tag, category);
      expect(await versionsOf(store, item)).toEqual([]);
      const changed = { ...item, alias: undefined, document: '{"n":2}', links: [] };
      await store.write((writer) => writer.putRecord(changed), { by: ken });
      await store.write((writer) => writer.putRecord(changed), { by: { name: 'kim', at: 6 } });
      await store.write((writer) => writer.removeRecord(item), { by: { name: 'kim', at: 7 } });
      expect(await versionsOf(store, item)).toEqual([
        { number: 2, record: changed, replacedAt: 7, replacedBy: 'kim', wasRemoved: true },
        { number: 1, record: item, replacedAt: 5, replacedBy: 'ken', wasRemoved: false },
      ]);
    });

    test('are by the command line by default', async ({ store }) => {
      const before = Date.now();
      await put(store, plain);
      await put(store, { ...plain, document: '{"n":2}' });
      const [version] = await versionsOf(store, plain);
      expect(version?.replacedBy).toBe('command line');
      expect(version?.replacedAt).toBeGreaterThanOrEqual(before);
      expect(version?.replacedAt).toBeLessThanOrEqual(Date.now());
    });

    test('continue counting if a record is restored', async ({ store }) => {
      await put(store, plain);
      await store.write((writer) => writer.removeRecord(plain));
      await put(store, plain);
      await put(store, { ...plain, document: '{"n":2}' });
      const versions = await versionsOf(store, plain);
      expect(versions.map(({ number, wasRemoved }) => [number, wasRemoved])).toEqual([
        [2, false],
        [1, true],
      ]);
    });

    test('of records that are gone are listed by scope, those that went last first', async ({ store }) => {
      const others = [tag, { ...plain, id: 'n2' }, { ...plain, spaceId: 'app' }, { ...plain, id: 'stays' }];
      await put(store, plain, ...others);
      for (const [index, gone] of [plain, ...others.slice(0, 3)].entries()) {
        await store.write((writer) => writer.removeRecord(gone), { by: { name: 'ken', at: 10 + index } });
      }
      await put(store, { ...plain, id: 'n2' });
      const removed = (scope: object, most = 10) =>
        store.read(async (reader) =>
          (await Array.fromAsync(reader.removed(scope, most))).map(({ record }) => key(record)),
        );
      expect(await removed({})).toEqual([{ ...plain, spaceId: 'app' }, tag, plain].map(key));
      expect(await removed({}, 1)).toEqual([key({ ...plain, spaceId: 'app' })]);
      expect(await removed(space)).toEqual([tag, plain].map(key));
      expect(await removed({ ...space, instanceId: 'press' })).toEqual([key(plain)]);
      expect(await removed({ projectId: 'other' })).toEqual([]);
    });

    test('outlive their instance', async ({ store }) => {
      await put(store, plain);
      await store.write(async (writer) => {
        await writer.removeRecord(plain);
        await writer.removeInstance(press);
      });
      expect(await versionsOf(store, plain)).toHaveLength(1);
      expect(await store.read((reader) => Array.fromAsync(reader.removed(space, 5)))).toHaveLength(1);
    });

    test('also work for bulk writes, and cost nothing for new records', async ({ store }) => {
      const many = (n: number) =>
        Array.from({ length: isFull ? 2500 : 1100 }, (_, index) => numbered(`n${index}`, n));
      await put(store, ...many(1));
      const all = () => store.read(async (reader) => (await Array.fromAsync(reader.allVersions())).flat());
      expect(await all()).toEqual([]);
      await put(store, ...many(2));
      const kept = await all();
      expect(kept.map(({ record }) => record).toSorted(byId)).toEqual(many(1).toSorted(byId));
      expect(kept.every(({ number }) => number === 1)).toBe(true);
    });

    test('can be forgotten one by one, also those of the same transaction', async ({ store }) => {
      await put(store, plain, media);
      await put(store, { ...plain, document: '{"n":2}' });
      await store.write(async (writer) => {
        await writer.removeRecord(plain);
        await writer.removeRecord(media);
        await writer.removeVersions(plain, [2, 9]);
        await writer.removeVersions({ ...plain, projectId: 'nobody' }, [1]);
        expect((await Array.fromAsync(writer.allVersions({ kind: 'media' }))).flat()).toMatchObject([
          { number: 1 },
        ]);
      });
      expect(await versionsOf(store, plain)).toMatchObject([{ number: 1, record: plain }]);
      const all = (kind?: 'media' | 'tag') =>
        store.read(async (reader) => (await Array.fromAsync(reader.allVersions({ kind }))).flat());
      expect((await all()).length).toBe(2);
      expect((await all('media')).map(({ record }) => key(record))).toEqual([key(media)]);
      expect(await all('tag')).toEqual([]);
    });

    test('can be copied from another store, even of a removed instance', async ({ store }) => {
      await store.write((writer) => writer.putSpace(space));
      const version = { number: 7, record: item, replacedAt: 1, replacedBy: 'ken', wasRemoved: true };
      await store.write((writer) => writer.putVersions([version]));
      expect(await versionsOf(store, item)).toEqual([version]);
      expect(await store.read((reader) => reader.instances())).toEqual([]);
      await put(store, plain);
      await store.write((writer) => writer.removeRecord(plain), { by: ken });
      const last = { number: 8, record: plain, replacedAt: 5, replacedBy: 'ken', wasRemoved: true };
      expect(await versionsOf(store, item)).toEqual([last, version]);
    });
  });

  test.each([0, 2, 50])('at most %d past versions behave like a plain list', async (most) => {
    const harness = await open({ keptVersions: most });
    try {
      const stores = [harness.store, await harness.another()];
      let histories = 0;
      await fc.assert(
        fc.asyncProperty(history, (transactions) => follow(stores, most, `p${++histories}`, transactions)),
        { numRuns: runs(10) },
      );
    } finally {
      await harness.dispose();
    }
  });
}

type Step = { readonly id: string; readonly document?: string; readonly isLinked?: boolean };
type Transaction = { readonly steps: readonly Step[]; readonly fails: boolean; readonly writer: number };

const id = fc.constantFrom('1', '2', '3');
const putting = fc.record({
  id,
  document: fc.constantFrom('{"n":1}', '{"n":2}'),
  isLinked: fc.boolean(),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: putting },
  { weight: 1, arbitrary: fc.record({ id }) },
);
const transaction: fc.Arbitrary<Transaction> = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 7 }),
  fails: fc.integer({ min: 0, max: 7 }).map((dice) => dice === 0),
  writer: fc.constantFrom(0, 1),
});
const history = fc.array(transaction, { minLength: 1, maxLength: 10 });

/** What there is of one record: as it is now, and what it was, the newest first. */
type Kept = { readonly now: StoredRecord | undefined; readonly versions: readonly Version[] };

/** Each history has a project of its own, and is written by two that have the store open. */
async function follow(
  stores: readonly Store[],
  most: number,
  projectId: string,
  transactions: readonly Transaction[],
): Promise<void> {
  const model = new Map<string, Kept>();
  for (const [at, { steps, fails, writer }] of transactions.entries()) {
    const [store, by] = [stores[writer] ?? stores[0], { name: `w${writer}`, at }];
    if (store === undefined) return;
    const work = store.write(
      async (writer) => {
        await writer.putRecord({ ...tag, projectId });
        for (const each of steps) {
          const record = recordOf(projectId, each);
          await (each.document === undefined ? writer.removeRecord(record) : writer.putRecord(record));
        }
        if (fails) throw new Error('on purpose');
      },
      { by },
    );
    if (fails) await expect(work).rejects.toThrow('on purpose');
    else {
      await work;
      applyTo(model, most, projectId, steps, by);
    }
    await expectSame(store, projectId, model);
  }
}

function recordOf(projectId: string, { id, document = '', isLinked }: Step): StoredRecord {
  const links = isLinked ? [{ kind: 'tag' as const, id: tag.id }] : [];
  return { ...plain, projectId, id, document, links };
}

/** What was there before the transaction is a version of all that it changed on its way. */
function applyTo(
  model: Map<string, Kept>,
  most: number,
  projectId: string,
  steps: readonly Step[],
  by: { readonly name: string; readonly at: number },
): void {
  const before = new Map(model);
  const changed = new Set<string>();
  for (const each of steps) {
    const { now, versions } = model.get(each.id) ?? { now: undefined, versions: [] };
    const next = each.document === undefined ? undefined : recordOf(projectId, each);
    if (!Bun.deepEquals(now, next)) changed.add(each.id);
    model.set(each.id, { now: next, versions });
  }
  for (const id of changed) {
    const [old, now] = [before.get(id), model.get(id)?.now];
    if (old?.now === undefined) continue;
    const number = (old.versions[0]?.number ?? 0) + 1;
    const kept = {
      number,
      record: old.now,
      replacedAt: by.at,
      replacedBy: by.name,
      wasRemoved: now === undefined,
    };
    model.set(id, { now, versions: [kept, ...old.versions].slice(0, most) });
  }
}

async function expectSame(store: Store, projectId: string, model: Map<string, Kept>): Promise<void> {
  await store.read(async (reader) => {
    for (const [id, { now, versions }] of model) {
      const of = { ...plain, projectId, id };
      expect(await reader.find(of)).toEqual(now);
      expect(await reader.versions(of)).toEqual([...versions]);
      expect(await reader.versions(of, 1)).toEqual([...versions.slice(0, 1)]);
      const [newest] = versions;
      if (newest) expect(await reader.versions(of, 1, newest.number)).toEqual([...versions.slice(1, 2)]);
    }
    const gone = [...model.values()].flatMap(({ now, versions: [last] }) => (now || !last ? [] : [last]));
    const removed = await Array.fromAsync(reader.removed({ projectId }, 10));
    expect(removed.toSorted(byRecord)).toEqual(gone.toSorted(byRecord));
    const moments = removed.map(({ replacedAt }) => replacedAt);
    expect(moments).toEqual(moments.toSorted((one, other) => other - one));
  });
}

function byId(one: StoredRecord, other: StoredRecord): number {
  return one.id < other.id ? -1 : 1;
}

function byRecord(one: Version, other: Version): number {
  return byId(one.record, other.record);
}
