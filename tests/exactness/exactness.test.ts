import { expect, test } from 'bun:test';
import type { Kind } from '@newsstand/contract';
import fc from 'fast-check';
import { type Engine, engines } from '../engines.ts';
import { runs } from '../testing/runs.ts';
import { openEngineService } from './openEngineService.ts';
import { type openService, recordChange } from './openService.ts';
import { pathOf } from './pathOf.ts';
import { type Asked, type Doc, expectedItem, expectedList, idOf, type World } from './reference.ts';
import { bannerDoc, categoryDoc, mediaDoc, newsDoc, question, tagDoc } from './worlds.ts';

type Put = { kind: Kind; instanceId: string; doc: Doc; deleted: boolean };

const put = (kind: Kind, doc: fc.Arbitrary<Doc>): fc.Arbitrary<Put> =>
  fc.record({
    kind: fc.constant(kind),
    instanceId: fc.constantFrom('one', 'two'),
    doc,
    deleted: fc.constantFrom(false, false, false, true),
  });

const puts = fc.oneof(
  { weight: 6, arbitrary: put('news', newsDoc) },
  put('banner', bannerDoc),
  put('media', mediaDoc),
  put('category', categoryDoc),
  put('tag', tagDoc),
);

/** A commit of the store, or a request at some time. Time may also run backwards, because a clock can be set. */
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('commit' as const),
      puts: fc.array(puts, { minLength: 1, maxLength: 8, size: 'max' }),
    }),
  },
  fc.record({ type: fc.constant('tidy' as const) }),
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('ask' as const),
      asked: question,
      preview: fc.boolean(),
      now: fc.integer({ min: -1, max: 13 }),
    }),
  },
);

const firstStock = fc.array(puts, { minLength: 20, maxLength: 40, size: 'max' });

test('every response is what filtering and sorting plain objects gives', () => checkAnswers(runs(150)));

for (const engine of engines) {
  test(`the same with changes through ${engine.name}`, () => checkAnswers(runs(8), engine));
}

async function checkAnswers(numRuns: number, engine?: Engine): Promise<void> {
  const seen = { found: 0, empty: 0, items: 0, missing: 0, past: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(firstStock, fc.array(step, { minLength: 10, maxLength: 60 }), async (stock, steps) => {
      await using service = await openEngineService(engine);
      const history: Past[] = [];
      const commitNow = async (puts: readonly Put[]) => {
        const world = changed(history.at(-1)?.world ?? nothing, puts);
        history.push({ since: service.clock.now, world });
        await commit(service, puts);
      };
      await commitNow(stock);
      for (const action of steps) {
        if (action.type === 'commit') await commitNow(action.puts);
        else if (action.type === 'tidy') await service.catalogue.tidy();
        else await checkAnswer(history, service, withoutForeignTime(action), seen);
      }
    }),
    { numRuns },
  );
  // A property that never meets its cases proves nothing. In few runs, the rare ones may be missing.
  const { found, empty, items, missing } = seen;
  if (numRuns > 5) expect(found + empty + items + missing).toBeGreaterThan(numRuns * 5);
  if (numRuns > 100) expect(Math.min(...Object.values(seen))).toBeGreaterThan(15);
}

type TestService = Awaited<ReturnType<typeof openService>>;

const nothing: World = { category: [], tag: [], media: [], news: {}, banner: {} };

/** The world from a commit on. */
type Past = { readonly since: number; readonly world: World };

/** The store reports each changed thing once, in its current state. */
async function commit(service: TestService, puts: readonly Put[]): Promise<void> {
  const last = new Map(puts.map((one) => [`${one.kind} ${scopeOf(one)} ${idOf(one.doc)}`, one]));
  const changes = [...last.values()].map((one) =>
    recordChange(one.kind, one.instanceId, one.doc, one.deleted),
  );
  await service.apply(changes);
}

/** Another world, after a commit. */
function changed(world: World, puts: readonly Put[]): World {
  const after = { ...world, news: { ...world.news }, banner: { ...world.banner } };
  for (const one of puts) change(after, one);
  return after;
}

function scopeOf({ kind, instanceId }: Put): string {
  return kind === 'news' || kind === 'banner' ? instanceId : '';
}

function change(world: World, { kind, instanceId, doc, deleted }: Put): void {
  const others = (docs: Doc[] = []) => docs.filter((other) => idOf(other) !== idOf(doc));
  const after = (docs: Doc[] | undefined) => (deleted ? others(docs) : [...others(docs), doc]);
  if (kind === 'news' || kind === 'banner') world[kind][instanceId] = after(world[kind][instanceId]);
  else world[kind] = after(world[kind]);
}

type Seen = Record<'found' | 'empty' | 'items' | 'missing' | 'past' | 'refused', number>;

async function checkAnswer(
  history: readonly Past[],
  service: TestService,
  { asked, now, preview }: Ask,
  seen: Seen,
) {
  const { status, body, maxAge } = await service.read(pathOf(asked), now, {}, preview);
  const { previewAt = now } = asked;
  if (status === 400) {
    // Only the past is refused, and only if something was written since.
    seen.refused++;
    expect(previewAt).toBeLessThan(now);
    const [, first = ''] = /must be (-?\d+) or later/.exec(body.detail) ?? [];
    expect(previewAt).toBeLessThan(Number(first));
    expect([now, ...history.map(({ since }) => since)]).toContain(Number(first));
    return;
  }
  const isPast = previewAt < now;
  if (isPast) seen.past++;
  const then = isPast ? history.findLast(({ since }) => since <= previewAt) : history.at(-1);
  const { world = nothing } = then ?? {};
  if (asked.name !== undefined) {
    const item = expectedItem(world, asked, { now, preview });
    seen[item === undefined ? 'missing' : 'items']++;
    expect(status).toBe(item === undefined ? 404 : 200);
    if (item !== undefined) expect(body).toEqual(item);
    return;
  }
  const expected = expectedList(world, asked, { now, preview });
  seen[expected.totalCount === 0 ? 'empty' : 'found']++;
  expect(status).toBe(200);
  expect(body).toEqual(expected);
  if (!preview) checkLifetime(world, asked, now, maxAge);
}

/** No response may change by itself within its max-age. */
function checkLifetime(world: World, asked: Asked, now: number, maxAge: number) {
  const before = expectedList(world, asked, { now, preview: false });
  for (let later = now; later < Math.min(now + maxAge * 1000, 14); later++) {
    expect(expectedList(world, asked, { now: later, preview: false })).toEqual(before);
  }
}

type Ask = { readonly asked: Asked; readonly now: number; readonly preview: boolean };

/** Only previews see another time. */
function withoutForeignTime({ asked: { previewAt, ...asked }, now, preview }: Ask): Ask {
  const isMoved = preview && previewAt !== undefined;
  return { asked: { ...asked, ...(isMoved && { previewAt }) }, now, preview };
}
