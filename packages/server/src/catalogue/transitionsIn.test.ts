import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../tests/testing/runs.ts';
import type { LoggedChange, StoredRecord } from '../store/Store.ts';
import { writeNamedItem } from './answer.ts';
import { Catalogue } from './Catalogue.ts';
import { ByteWriter } from './items/ByteWriter.ts';
import { nextTransition } from './transitionsIn.ts';

const key = { kind: 'news', projectId: 'p', spaceId: 's', instanceId: 'i', id: 'n' } as const;
const end = 12;
const time = fc.option(fc.integer({ min: 0, max: end }), { nil: undefined });
const times = fc.record({
  status: fc.constantFrom('draft', 'published'),
  reservedAt: time,
  openingAt: time,
  closingAt: time,
});
const next = fc.option(fc.record({ times, takesOverAt: time, isIncomplete: fc.boolean() }), {
  nil: undefined,
});

/** A document; an incomplete one lacks its text. */
function documentOf(name: string, members: object, isIncomplete = false): string {
  const values = { title: 't', ...(isIncomplete ? {} : { body: {} }) };
  const missing = isIncomplete ? { missing: ['values.body'] } : {};
  return JSON.stringify({ projectId: 'p', spaceId: 's', name, ...members, values, ...missing });
}

async function catalogueOf(record: StoredRecord): Promise<Catalogue> {
  const catalogue = new Catalogue({ media: { url: 'http://media.test', key: 'k' }, now: () => 0 });
  const batches = (async function* (): AsyncGenerator<readonly LoggedChange[]> {
    yield [{ type: 'record', key, record, revision: 1 }];
  })();
  await catalogue.apply({ bookmarks: [{ revision: 1, mark: 'm' }], batches });
  return catalogue;
}

test('the next moment is the first at which anybody reads something else', async () => {
  await fc.assert(
    fc.asyncProperty(times, next, async (members, later) => {
      // Nobody decides when an incomplete version takes over.
      const isIncomplete = later?.isIncomplete === true && later.takesOverAt === undefined;
      const record: StoredRecord = {
        ...{ ...key, alias: undefined, links: [], document: documentOf('now', members) },
        next: later && {
          ...{ alias: undefined, links: [], document: documentOf('then', later.times, isIncomplete) },
          ...{ takesOverAt: later.takesOverAt, changedAt: 0, changedBy: 'mia' },
        },
      };
      const catalogue = await catalogueOf(record);
      const [space] = [...catalogue.spaces()];
      const shelf = space?.shelf('news', 'i');
      if (space === undefined || shelf === undefined) throw new Error('nothing is shown');
      const writer = new ByteWriter();
      const read = (now: number, preview: boolean) =>
        writeNamedItem(writer, space, shelf, 'n', { now, preview }) && writer.written.toString();
      for (let now = -1; now <= end; now++) {
        for (const preview of [false, true]) {
          const seen = read(now, preview);
          let changesAt = now + 1;
          while (changesAt <= end && read(changesAt, preview) === seen) changesAt++;
          const told = nextTransition([space], now, () => preview);
          expect(Math.min(end + 1, told)).toBeLessThanOrEqual(changesAt);
        }
      }
    }),
    { numRuns: runs(500) },
  );
});
