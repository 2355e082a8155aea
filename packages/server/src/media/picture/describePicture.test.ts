import { expect, test } from 'bun:test';
import { openPixels } from './libvips.ts';
import { describePicture } from './openPicture.ts';
import { draw, gradient, svg } from './testing/drawn.ts';

const opaque = openPixels(gradient(31, 17));
const clear = openPixels(draw(31, 17, 4, () => 100));

test('describes each format', async () => {
  const size = { width: 31, height: 17, frames: 1 };
  const files = [
    ['jpeg', false, await opaque.clone().jpeg().toBuffer()],
    ['png', false, await opaque.clone().png().toBuffer()],
    ['png', true, await clear.clone().png().toBuffer()],
    ['gif', false, await opaque.clone().gif().toBuffer()],
    ['webp', false, await opaque.clone().webp().toBuffer()],
    ['webp', true, await clear.clone().webp().toBuffer()],
    ['avif', false, await opaque.clone().avif({ effort: 0 }).toBuffer()],
    ['avif', true, await clear.clone().avif({ effort: 0 }).toBuffer()],
  ] as const;
  for (const [format, hasAlpha, bytes] of files)
    expect(await describePicture(bytes)).toEqual({ ...size, format, hasAlpha });
});

test('a single frame is not an animation, whatever its duration', async () => {
  const gif = await opaque
    .clone()
    .gif({ delay: [500] })
    .toBuffer();
  expect(await describePicture(gif)).not.toHaveProperty('duration');
});

test('gives the size of an SVG', async () => {
  const described = (attributes: string) => describePicture(svg('<rect width="9" height="9"/>', attributes));
  const size = { width: 120, height: 80 };
  const expected = { ...size, format: 'svg', frames: 1, hasAlpha: true } as const;
  expect(await described('width="120" height="80"')).toEqual(expected);
  expect(await described('viewBox="0 0 120 80"')).toEqual(expected);
});
