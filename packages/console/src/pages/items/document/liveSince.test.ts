import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { liveTime } from '../../../time/liveTime.ts';
import { liveSince } from './liveSince.ts';

const moment = fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined });
const times = fc.record({
  status: fc.constantFrom('draft', 'published', 'published'),
  ...{ reservedAt: moment, openingAt: moment, closingAt: moment },
});

test('readers have seen an item since the moment before which they did not', () => {
  // Versions, the oldest first, with the times at which they were written; the first one when the item was created.
  const written = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 20 }), times), {
    minLength: 1,
    selector: ([at]) => at,
  });
  fc.assert(
    fc.property(written, fc.integer({ min: 20, max: 24 }), (unsorted, now) => {
      const versions = unsorted.toSorted(([one], [other]) => one - other);
      const isSeenAt = (at: number) => {
        const [, item] = versions.findLast(([start]) => start <= at) ?? [];
        const { from, until } = liveTime(item ?? { status: 'draft' });
        return from <= at && at < until;
      };
      let expected: number | undefined;
      for (let at = now; at >= 0 && isSeenAt(at); at--) expected = at;
      const past = versions.slice(0, -1).map(([, item], index) => {
        return { version: index + 1, item, replacedAt: versions[index + 1]?.[0] ?? 0, wasDeleted: false };
      });
      const createdAt = versions[0]?.[0];
      const current = { ...versions.at(-1)?.[1], createdAt };
      expect(liveSince(current, past.toReversed(), now)).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

test('what the stored versions do not tell is not guessed', () => {
  const live = { status: 'published' };
  const past = { item: live, replacedAt: 50, wasDeleted: false };
  expect(liveSince(live, [], 100)).toBeUndefined();
  expect(liveSince({ ...live, createdAt: 5 }, [{ ...past, version: 7 }], 100)).toBeUndefined();
  expect(
    liveSince({ ...live, createdAt: 5 }, [{ ...past, version: 1, wasDeleted: true }], 100),
  ).toBeUndefined();
  expect(liveSince({ ...live, createdAt: 5 }, [{ ...past, version: 1 }], 100)).toBe(5);
  expect(liveSince({ ...live, openingAt: 70 }, [{ ...past, version: 7, wasDeleted: true }], 100)).toBe(70);
});
