import { expect, test } from 'bun:test';
import { openPixels } from './libvips.ts';
import type { Pixels } from './Pixels.ts';
import { draw, levelAt, pngOf, rendered } from './testing/drawn.ts';
import { parsePicturePath } from './url/picturePath.ts';

/** A dull picture with a face-coloured, sharp-edged spot at a place. */
function spotAt(place: number, isUpright: boolean): Pixels {
  const [width, height] = isUpright ? [300, 900] : [900, 300];
  return draw(width, height, 3, (x, y, channel) => {
    const along = isUpright ? y : x;
    const across = isUpright ? x : y;
    const isSpot = Math.hypot(along - place, across - 150) < 60 && (x >> 3) % 2 === (y >> 3) % 2;
    return isSpot ? ([235, 150, 110][channel] ?? 0) : 90;
  });
}
/** How much of the spot is visible. */
function seenOf({ data }: Pixels): number {
  return data.filter((level) => level > 200).length;
}

test.each([150, 450, 750])('a smart cut keeps the salient point at %d visible', async (place) => {
  for (const isUpright of [false, true]) {
    const pixels = spotAt(place, isUpright);
    const [png, jpeg] = [await pngOf(pixels), await openPixels(pixels).jpeg().toBuffer()];
    for (const source of [png, jpeg]) {
      for (const isMirrored of [false, true]) {
        const result = await rendered(source, { width: 100, height: 100, isSmart: true, isMirrored });
        const all = seenOf(await rendered(source, isUpright ? { width: 100 } : { height: 100 }));
        expect(seenOf(result)).toBeGreaterThan(0.8 * all);
      }
    }
  }
});

test.each(['0.8333x0.5000:0.8333x0.5000', '749x149:751x151', '700x100:800x200'])(
  'a focal point is kept rather than what is salient: %s',
  async (box) => {
    const source = await pngOf(spotAt(150, false));
    const { operations } = parsePicturePath(`100x100/smart/filters:focal(${box})/x.png`);
    const expected = await rendered(source, {
      crop: { left: 600, top: 0, right: 900, bottom: 300 },
      width: 100,
    });
    expect((await rendered(source, operations)).data).toEqual(expected.data);
    const plain = { ...operations, isSmart: false };
    expect((await rendered(source, plain)).data).toEqual(expected.data);
  },
);

test('also within a trim and a crop', async () => {
  const source = await pngOf(spotAt(750, false));
  const crop = { left: 400, top: 50, right: 900, bottom: 250 };
  const cropped = await rendered(source, { crop, width: 100, height: 100, isSmart: true });
  expect(seenOf(cropped)).toBeGreaterThan(500);
  const content = spotAt(750, false);
  const framed = draw(1400, 400, 3, (x, y, channel) =>
    x >= 500 && y >= 100 ? levelAt(content, x - 500, y - 100, channel) : 0,
  );
  const trim = { corner: 'top-left', tolerance: 0 } as const;
  const trimmed = await rendered(await pngOf(framed), { trim, width: 100, height: 100, isSmart: true });
  expect(seenOf(trimmed)).toBeGreaterThan(0.8 * seenOf(await rendered(source, { height: 100 })));
});

test('without a salient point, the result still has the requested size', async () => {
  for (const [width, height] of [
    [1, 1],
    [1, 50],
    [50, 1],
    [50, 50],
  ] as const) {
    const source = await pngOf(draw(width, height, 3, () => 90));
    const result = await rendered(source, { width: 20, height: 10, isSmart: true });
    expect([result.width, result.height]).toEqual([20, 10]);
  }
});
