import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { sharedPostgres } from '../../../../../tests/startPostgres.ts';
import { runs } from '../../../../../tests/testing/runs.ts';
import { openStore } from '../../store/openStore.ts';
import type { RecordKey, Store } from '../../store/Store.ts';
import { removePlace } from '../places/movePlace.ts';
import { lines, openImportStore, source, type TestLine } from '../testing/importing.ts';
import { importRecords } from './importRecords.ts';

const space = { projectId: 'acme', spaceId: 'web' };
const newsKey = (id: string): RecordKey => ({ kind: 'news', ...space, instanceId: 'press', id });
const categoryKey = (id: string): RecordKey => ({ kind: 'category', ...space, id });

/** What is said of a record: its title, whether it is published, and its category. */
type Said = {
  readonly title: string;
  readonly isPublished?: boolean;
  readonly category?: string | undefined;
};
type World = Readonly<Record<string, Said>>;

const isCategory = (id: string) => id.startsWith('c');
const ids = ['c1', 'c2', 'n1', 'n2', 'n3'];

function lineOf(id: string, { title, isPublished, category }: Said): TestLine {
  if (isCategory(id)) return { kind: 'category', ...space, categoryId: id, name: title };
  return {
    ...lines.news,
    ...{ contentId: id, name: title, alias: `${id}-slug`, tags: undefined },
    status: isPublished ? 'published' : 'draft',
    values: { ...lines.news.values, title },
    category: category === undefined ? undefined : { categoryId: category },
  };
}

const foreign = (list: readonly TestLine[], folder?: string) => [
  { ...source(list, folder, 'export.xml'), isForeign: true, onAliasDropped: () => {} },
];

/** An operator's way to write, which goes by no import. */
async function edit(store: Store, key: RecordKey, change: (document: Record<string, unknown>) => object) {
  await store.write(
    async (writer) => {
      const record = await writer.find(key);
      if (record === undefined) throw new Error(`there is no ${key.id}`);
      const document = JSON.stringify({
        ...JSON.parse(record.document),
        ...change(JSON.parse(record.document)),
      });
      await writer.putRecord({ ...record, document });
    },
    { by: { name: 'ken', at: 5000 } },
  );
}

const remove = (store: Store, key: RecordKey) =>
  store.write((writer) => writer.removeRecord(key), { by: { name: 'ken', at: 5000 } });

/** What is here, as the reference says it. */
async function here(store: Store): Promise<World> {
  const found: Record<string, Said> = {};
  await store.read(async (reader) => {
    for await (const batch of reader.records(space)) {
      for (const { kind, id, document } of batch) {
        const { name, values, status, category } = JSON.parse(document);
        if (kind === 'category') found[id] = { title: name };
        if (kind === 'news')
          found[id] = {
            title: values.title,
            isPublished: status === 'published',
            category: category?.categoryId,
          };
      }
    }
  });
  return found;
}

const same = (one: Said | undefined, other: Said | undefined) =>
  one?.title === other?.title && one?.isPublished === other?.isPublished && one?.category === other?.category;

/** The plain reference: what an import makes of what is here, given what the last one brought. */
function merged(base: World, now: World, theirs: World, overwrites: boolean) {
  const [brought, after, kept]: [Record<string, Said>, Record<string, Said>, string[]] = [
    { ...base },
    { ...now },
    [],
  ];
  for (const id of ids) {
    const said = theirs[id];
    if (said === undefined) continue;
    const isChanged = now[id] !== undefined && !same(now[id], base[id]) && !same(now[id], said);
    const isRemoved = now[id] === undefined && base[id] !== undefined;
    if (!overwrites && (isChanged || isRemoved)) {
      kept.push(id);
      brought[id] = said;
      continue;
    }
    const isGone =
      said.category !== undefined && kept.includes(said.category) && after[said.category] === undefined;
    const whole = isGone ? { ...said, category: undefined } : said;
    [brought[id], after[id]] = [whole, whole];
  }
  return { brought, after, kept };
}

const title = fc.constantFrom('A', 'B', 'C');
const news = fc.record({
  title,
  isPublished: fc.boolean(),
  category: fc.option(fc.constantFrom('c1', 'c2'), { nil: undefined }),
});
/** Whatever articles refer to is in the source, too. */
const world = fc
  .tuple(
    title,
    title,
    fc.uniqueArray(fc.constantFrom('n1', 'n2', 'n3')),
    fc.array(news, { minLength: 3, maxLength: 3 }),
  )
  .map(
    ([one, other, some, said]): World => ({
      c1: { title: one },
      c2: { title: other },
      ...Object.fromEntries(some.map((id, index) => [id, said[index] ?? { title: 'A', isPublished: true }])),
    }),
  );
const step = fc.oneof(
  fc.record({
    type: fc.constant('import' as const),
    world,
    overwrites: fc.constantFrom(false, false, false, true),
  }),
  fc.record({ type: fc.constant('edit' as const), id: fc.constantFrom(...ids), title }),
  fc.record({ type: fc.constant('takeDown' as const), id: fc.constantFrom('n1', 'n2', 'n3') }),
  fc.record({ type: fc.constant('remove' as const), id: fc.constantFrom(...ids) }),
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

async function follow(store: Store, run: Run, steps: readonly Step[]): Promise<void> {
  let [base, now]: [World, World] = [{}, {}];
  for (const step of steps) {
    if (step.type === 'import') {
      const list = ids.flatMap((id) => (step.world[id] === undefined ? [] : [lineOf(id, step.world[id])]));
      const report = await run([lines.media, ...list], step.overwrites);
      const expected = merged(base, now, step.world, step.overwrites);
      expect(report.conflicts.map(({ id }) => id)).toEqual(expected.kept);
      expect(report.kept).toBe(expected.kept.length);
      [base, now] = [expected.brought, expected.after];
    } else {
      const said = now[step.id];
      if (said === undefined) continue;
      const key = isCategory(step.id) ? categoryKey(step.id) : newsKey(step.id);
      if (step.type === 'remove') {
        if (Object.values(now).some(({ category }) => category === step.id)) continue;
        await remove(store, key);
        const { [step.id]: _, ...rest } = now;
        now = rest;
      } else if (step.type === 'takeDown') {
        await edit(store, key, () => ({ status: 'draft' }));
        now = { ...now, [step.id]: { ...said, isPublished: false } };
      } else {
        await edit(store, key, ({ values }) =>
          isCategory(step.id)
            ? { name: step.title }
            : { name: step.title, values: { ...Object(values), title: step.title }, updatedAt: 6000 },
        );
        now = { ...now, [step.id]: { ...said, title: step.title } };
      }
    }
    expect(await here(store)).toEqual(now);
  }
}

/** What was in a removed place is forgotten, imports included. */
async function startAfresh(store: Store): Promise<void> {
  if ((await store.read((reader) => reader.spaces())).length === 0) return;
  const by = { name: 'ken', at: 7000 };
  await store.write((writer) => removePlace(writer, space, { removalId: crypto.randomUUID(), by }), { by });
}

type Run = (list: readonly TestLine[], overwrites: boolean) => ReturnType<typeof importRecords>;
const steps = fc.array(step, { minLength: 2, maxLength: 12 });

test('an import takes what the source has changed, and keeps what was changed or removed here (SQLite)', async () => {
  await using at = await openImportStore();
  const run: Run = (list, overwrites) => at.run([], { sources: foreign(list), overwrites });
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      await follow(at.store, run, steps);
      await startAfresh(at.store);
    }),
    { numRuns: runs(300) },
  );
});

test('an import takes what the source has changed, and keeps what was changed or removed here (PostgreSQL)', async () => {
  await using at = await openImportStore();
  const store = await openStore(await (await sharedPostgres()).freshStore());
  const run: Run = (list, overwrites) =>
    importRecords({ store, originals: at.originals, now: () => 1000, sources: foreign(list), overwrites });
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      await follow(store, run, steps);
      await startAfresh(store);
    }),
    { numRuns: runs(40) },
  );
  await store.close();
});

const hello = lineOf('n1', { title: 'Hello', isPublished: true, category: 'c1' });
const products = lineOf('c1', { title: 'Products' });

test('both versions of a conflict are listed', async () => {
  await using at = await openImportStore();
  await at.run([], { sources: foreign([lines.media, products, hello]) });
  await edit(at.store, newsKey('n1'), ({ values }) => ({
    status: 'draft',
    values: { ...Object(values), title: 'Mine' },
  }));
  const same = await at.run([], { sources: foreign([lines.media, products, hello]) });
  expect(same.conflicts).toMatchObject([{ why: 'changed', isChangedInSource: false }]);
  const newer = lineOf('n1', { title: 'Theirs', isPublished: true, category: 'c1' });
  const report = await at.run([], { sources: foreign([lines.media, products, newer]) });
  expect(report).toMatchObject({ updated: 0, kept: 1, unchanged: 2 });
  expect(report.byKind.news).toMatchObject({ updated: 0, kept: 1 });
  expect(report.conflicts).toEqual([
    {
      ...{ kind: 'news', id: 'n1', title: 'Mine', why: 'changed', isChangedInSource: true, dropped: 0 },
      differences: [
        { member: 'name', here: 'Hello', source: 'Theirs' },
        { member: 'status', here: 'draft', source: 'published' },
        { member: 'title', here: 'Mine', source: 'Theirs' },
      ],
    },
  ]);
  // The conflict is settled: it is no news to the next import.
  const again = await at.run([], { sources: foreign([lines.media, products, newer]) });
  expect(again.conflicts).toMatchObject([{ isChangedInSource: false }]);
});

test('an article comes in without the category and the picture that were removed here', async () => {
  await using at = await openImportStore();
  await at.run([], { sources: foreign([lines.media, products, hello]) });
  for (const key of [newsKey('n1'), categoryKey('c1'), { kind: 'media', ...space, id: 'm1' } as const])
    await remove(at.store, key);
  const other = lineOf('n2', { title: 'New', isPublished: true, category: 'c1' });
  const report = await at.run([], { sources: foreign([lines.media, products, hello, other]) });
  expect(report.conflicts.map(({ id, why, dropped }) => [id, why, dropped])).toEqual([
    ['m1', 'removed', 1],
    ['c1', 'removed', 1],
    ['n1', 'removed', 0],
  ]);
  const [found] = await at.store.read((reader) => reader.findAll([newsKey('n2')]));
  expect(found?.links).toEqual([{ kind: 'media', id: 'no-picture' }]);
  expect(await at.run([], { sources: foreign([lines.media, products, hello, other]) })).toMatchObject({
    ...{ created: 0, updated: 0, kept: 3 },
  });
});

test('an article gives up the slug of one that was changed here', async () => {
  await using at = await openImportStore();
  await at.run([], { sources: foreign([lines.media, products, hello]) });
  await edit(at.store, newsKey('n1'), () => ({ status: 'draft' }));
  const dropped: unknown[] = [];
  const sources = foreign([
    ...[lines.media, products, { ...Object(hello), alias: 'renamed' }],
    { ...Object(lineOf('n2', { title: 'New', category: 'c1' })), alias: 'n1-slug' },
  ]).map((each) => ({ ...each, onAliasDropped: (...told: unknown[]) => void dropped.push(told) }));
  expect(await at.run([], { sources })).toMatchObject({ created: 1, kept: 1 });
  expect(dropped).toEqual([['news', 'n1-slug', 'n2', 'alias']]);
});

test('what somebody is at work on is left alone', async () => {
  await using at = await openImportStore();
  await at.run([], { sources: foreign([lines.media, products, hello]) });
  await at.store.write(
    async (writer) => {
      const record = await writer.find(newsKey('n1'));
      if (record === undefined) throw new Error('it is gone');
      const { document, links, alias } = record;
      const next = { document, links, alias, changedAt: 5000, changedBy: 'ken' };
      await writer.putRecord({ ...record, next });
    },
    { by: { name: 'ken', at: 5000 } },
  );
  const newer = lineOf('n1', { title: 'Theirs', isPublished: true, category: 'c1' });
  expect(await at.run([], { sources: foreign([lines.media, products, newer]) })).toMatchObject({ kept: 1 });
});

test('lines of NDJSON count, whoever has changed or removed what they name', async () => {
  await using at = await openImportStore();
  await at.run([], { sources: foreign([lines.media, products, hello]) });
  await edit(at.store, newsKey('n1'), () => ({ status: 'draft' }));
  expect(await at.run([hello])).toMatchObject({ updated: 1, kept: 0 });
  await remove(at.store, newsKey('n1'));
  expect(await at.run([hello])).toMatchObject({ created: 1, kept: 0 });
  // What a script changes counts as changed here.
  await at.run([lineOf('n1', { title: 'By a script', isPublished: true, category: 'c1' })]);
  expect(await at.run([], { sources: foreign([lines.media, products, hello]) })).toMatchObject({ kept: 1 });
});

test('what an earlier version has imported follows the source, unless an operator has changed it', async () => {
  await using at = await openImportStore();
  const two = lineOf('n2', { title: 'Two', isPublished: true, category: 'c1' });
  await at.run([lines.media, products, hello, two]);
  await edit(at.store, newsKey('n2'), () => ({ status: 'draft' }));
  const newer = lineOf('n1', { title: 'Theirs', isPublished: true, category: 'c1' });
  const report = await at.run([], { sources: foreign([lines.media, products, newer, two]) });
  expect(report).toMatchObject({ updated: 1, kept: 1 });
  expect(report.conflicts).toMatchObject([{ id: 'n2', why: 'changed' }]);
});
