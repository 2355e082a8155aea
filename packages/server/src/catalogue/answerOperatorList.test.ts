import { expect, test } from 'bun:test';
import { defaultSort, isAppKind, type Kind } from '@newsstand/contract';
import fc from 'fast-check';
import { openService, recordChange } from '../../../../tests/exactness/openService.ts';
import {
  type Asked,
  type Doc,
  expectedList,
  idOf,
  type World,
} from '../../../../tests/exactness/reference.ts';
import {
  bannerDoc,
  categoryDoc,
  mediaDoc,
  newsDoc,
  question,
  tagDoc,
} from '../../../../tests/exactness/worlds.ts';
import { isFull, runs } from '../../../../tests/testing/runs.ts';
import { answerOperatorList, type DateRange, type OperatorListQuery } from './answerOperatorList.ts';
import type { Catalogue } from './Catalogue.ts';
import type { State } from './items/visibility.ts';
import { plainFold } from './search/testing/plainFold.ts';
import { transitionsIn } from './transitionsIn.ts';

type Put = { readonly kind: Kind; readonly doc: Doc };

const docs = { news: newsDoc, banner: bannerDoc, media: mediaDoc, category: categoryDoc, tag: tagDoc };
const put = (kind: Kind): fc.Arbitrary<Put> => docs[kind].map((doc: Doc) => ({ kind, doc }));
const stock = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: put('news') },
    { weight: 3, arbitrary: put('banner') },
    ...[put('media'), put('category'), put('tag')],
  ),
  { minLength: 20, maxLength: 50, size: 'max' },
);
const seldom = <T>(filter: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: filter });
const asks = fc.array(
  fc.record({
    asked: question,
    state: fc.constantFrom(undefined, undefined, 'live', 'scheduled', 'closed', 'draft'),
    mediaType: fc.constantFrom(undefined, 'image', 'video'),
    search: fc.constantFrom(
      undefined,
      undefined,
      'ニュース',
      'ART',
      'b1',
      'm2 ニ',
      'ｶﾞｲ',
      'o',
      'café',
      'none such',
    ),
    only: seldom(fc.subarray(['n1', 'n2', 'n3', 'n4', 'n5', 'b1', 'b2', 'b3', 'm1', 't1', 'c9'])),
    dates: seldom(
      fc.record({
        field: fc.constantFrom('createdAt', 'updatedAt', 'closingAt'),
        from: fc.option(fc.nat(12), { nil: undefined }),
        until: fc.option(fc.nat(12), { nil: undefined }),
      }),
    ),
    now: fc.integer({ min: -1, max: 13 }),
  }),
  { minLength: 5, maxLength: 15 },
);

/** Puts a stock on one instance of each kind, and into plain objects alike. */
async function open(puts: readonly Put[]) {
  const { catalogue, apply } = await openService();
  const last = [...new Map(puts.map((one) => [`${one.kind} ${idOf(one.doc)}`, one])).values()];
  await apply(last.map(({ kind, doc }) => recordChange(kind, 'one', doc)));
  const of = (wanted: Kind) => last.filter(({ kind }) => kind === wanted).map(({ doc }) => doc);
  const world: World = {
    ...{ category: of('category'), tag: of('tag'), media: of('media') },
    ...{ news: { one: of('news') }, banner: { one: of('banner') } },
  };
  return { catalogue, world };
}

async function listed(catalogue: Catalogue, query: OperatorListQuery, now: number) {
  const space = catalogue.space('p', 's');
  const shelf = space?.shelf(query.kind, 'one');
  if (space === undefined || shelf === undefined) throw new Error('there is no such shelf');
  const { head, rows } = await answerOperatorList(space, shelf, query, now);
  return JSON.parse(`{${head},"list":[${rows.map(({ members }) => `{${members}}`)}]}`);
}

/** The obvious way: from what a preview sees, with the words of the rules. */
function stateOf(
  { status, reservedAt, openingAt = -Infinity, closingAt = Infinity }: Doc,
  now: number,
): State {
  const never = status === 'draft' && reservedAt === undefined;
  if (never) return 'draft';
  const opens = Math.max(openingAt, reservedAt ?? -Infinity);
  if (opens <= now && now < closingAt) return 'live';
  return now < opens && opens < closingAt ? 'scheduled' : 'closed';
}

function isNamedLike({ name, alias = '', ...doc }: Doc, search: string): boolean {
  const text = `${name}\n${alias}\n${idOf({ name, ...doc })}`;
  const terms = plainFold(search).split(' ');
  return terms.every((term) => plainFold(text).includes(term));
}

test('a list for operators is what filtering, counting and sorting plain objects gives', async () => {
  const met = { found: 0, empty: 0, chosen: 0, followed: 0 };
  await fc.assert(
    fc.asyncProperty(stock, asks, async (puts, list) => {
      const { catalogue, world } = await open(puts);
      for (const { asked, now, mediaType, only, dates, ...more } of list) {
        const { kind, page, size } = asked;
        const sort =
          asked.sort.length === 0
            ? defaultSort(kind)
            : asked.sort.map(([field, way]) => ({ field, descending: way === 'desc' }));
        const search = kind === 'news' ? asked.search : more.search;
        const filters = { category: asked.category, tags: asked.tags, search };
        const state = isAppKind(kind) ? more.state : undefined;
        const type = kind === 'media' ? mediaType : undefined;
        const ids = only?.join('\n');
        const query = { kind, page, size, sort, ...filters, state, media: { type }, ids, dates };
        const { totalCount, currentPage, counts, list: items } = await listed(catalogue, query, now);

        const everything = expected(world, asked, now)
          .filter(({ doc }) => kind === 'news' || search === undefined || isNamedLike(doc, search))
          .filter(({ doc }) => type === undefined || Reflect.get(doc, 'type') === type)
          .filter(({ doc }) => only?.includes(idOf(doc)) !== false)
          .filter(({ doc }) => dates === undefined || isDated(doc, dates));
        const right = everything.filter((one) => state === undefined || one.state === state);
        expect({ totalCount, currentPage }).toEqual({ totalCount: right.length, currentPage: page });
        const shown = right.slice((page - 1) * size, page * size);
        expect(items).toEqual(
          shown.map(({ item, state: is, next }) => {
            if (isAppKind(kind)) return { item, state: is, ...(next && { next }) };
            return kind === 'media' ? { item, about: {} } : { item };
          }),
        );
        if (isAppKind(kind)) expect(counts).toEqual(countsOf(everything));
        else expect(counts).toBeUndefined();
        if (items.some((item: object) => 'next' in item)) met.followed++;
        met[items.length === 0 ? 'empty' : state === undefined ? 'found' : 'chosen']++;
      }
    }),
    { numRuns: runs(120) },
  );
  if (isFull) expect(Math.min(...Object.values(met))).toBeGreaterThan(50);
});

test.each<[string, Partial<OperatorListQuery>]>([
  ['a search', { search: 'even' }],
  ['IDs', { ids: Array.from({ length: 1500 }, (_, index) => `c${2 * index}`).join('\n') }],
  ['a date', { dates: { field: 'createdAt', from: 0, until: 1 } }],
])('a list by %s is exact and made once, however often the shelf changes meanwhile', async (_, filter) => {
  const service = await openService();
  const categoryOf = (index: number, isEven: boolean, name = isEven ? 'even' : 'odd') => ({
    ...{ projectId: 'p', spaceId: 's', categoryId: `c${index}`, name },
    ...{ createdAt: isEven ? 0 : 1, updatedAt: 0 },
  });
  const change = (index: number, isEven: boolean, isRemoved = false) =>
    recordChange('category', undefined, categoryOf(index, isEven), isRemoved);
  await service.apply(Array.from({ length: 3000 }, (_, index) => change(index, index % 2 === 0)));
  const shelf = service.catalogue.space('p', 's')?.shelf('category', undefined);
  const space = service.catalogue.space('p', 's');
  if (space === undefined || shelf === undefined) throw new Error('there are no categories');
  let pauses = 0;
  // Some are gone, some are not found any more, some come back in slots of others; those that come are found, too.
  const pause = async () => {
    const index = pauses++ * 20;
    if (pauses > 22) return;
    await service.apply([change(index, true, true), change(index + 2, false), change(index + 4, true)]);
    await service.apply([change(index + 1, true)]);
    if (pauses % 3 === 0) await service.apply([change(index, true)]);
    if (pauses % 4 === 0) await service.catalogue.tidy();
  };
  const sort = [{ field: 'categoryId', descending: false }];
  const query = { kind: 'category', page: 1, size: 99, sort, ...filter } as const;
  const meanwhile = await answerOperatorList(space, shelf, query, 5, pause);
  expect(pauses).toBeGreaterThan(20);
  const [looked, written] = [3000 / 64, 99];
  expect(pauses).toBeLessThan(1.5 * looked + written);
  expect(meanwhile).toEqual(await answerOperatorList(space, shelf, query, 5));
});

function isDated(doc: Doc, { field, from = -Infinity, until = Infinity }: DateRange): boolean {
  const date: unknown = Reflect.get(doc, field);
  return typeof date === 'number' && from <= date && date < until;
}

/** All that a question is about, with what it is; searching other kinds than news is not its business. */
function expected(world: World, asked: Asked, now: number) {
  const { ids: _ids, rssOnly: _rssOnly, previewAt: _previewAt, search, ...rest } = asked;
  const whole = {
    ...{ ...rest, instanceId: 'one', page: 1, size: 1000, includeCategory: true, includeTags: true },
    ...(asked.kind === 'news' && search !== undefined && { search }),
  };
  const found = new Map(allDocs(world, asked.kind).map((doc) => [idOf(doc), doc]));
  return expectedList(worldAt(world, now), whole, { now, preview: true }).list.flatMap((item) => {
    const { contentId, mediaId, categoryId, tagId } = item;
    const doc = found.get(contentId ?? mediaId ?? categoryId ?? tagId ?? '');
    if (doc === undefined) return [];
    const current = versionAt(doc, now);
    return [{ item, doc: current, state: stateOf(current, now), next: upcoming(doc, now) }];
  });
}

/** Everything in the versions that count at a time. */
function worldAt(world: World, now: number): World {
  const current = (kind: 'news' | 'banner') => allDocs(world, kind).map((doc) => versionAt(doc, now));
  return { ...world, news: { one: current('news') }, banner: { one: current('banner') } };
}

/** The obvious way: the next version from its moment on. */
function versionAt({ next, ...doc }: Doc, now: number): Doc {
  return next?.takesOverAt !== undefined && next.takesOverAt <= now ? next.doc : doc;
}

/** What is said of a next version that is still to come. */
function upcoming({ next }: Doc, now: number): object | undefined {
  if (next === undefined || (next.takesOverAt ?? Infinity) <= now) return undefined;
  return next.takesOverAt === undefined ? {} : { takesOverAt: next.takesOverAt };
}

function allDocs(world: World, kind: Kind): readonly Doc[] {
  return isAppKind(kind) ? (world[kind]['one'] ?? []) : world[kind];
}

function countsOf(list: readonly { readonly state: State }[]): Record<State, number> {
  const counts = { live: 0, scheduled: 0, closed: 0, draft: 0 };
  for (const { state } of list) counts[state]++;
  return counts;
}

test('transitions are the openings and closings that really happen, in their order', async () => {
  let met = 0;
  await fc.assert(
    fc.asyncProperty(stock, fc.nat(12), fc.nat(12), fc.nat(12), async (puts, from, length, most) => {
      const { catalogue, world } = await open(puts);
      const until = from + length;
      const all = (['news', 'banner'] as const)
        .flatMap((kind) => allDocs(world, kind).flatMap((doc) => changesOf(kind, doc)))
        .filter(({ at }) => from < at && at <= until);
      const { list, further } = await transitionsIn(catalogue, { from, until, most });
      expect(list.length).toBe(Math.min(most, all.length));
      expect(further).toBe(all.length - list.length);
      expect(list.map(({ at }) => at)).toEqual(
        all
          .map(({ at }) => at)
          .sort((a, b) => a - b)
          .slice(0, most),
      );
      const names = new Set(all.map((one) => JSON.stringify(one)));
      for (const { at, type, key, name } of list) {
        expect(names.has(JSON.stringify({ at, type, kind: key.kind, id: key.id, name }))).toBe(true);
        expect(key).toMatchObject({ projectId: 'p', spaceId: 's', instanceId: 'one' });
      }
      expect(new Set(list.map((one) => JSON.stringify(one))).size).toBe(list.length);
      const others = await transitionsIn(catalogue, {
        from,
        until,
        most,
        places: [{ projectId: 'q' }, { projectId: 'p', spaceId: 's', instanceId: 'two' }],
      });
      expect(others).toEqual({ list: [], further: 0 });
      const here = await transitionsIn(catalogue, {
        from,
        until,
        most,
        places: [{ projectId: 'p', spaceId: 's', instanceId: 'one' }],
      });
      expect(here.list).toEqual(list);
      met += list.length;
    }),
    { numRuns: runs(100) },
  );
  if (isFull) expect(met).toBeGreaterThan(100);
});

/** What is shown at one moment and not at the one before it, or the other way round, or in another version. */
function changesOf(kind: 'news' | 'banner', doc: Doc) {
  return Array.from({ length: 30 }, (_, at) => at - 2).flatMap((at) => {
    const [old, current] = [versionAt(doc, at - 1), versionAt(doc, at)];
    const [before, after] = [stateOf(old, at - 1) === 'live', stateOf(current, at) === 'live'];
    const hasTakenOver = doc.next?.takesOverAt === at;
    if (before === after && !(after && hasTakenOver)) return [];
    const type = before === after ? ('changes' as const) : after ? ('opens' as const) : ('closes' as const);
    return [{ at, type, kind, id: idOf(doc), name: (after ? current : old).name }];
  });
}
