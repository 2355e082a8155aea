import { expect, test } from 'bun:test';
import { openPixels } from './libvips.ts';
import type { Operations } from './Operations.ts';
import { describePicture } from './openPicture.ts';
import { difference, draw, gradient, levelAt, pngOf, rendered } from './testing/drawn.ts';

const asStored = gradient(180, 120);
/** For each EXIF orientation, where a pixel of the displayed picture is in the stored one. */
const stored: ReadonlyMap<number, (x: number, y: number, w: number, h: number) => [number, number]> = new Map(
  [
    [1, (x, y) => [x, y]],
    [2, (x, y, w) => [w - 1 - x, y]],
    [3, (x, y, w, h) => [w - 1 - x, h - 1 - y]],
    [4, (x, y, _w, h) => [x, h - 1 - y]],
    [5, (x, y) => [y, x]],
    [6, (x, y, _w, h) => [y, h - 1 - x]],
    [7, (x, y, w, h) => [w - 1 - y, h - 1 - x]],
    [8, (x, y, w) => [w - 1 - y, x]],
  ],
);

const asked: Record<string, Partial<Operations>> = {
  nothing: {},
  size: { width: 30 },
  cut: { width: 30, height: 60 },
  'cut and flipped': { width: 60, height: 40, vertical: 'top', isMirrored: true, isUpsideDown: true },
  crop: { crop: { left: 20, top: 5, right: 90, bottom: 100 }, width: 35 },
  trim: { trim: { corner: 'top-left', tolerance: 0 }, width: 50 },
  smart: { width: 30, height: 60, isSmart: true },
  filter: { width: 40, filters: [{ name: 'grayscale' }] },
};

test.each([...stored.keys()])('orientation %d is applied before all operations', async (orientation) => {
  const file = openPixels(asStored).withMetadata({ orientation });
  const place = stored.get(orientation) ?? (() => [0, 0]);
  const [width, height] = orientation > 4 ? [120, 180] : [180, 120];
  const upright = draw(width, height, 3, (x, y, channel) => {
    const [column, row] = place(x, y, 180, 120);
    return levelAt(asStored, column, row, channel);
  });
  const [jpeg, png] = [await file.clone().jpeg({ quality: 100 }).toBuffer(), await file.png().toBuffer()];
  expect(await describePicture(jpeg)).toMatchObject({ width, height });
  for (const [name, some] of Object.entries(asked)) {
    const expected = await rendered(await pngOf(upright), some);
    for (const source of [png, jpeg])
      expect([name, difference(await rendered(source, some), expected).psnr > 28]).toEqual([name, true]);
  }
});
