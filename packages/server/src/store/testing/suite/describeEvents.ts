import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../../tests/testing/runs.ts';
import type { EventState, RecordEvent } from '../../RecordEvent.ts';
import { beginning, IntegrityError, type RecordKey, type StoredRecord, type Writer } from '../../Store.ts';
import { describeOpened } from './describeOpened.ts';
import type { OpenHarness } from './OpenHarness.ts';
import { events, key, plain, press, put, tag } from './samples.ts';

type Times = {
  readonly status: string;
  readonly reservedAt: number | undefined;
  readonly openingAt: number | undefined;
  readonly closingAt: number | undefined;
};
type Step = { readonly id: string; readonly alias?: string | undefined; readonly times: Times | undefined };

const time = fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined });
const times: fc.Arbitrary<Times> = fc.record({
  status: fc.constantFrom('draft', 'published'),
  reservedAt: time,
  openingAt: time,
  closingAt: time,
});
const step: fc.Arbitrary<Step> = fc.record({
  id: fc.constantFrom('1', '2', '3'),
  alias: fc.option(fc.constantFrom('p', 'q'), { nil: undefined }),
  times: fc.option(times, { nil: undefined }),
});

/** Every single change of a record, with when it was live and is live. */
export function describeEvents(open: OpenHarness): void {
  describeOpened('events', open, (test) => {
    const live = { ...plain, alias: 'a', document: '{"status":"published","openingAt":5,"closingAt":9}' };

    test('say when a record was live and is live', async ({ store }) => {
      const by = { name: 'ken', at: 7 };
      await put(store, tag);
      const start = await store.bookmark();
      await store.write((writer) => writer.putRecord(live), { by });
      await store.write(
        (writer) => writer.putRecord({ ...live, alias: 'b', document: '{"status":"draft"}' }),
        { by },
      );
      await store.write((writer) => writer.removeRecord(live), { by });
      const times = { alias: 'a', publishedFrom: -Infinity, liveFrom: 5, liveUntil: 9 };
      const draft = { alias: 'b', publishedFrom: Infinity, liveFrom: Infinity, liveUntil: Infinity };
      const found = await events(store, start);
      expect(found?.map(({ revision: _, start: __, ...event }) => event)).toEqual([
        { at: 7, key: key(live), isHidden: false, before: undefined, after: times },
        { at: 7, key: key(live), isHidden: false, before: times, after: draft },
        { at: 7, key: key(live), isHidden: false, before: draft, after: undefined },
      ]);
    });

    test('there is none for a change without effect, a space, an instance or a credential', async ({
      store,
    }) => {
      await put(store, live);
      const start = await store.bookmark();
      await put(store, live);
      await store.write((writer) => writer.putInstance({ ...press, instanceId: 'other' }));
      expect(await events(store, start)).toEqual([]);
    });

    test('nobody hears of an incomplete draft', async ({ store }) => {
      const incomplete = { ...plain, document: '{"status":"draft","missing":["values.body"]}' };
      const draft = { ...plain, document: '{"status":"draft"}' };
      const start = await store.bookmark();
      for (const record of [incomplete, { ...incomplete, alias: 'x' }, draft, incomplete])
        await put(store, record);
      await store.write((writer) => writer.removeRecord(plain));
      const found = await events(store, start);
      const is = { alias: undefined, publishedFrom: Infinity, liveFrom: Infinity, liveUntil: Infinity };
      expect(found?.map(({ before, after }) => [before, after])).toEqual([
        [undefined, undefined],
        [undefined, undefined],
        [undefined, is],
        [is, undefined],
        [undefined, undefined],
      ]);
    });

    const texts = ['\\', '\\"reservedAt":1,', '\u0000', '\ud800', '\\u0000', '"\\', '\\\ud800"'];
    test('no text in a document confuses them', async ({ store }) => {
      const documents = texts.map((name) =>
        JSON.stringify({ name, reservedAt: 3, values: { closingAt: 4 } }),
      );
      for (const [index, document] of documents.entries())
        await put(store, { ...tag, id: `${index}`, document });
      const found = await events(store, beginning);
      expect(found?.map(({ after }) => after)).toEqual(
        texts.map(() => ({ alias: undefined, publishedFrom: 3, liveFrom: 3, liveUntil: Infinity })),
      );
    });

    test('those of a removed instance stay', async ({ store }) => {
      await put(store, live);
      const start = await store.bookmark();
      await store.write((writer) => writer.removeRecord(live));
      await store.write((writer) => writer.removeInstance(press));
      expect(await events(store, start)).toMatchObject([
        { key: key(live), before: { alias: 'a' }, after: undefined },
      ]);
    });
  });

  test('events are those of a plain model, after any bookmark', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 6 }), async (transactions) => {
        const { store, another, dispose } = await open();
        let told: readonly Omit<RecordEvent, 'revision' | 'start'>[] = [];
        let records: ReadonlyMap<string, Step> = new Map();
        const bookmarks = [{ bookmark: await store.bookmark(), told: 0 }];
        for (const [at, steps] of transactions.entries()) {
          const now = new Map(records);
          const tells: Omit<RecordEvent, 'revision' | 'start'>[] = [];
          const write = async (writer: Writer) => {
            for (const each of steps) {
              const old = now.get(each.id);
              if (each.times === undefined) await writer.removeRecord(keyOf(each.id));
              else await writer.putRecord(recordOf(each, each.times));
              if (Bun.deepEquals(old?.times, each.times) && (old?.alias === each.alias || !each.times))
                continue;
              if (each.times === undefined) now.delete(each.id);
              else now.set(each.id, each);
              const states = { before: stateOf(old), after: stateOf(each) };
              tells.push({ at, key: keyOf(each.id), isHidden: false, ...states });
            }
          };
          try {
            await store.write(write, { by: { name: 'ken', at } });
            records = now;
            told = [...told, ...tells];
          } catch (error) {
            // Two records have one alias: nothing was written.
            if (!(error instanceof IntegrityError)) throw error;
          }
          bookmarks.push({ bookmark: await store.bookmark(), told: told.length });
        }
        const again = await another();
        for (const { bookmark, told: before } of bookmarks) {
          const found = await events(again, bookmark);
          expect(found?.map(({ revision: _, start: __, ...event }) => event)).toEqual(told.slice(before));
        }
        await dispose();
      }),
      { numRuns: runs(20) },
    );
  });
}

function keyOf(id: string): RecordKey {
  return { ...key(plain), id };
}

function recordOf({ id, alias }: Step, times: Times): StoredRecord {
  return { ...keyOf(id), alias, document: JSON.stringify(times), links: [] };
}

/** The rule of visibility, said once more. */
function stateOf(step: Step | undefined): EventState | undefined {
  if (step?.times === undefined) return undefined;
  const { status, reservedAt, openingAt, closingAt } = step.times;
  const published = reservedAt ?? (status === 'draft' ? Infinity : -Infinity);
  const opening = openingAt ?? -Infinity;
  const liveFrom = published > opening ? published : opening;
  return { alias: step.alias, publishedFrom: published, liveFrom, liveUntil: closingAt ?? Infinity };
}
