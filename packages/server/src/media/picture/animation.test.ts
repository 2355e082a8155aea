import { expect, test } from 'bun:test';
import sharp from 'sharp';
import { openSource, pictureLimits, readPixels } from './libvips.ts';
import type { Operations } from './Operations.ts';
import { describePicture } from './openPicture.ts';
import { renderPicture } from './renderPicture.ts';
import { draw, levelAt, operationsOf, pixelsOf } from './testing/drawn.ts';

const [width, height, frames] = [80, 60, 4];
/** Four frames, each of its own brightness, with a white left edge. */
const roll = draw(width, height * frames, 3, (x, y) => (x < 20 ? 255 : Math.trunc(y / height) * 50));
const moving = sharp(roll.data, { raw: { width, height: height * frames, channels: 3, pageHeight: height } });
const delay = [100, 200, 300, 400];
const sources = {
  gif: await moving.clone().gif({ delay, loop: 2 }).toBuffer(),
  webp: await moving.clone().webp({ delay, loop: 2, lossless: true }).toBuffer(),
};

async function render(
  source: Uint8Array,
  format: 'gif' | 'webp' | 'png',
  some: Partial<Operations>,
  limits = {},
) {
  const options = { format, seed: 1, limits: { ...pictureLimits, ...limits } };
  const result = await renderPicture(source, operationsOf(some), options);
  return { ...result, ...(await describePicture(result.bytes)), written: [result.width, result.height] };
}

const plain: readonly Partial<Operations>[] = [
  {},
  { width: 40 },
  { width: 20, height: 20, horizontal: 'left' },
  { crop: { left: 10, top: 10, right: 50, bottom: 50 }, width: 20 },
  { fit: 'fit-in', width: 30, height: 30, isMirrored: true },
  { width: 30, height: 50, isSmart: true },
];

test.each(['gif', 'webp'] as const)('a %s stays animated when resized and cropped', async (from) => {
  expect(await describePicture(sources[from])).toMatchObject({ width, height, frames, duration: 1000 });
  for (const to of ['gif', 'webp'] as const) {
    for (const some of plain) {
      const still = await render(sources[from], 'png', some);
      const result = await render(sources[from], to, some);
      expect(result).toMatchObject({ frames, duration: 1000, width: still.width, height: still.height });
      expect(result.written).toEqual([still.width, still.height]);
      const { loop } = await openSource(result.bytes, pictureLimits).metadata();
      expect(loop).toBe(2);
    }
  }
});

test('each frame is cut like the first', async () => {
  for (const source of Object.values(sources)) {
    const { bytes } = await render(source, 'webp', { width: 20, height: 20, horizontal: 'left' });
    const all = await readPixels(openSource(bytes, pictureLimits, true));
    expect(all.height).toBe(20 * frames);
    for (let frame = 0; frame < frames; frame++) {
      expect(levelAt(all, 2, 20 * frame + 10, 0)).toBeGreaterThan(230);
      expect(Math.abs(levelAt(all, 18, 20 * frame + 10, 0) - 50 * frame)).toBeLessThan(25);
    }
  }
});

test('everything else shows the first frame', async () => {
  const still: readonly Partial<Operations>[] = [
    { isUpsideDown: true },
    { trim: { corner: 'top-left', tolerance: 0 } },
    { filters: [{ name: 'brightness', amount: 0 }] },
  ];
  for (const source of Object.values(sources)) {
    for (const some of still) expect((await render(source, 'gif', some)).frames).toBe(1);
    const { bytes, frames: shown } = await render(source, 'png', {});
    expect(shown).toBe(1);
    expect(levelAt(await pixelsOf(bytes), 50, 30, 0)).toBe(0);
  }
});

test('an animation beyond the limits shows its first frame', async () => {
  const pixels = width * height * frames;
  for (const limits of [{ frames: 3 }, { inputPixels: pixels - 1 }, { outputPixels: pixels - 1 }])
    expect(await render(sources.gif, 'gif', {}, limits)).toMatchObject({ frames: 1, width, height });
  const limits = { frames, inputPixels: pixels, outputPixels: pixels };
  expect((await render(sources.gif, 'gif', {}, limits)).frames).toBe(frames);
});
