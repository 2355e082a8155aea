import { expect, test } from 'bun:test';
import type { MediaOperation } from '@newsstand/contract';
import { pictureSize, sizeWithin } from '@newsstand/contract/pictureSize';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import { drawing } from '../testing/realFiles.ts';
import { renderPicture } from './renderPicture.ts';
import { parsePicturePath, picturePath } from './url/picturePath.ts';

const source = { width: 60, height: 45 };
/** Stored on its side, as cameras do. */
const bytes = await drawing(source.height, source.width).withMetadata({ orientation: 6 }).jpeg().toBuffer();

const edge = fc.nat(80);
const side = fc.constantFrom(0, 1, 7, 30, -33, 45, 60, 90);
const rotate = fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const);
const one: Record<string, fc.Arbitrary<MediaOperation>> = {
  crop: fc
    .tuple(edge, edge, edge, edge)
    .map(([left, top, right, down]) => ({ type: 'crop', left, top, right, down })),
  fit: fc
    .constantFrom('fit-in' as const, 'full-fit-in' as const, 'adaptive-fit-in' as const)
    .map((value) => ({ type: 'fit-in', value })),
  size: fc.tuple(side, side).map(([width, height]) => ({ type: 'size', width, height })),
  smart: fc.constant({ type: 'smart' }),
  filters: fc.record({ type: fc.constant('filters' as const), fill: fc.constant('red') }),
  turn: fc.record({ type: fc.constant('filters' as const), rotate }),
};
const operations = fc
  .tuple(...Object.values(one).map((each) => fc.option(each, { nil: undefined })))
  .map((list) => list.filter((each) => each !== undefined));

test('the size that is told of a picture is the one that it is rendered in', async () => {
  const mostWidth = fc.constantFrom<number | undefined>(undefined, 20, 1000);
  await fc.assert(
    fc.asyncProperty(operations, mostWidth, async (list, most = Infinity) => {
      const parsed = parsePicturePath(picturePath(list, 'a.jpg')).operations;
      const options = { format: 'png', seed: 1 } as const;
      const { width, height } = await renderPicture(bytes, { ...parsed, mostWidth: most }, options);
      const told = pictureSize(source, list);
      expect(told && sizeWithin(told, most)).toEqual({ width, height });
      // Without the original, it is the same or not known.
      expect([undefined, told]).toContainEqual(pictureSize(undefined, list));
    }),
    { numRuns: runs(400) },
  );
});

test('what a trim leaves is not told, only what it is scaled to', () => {
  const trim = { type: 'trim', orientation: 'top-left' } as const;
  expect(pictureSize(source, [trim])).toBeUndefined();
  expect(pictureSize(source, [trim, { type: 'size', width: 10, height: 0 }])).toBeUndefined();
  const size = { width: 10, height: 5 };
  expect(pictureSize(source, [trim, { type: 'size', ...size }])).toEqual(size);
});
