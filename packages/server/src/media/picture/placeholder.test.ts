import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import { PictureError } from '../FileError.ts';
import { describePicture } from './openPicture.ts';
import { placeholder } from './placeholder.ts';
import { draw, gradient, noise, pictures, pixelsOf, pngOf } from './testing/drawn.ts';

/** The picture in a data URI. */
function inside(preview: string): Uint8Array {
  expect(preview).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/]+=*$/);
  return Buffer.from(preview.slice(preview.indexOf(',') + 1), 'base64');
}

test('any picture has a small decodable preview and a colour', async () => {
  const property = fc.asyncProperty(pictures, async (pixels) => {
    const { preview, colour } = await placeholder(await pngOf(pixels));
    expect(preview.length).toBeLessThan(400);
    expect((await describePicture(inside(preview))).format).toBe('webp');
    expect(colour).toMatch(/^#[0-9a-f]{6}$/);
  });
  await fc.assert(property, { numRuns: runs(40) });
});

test('pictures that compress badly fit, too', async () => {
  for (const pixels of [noise(600, 400, 3, 1), noise(400, 600, 4, 1), noise(64, 64, 4, 1)])
    expect((await placeholder(await pngOf(pixels))).preview.length).toBeLessThan(400);
});

test('the preview has the aspect ratio and the colours of the picture', async () => {
  const { preview } = await placeholder(await pngOf(gradient(600, 300)));
  const small = await pixelsOf(inside(preview));
  expect(small.width).toBe(2 * small.height);
  const [first, last] = [small.data.at(0) ?? 0, small.data.at(-3) ?? 0];
  expect(last - first).toBeGreaterThan(150);
});

test('the colour is that of most visible pixels', async () => {
  const colourOf = async (channels: 3 | 4, level: (x: number, channel: number) => number) =>
    (await placeholder(await pngOf(draw(90, 30, channels, (x, _y, channel) => level(x, channel))))).colour;
  expect(await colourOf(3, (x, channel) => (x < 60 ? 255 : channel * 60))).toBe('#ffffff');
  expect(await colourOf(3, (x, channel) => (x < 30 ? 255 : 10 + channel))).toBe('#0a0b0c');
  const hidden = await colourOf(4, (x, channel) => (channel === 3 ? (x < 60 ? 0 : 255) : x < 60 ? 255 : 20));
  expect(hidden).toBe('#141414');
});

test('a file that is not a picture has none', async () => {
  await expect(placeholder(Buffer.from('hello'))).rejects.toBeInstanceOf(PictureError);
});
