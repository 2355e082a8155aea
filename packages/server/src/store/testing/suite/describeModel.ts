import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../../tests/testing/runs.ts';
import {
  type Bookmark,
  type Instance,
  IntegrityError,
  type RecordKey,
  type Store,
  type StoredRecord,
} from '../../Store.ts';
import type { OpenHarness } from './OpenHarness.ts';
import { changes, everything, key } from './samples.ts';

type Step =
  | { readonly type: 'put'; readonly record: StoredRecord }
  | { readonly type: 'remove'; readonly key: RecordKey }
  | { readonly type: 'removeInstance'; readonly instance: Instance };
type Transaction = { readonly steps: readonly Step[]; readonly fails: boolean; readonly reopens: boolean };

/** What the store should hold: records by their key, and instances. */
type Model = { readonly records: Map<string, StoredRecord>; readonly instances: Map<string, Instance> };

const space = fc.constantFrom({ projectId: 'a', spaceId: 'x' }, { projectId: 'a', spaceId: 'y' });
const id = fc.constantFrom('1', '2', '3');
const alias = fc.option(fc.constantFrom('p', 'q', '1'), { nil: undefined });
const link = fc.record({ kind: fc.constantFrom('category', 'tag', 'media'), id });
const links = fc.uniqueArray(link, { maxLength: 2, selector: ({ kind, id }) => kind + id });

const collectionKey = fc
  .tuple(space, fc.constantFrom('category', 'tag', 'media'), id)
  .map(([scope, kind, id]): RecordKey => ({ ...scope, kind, id }));
const itemKey = fc
  .tuple(space, fc.constantFrom('news', 'banner'), fc.constantFrom('i', 'j'), id)
  .map(([scope, kind, instanceId, id]): RecordKey => ({ ...scope, kind, instanceId, id }));
const anyKey = fc.oneof(collectionKey, itemKey);

const document = fc.json({ maxDepth: 1 });
const bare = fc.tuple(collectionKey, alias, document);
const linked = fc.tuple(itemKey, alias, document, links);
const record = fc.oneof(
  bare.map(([key, alias, document]): StoredRecord => ({ ...key, alias, document, links: [] })),
  linked.map(([key, alias, document, links]): StoredRecord => ({ ...key, alias, document, links })),
);
const instance = fc
  .tuple(space, fc.constantFrom('news', 'banner'), fc.constantFrom('i', 'j'))
  .map(([scope, app, instanceId]): Instance => ({ ...scope, app, instanceId }));

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: record.map((record): Step => ({ type: 'put', record })) },
  { weight: 2, arbitrary: anyKey.map((key): Step => ({ type: 'remove', key })) },
  { weight: 1, arbitrary: instance.map((instance): Step => ({ type: 'removeInstance', instance })) },
);
const transaction: fc.Arbitrary<Transaction> = fc.record({
  steps: fc.array(step, { maxLength: 6 }),
  fails: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
  reopens: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
});

/** Random histories: the store must always hold what a plain map would. */
export function describeModel(open: OpenHarness): void {
  test('behaves like a plain map', async () => {
    const history = fc.array(transaction, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(history, (transactions) => follow(open, transactions)),
      { numRuns: runs(20) },
    );
  });
}

async function follow(open: OpenHarness, transactions: readonly Transaction[]): Promise<void> {
  const harness = await open();
  try {
    let { store } = harness;
    let model: Model = { records: new Map(), instances: new Map() };
    for (const each of transactions) {
      if (each.reopens) {
        await store.close();
        store = await harness.another();
      }
      model = await applyToBoth(store, model, each);
      await expectSame(store, model);
    }
  } finally {
    await harness.dispose();
  }
}

/** Applies a transaction to the store and to the model; gives the model as it should be afterwards. */
async function applyToBoth(store: Store, before: Model, { steps, fails }: Transaction): Promise<Model> {
  const after = steps.reduce(applied, before);
  const isKept = !fails && isWhole(after);
  const start = await store.bookmark();
  const work = store.write(async (writer) => {
    for (const each of steps) {
      if (each.type === 'put') await writer.putRecord(each.record);
      else if (each.type === 'remove') await writer.removeRecord(each.key);
      else await writer.removeInstance(each.instance);
    }
    if (fails) throw new Error('on purpose');
  });
  if (isKept) await work;
  else await expect(work).rejects.toThrow(fails ? 'on purpose' : IntegrityError);
  await work.catch(() => {});
  await expectLog(store, start, before, isKept ? after : before);
  return isKept ? after : before;
}

function applied(model: Model, step: Step): Model {
  const [records, instances] = [new Map(model.records), new Map(model.instances)];
  if (step.type === 'put') {
    records.set(nameOf(step.record), step.record);
    const home = instanceOf(step.record);
    if (home !== undefined) instances.set(JSON.stringify(Object.values(home)), home);
  } else if (step.type === 'remove') records.delete(nameOf(step.key));
  else instances.delete(JSON.stringify(Object.values(instanceFields(step.instance))));
  return { records, instances };
}

function isWhole({ records, instances }: Model): boolean {
  const aliases = new Set<string>();
  for (const record of records.values()) {
    const { projectId, spaceId, links } = record;
    if (links.some((link) => !records.has(nameOf({ ...link, projectId, spaceId })))) return false;
    const home = instanceOf(record);
    if (home !== undefined && !instances.has(JSON.stringify(Object.values(home)))) return false;
    if (record.alias === undefined) continue;
    const taken = nameOf({ ...record, id: `alias ${record.alias}` });
    if (aliases.has(taken)) return false;
    aliases.add(taken);
    if (record.alias !== record.id && records.has(nameOf({ ...record, id: record.alias }))) return false;
  }
  const instanceIds = [...instances.values()].map(({ app: _, ...place }) => JSON.stringify(place));
  return new Set(instanceIds).size === instanceIds.length;
}

async function expectSame(store: Store, { records, instances }: Model): Promise<void> {
  const now = await everything(store);
  const byName = (some: StoredRecord, other: StoredRecord) => (nameOf(some) < nameOf(other) ? -1 : 1);
  expect(now.records.toSorted(byName)).toEqual([...records.values()].toSorted(byName));
  expect(new Set(now.instances.map((each) => JSON.stringify(Object.values(instanceFields(each)))))).toEqual(
    new Set(instances.keys()),
  );
}

/** Whatever differs must be in the log; and no log where nothing was kept. */
async function expectLog(store: Store, start: Bookmark, before: Model, after: Model): Promise<void> {
  const logged = (await changes(store, start)) ?? [];
  const named = new Map(
    logged.flatMap((change) => (change.type === 'record' ? [[nameOf(change.key), change.record]] : [])),
  );
  for (const name of new Set([...before.records.keys(), ...after.records.keys()])) {
    const [old, now] = [before.records.get(name), after.records.get(name)];
    if (!Bun.deepEquals(old, now)) expect(named.has(name)).toBe(true);
    if (named.has(name)) expect(named.get(name)).toEqual(now);
  }
  if (before === after) expect(logged).toEqual([]);
}

function nameOf(of: RecordKey): string {
  return JSON.stringify(Object.values(key(of)));
}

function instanceOf({ kind, projectId, spaceId, instanceId }: RecordKey): Instance | undefined {
  if ((kind !== 'news' && kind !== 'banner') || instanceId === undefined) return undefined;
  return { app: kind, projectId, spaceId, instanceId };
}

function instanceFields({ app, projectId, spaceId, instanceId }: Instance): Instance {
  return { app, projectId, spaceId, instanceId };
}
