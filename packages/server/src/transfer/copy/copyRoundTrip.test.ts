import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import { content, putContent } from '../testing/copyContent.ts';
import { expectSame, openPair } from '../testing/copyPair.ts';
import { copyStore } from './copyStore.ts';

test('a copy of a copy equals any store', async () => {
  await fc.assert(
    fc.asyncProperty(content, async (content) => {
      await using pair = await openPair();
      await using other = await openPair();
      await putContent(pair.from, content);
      const first = await copyStore(pair);
      const second = await copyStore({ from: pair.to, to: other.to });
      expect([first.differences, second.differences]).toEqual([[], []]);
      expect(second.source).toEqual(first.source);
      await expectSame(pair.from, other.to);
    }),
    { numRuns: runs(15) },
  );
});
