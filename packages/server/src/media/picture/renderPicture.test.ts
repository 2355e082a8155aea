import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import sharp from 'sharp';
import { runs } from '../../../../../tests/testing/runs.ts';
import { sniffFormat } from '../formats.ts';
import { openPixels, openSource, pictureLimits, readPixels } from './libvips.ts';
import type { Operations } from './Operations.ts';
import { describePicture } from './openPicture.ts';
import type { Pixels } from './Pixels.ts';
import { renderPicture } from './renderPicture.ts';
import {
  difference,
  draw,
  gradient,
  levelAt,
  noise,
  operationsOf,
  pixelsOf,
  pngOf,
  rendered,
} from './testing/drawn.ts';

test('without operations a picture is unchanged', async () => {
  for (const pixels of [gradient(31, 17), gradient(31, 17, 4), noise(1, 1, 3, 4), noise(1, 9, 4, 4)])
    expect(await rendered(await pngOf(pixels), {})).toEqual(pixels);
});

test('crops and flips move pixels without changing them', async () => {
  const pixels = noise(20, 12, 3, 1);
  const crop = { left: 3, top: 2, right: 13, bottom: 9 };
  for (const isMirrored of [false, true]) {
    for (const isUpsideDown of [false, true]) {
      const expected = draw(10, 7, 3, (x, y, channel) =>
        levelAt(pixels, 3 + (isMirrored ? 9 - x : x), 2 + (isUpsideDown ? 6 - y : y), channel),
      );
      const result = await rendered(await pngOf(pixels), { crop, isMirrored, isUpsideDown });
      expect(difference(result, expected).most).toBe(0);
    }
  }
});

test('a trim leaves the content, and crop coordinates are those before it', async () => {
  const content = noise(20, 10, 3, 1);
  const framed = draw(40, 30, 3, (x, y, channel) =>
    x >= 5 && x < 25 && y >= 8 && y < 18 ? levelAt(content, x - 5, y - 8, channel) : 0,
  );
  const trim = { corner: 'top-left', tolerance: 0 } as const;
  const source = await pngOf(framed);
  expect(difference(await rendered(source, { trim }), content).most).toBe(0);
  const cropped = await rendered(source, { trim, crop: { left: 10, top: 0, right: 20, bottom: 12 } });
  const expected = draw(10, 4, 3, (x, y, channel) => levelAt(content, x + 5, y, channel));
  expect(difference(cropped, expected).most).toBe(0);
  const blank = await pngOf(draw(9, 9, 3, () => 5));
  expect((await rendered(blank, { trim })).width).toBe(9);
});

describe('resizing', () => {
  const big = gradient(900, 600);

  test('keeps gradients smooth', async () => {
    const source = await pngOf(big);
    for (const [width, height] of [
      [300, 200],
      [450, 300],
      [1200, 800],
    ] as const) {
      const { psnr } = difference(await rendered(source, { width, height }), gradient(width, height));
      expect(psnr).toBeGreaterThan(45);
    }
  });

  test('does not shift levels if filters follow', async () => {
    const meanOf = ({ data }: Pixels) => data.reduce((sum, level) => sum + level, 0) / data.length;
    const filters = [{ name: 'rotate', degrees: 0 }] as const;
    const pixels = noise(400, 300, 3, 5);
    const result = await rendered(await pngOf(pixels), { width: 80, filters });
    expect(Math.abs(meanOf(result) - meanOf(pixels))).toBeLessThan(0.2);
    const clear = await rendered(await pngOf(gradient(400, 304, 4)), { width: 50, filters });
    expect(difference(clear, gradient(50, 38, 4)).psnr).toBeGreaterThan(43);
  });

  test('gives the requested size, from any source', async () => {
    const side = fc.integer({ min: 1, max: 60 });
    const property = fc.asyncProperty(
      side,
      side,
      side,
      side,
      fc.boolean(),
      async (w, h, width, height, isSmart) => {
        const result = await rendered(await pngOf(noise(w, h, 3, 1)), { width, height, isSmart });
        expect([result.width, result.height]).toEqual([width, height]);
      },
    );
    await fc.assert(property, { numRuns: runs(30) });
  });

  test('shrinking decoders cut the same part', async () => {
    const bytes = {
      png: await pngOf(big),
      jpeg: await openPixels(big).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
      webp: await openPixels(big).webp({ quality: 100 }).toBuffer(),
    };
    const side = fc.integer({ min: 40, max: 150 });
    const operations = fc.record({
      width: side,
      height: side,
      horizontal: fc.constantFrom('left', 'center', 'right'),
      vertical: fc.constantFrom('top', 'middle', 'bottom'),
      isMirrored: fc.boolean(),
      isUpsideDown: fc.boolean(),
      crop: fc.option(fc.constant({ left: 200, top: 90, right: 830, bottom: 550 }), { nil: undefined }),
      fit: fc.constantFrom(undefined, 'fit-in' as const),
    });
    const property = fc.asyncProperty(operations, async (some) => {
      const expected = await rendered(bytes.png, some);
      // The gradient has 255 levels over 900 pixels, so half a pixel of 10 is several levels.
      for (const source of [bytes.jpeg, bytes.webp])
        expect(difference(await rendered(source, some), expected).psnr).toBeGreaterThan(38);
    });
    await fc.assert(property, { numRuns: runs(12) });
  });
});

describe('colours', () => {
  const photo = gradient(60, 40);

  test.each(['cmyk', 'rgb16', 'srgb'])('of %s become 8-bit sRGB', async (space) => {
    const image = openPixels(photo).toColourspace(space);
    const source = await (space === 'cmyk' ? image.jpeg({ quality: 100 }) : image.png()).toBuffer();
    const result = await rendered(source, {});
    // CMYK can't represent every colour.
    expect(difference(result, photo).psnr).toBeGreaterThan(space === 'cmyk' ? 14 : 40);
    const { bytes } = await renderPicture(source, operationsOf({}), { format: 'png', seed: 1 });
    expect(await openSource(bytes, pictureLimits).metadata()).toMatchObject({
      space: 'srgb',
      depth: 'uchar',
    });
  });

  test.each([8, 16])('of a profile with %d bits are converted, and the profile is removed', async (bits) => {
    const image = openPixels(photo).withIccProfile('p3');
    const wide = await (bits === 16 ? image.toColourspace('rgb16') : image).png().toBuffer();
    expect(await openSource(wide, pictureLimits).metadata()).toMatchObject({ bitsPerSample: bits });
    const numbers = await readPixels(sharp(wide, { ignoreIcc: true }));
    expect(difference(numbers, photo).psnr).toBeLessThan(30);
    const { bytes } = await renderPicture(wide, operationsOf({}), { format: 'png', seed: 1 });
    expect((await openSource(bytes, pictureLimits).metadata()).icc).toBeUndefined();
    expect(difference(await pixelsOf(bytes), photo).psnr).toBeGreaterThan(40);
  });

  test('of greyscale pictures and palettes are right', async () => {
    const grey = draw(30, 20, 3, (x) => x * 8);
    const files = [
      await openPixels(grey).toColourspace('b-w').png().toBuffer(),
      await openPixels(grey).toColourspace('b-w').jpeg({ quality: 100 }).toBuffer(),
      await openPixels(grey).png({ palette: true }).toBuffer(),
    ];
    for (const source of files) {
      expect(difference(await rendered(source, {}), grey).most).toBeLessThan(4);
      const filters = [{ name: 'brightness', amount: 0 } as const];
      expect(difference(await rendered(source, { filters }), grey).most).toBeLessThan(4);
    }
    const clear = draw(30, 20, 4, (x, _y, channel) => (channel === 3 ? 128 : x * 8));
    const source = await openPixels(clear).toColourspace('b-w').png().toBuffer();
    expect(
      difference(await rendered(source, { filters: [{ name: 'rotate', degrees: 0 }] }), clear).most,
    ).toBeLessThan(2);
  });
});

describe('formats', () => {
  const half = draw(40, 30, 4, (x, _y, channel) => (channel === 3 ? (x < 20 ? 0 : 255) : 60));

  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    '%s is encoded as such, at its size',
    async (format) => {
      const source = await pngOf(half);
      for (const filters of [[], [{ name: 'contrast', amount: 0 } as const]]) {
        const result = await renderPicture(source, operationsOf({ width: 20, filters }), { format, seed: 1 });
        expect(result).toMatchObject({ width: 20, height: 15, format });
        expect(sniffFormat(result.bytes)?.mimetype).toBe(`image/${format}`);
        const { hasAlpha, width, height } = await describePicture(result.bytes);
        expect({ hasAlpha, width, height }).toEqual({ hasAlpha: format !== 'jpeg', width: 20, height: 15 });
        const left = levelAt(await pixelsOf(result.bytes), 2, 5, format === 'jpeg' ? 0 : 3);
        // JPEG has no alpha: white shows instead.
        expect(Math.abs(left - (format === 'jpeg' ? 255 : 0))).toBeLessThan(4);
      }
    },
  );

  test.each(['jpeg', 'webp', 'avif'] as const)(
    '%s uses the last quality filter, or else 80',
    async (format) => {
      const source = await pngOf(noise(120, 90, 3, 1));
      const size = async (...qualities: number[]) => {
        const filters = qualities.map((quality) => ({ name: 'quality', quality }) as const);
        return (await renderPicture(source, operationsOf({ filters }), { format, seed: 1 })).bytes.length;
      };
      expect(await size(90, 30)).toBe(await size(30));
      expect(await size()).toBe(await size(80));
      expect(await size(30)).toBeLessThan(await size(80));
      expect(await size(80)).toBeLessThan(await size(100));
      expect(await size(1)).toBeGreaterThan(0);
    },
  );

  test('metadata is removed', async () => {
    const source = await openPixels(gradient(40, 30))
      .withExif({ IFD0: { Artist: 'someone', Copyright: 'someone' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">someone</x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect(source.includes('someone')).toBe(true);
    for (const format of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
      const { bytes } = await renderPicture(source, operationsOf({}), { format, seed: 1 });
      expect(Buffer.from(bytes).includes('someone')).toBe(false);
    }
  });
});

test('noise depends only on the seed', async () => {
  const source = await pngOf(gradient(30, 20));
  const operations = operationsOf({ filters: [{ name: 'noise', amount: 40 }] });
  const render = async (seed: number) =>
    (await renderPicture(source, operations, { format: 'png', seed })).bytes;
  expect(await render(1)).toEqual(await render(1));
  expect(await render(1)).not.toEqual(await render(2));
});

test('filters apply one after the other', async () => {
  const source = await pngOf(gradient(40, 20));
  const steps = [
    { name: 'rotate', degrees: 90 },
    { name: 'fill', colour: { red: 255, green: 0, blue: 0 }, fillsTransparent: false },
    { name: 'grayscale' },
  ] as const;
  const result = await rendered(source, { fit: 'fit-in', width: 40, height: 40, filters: steps });
  expect([result.width, result.height]).toEqual([40, 40]);
  // Red turned grey; the picture stands upright in the middle.
  expect([0, 9, 30, 39].map((x) => levelAt(result, x, 20, 2))).toEqual([76, 76, 76, 76]);
  expect(levelAt(result, 10, 39, 0)).not.toBe(76);
});

test('a result that is too wide is scaled down, after all operations', async () => {
  const source = await pngOf(gradient(200, 100));
  const sizeWith = async (operations: Partial<Operations>, limits = pictureLimits) => {
    const { width, height } = await renderPicture(source, operationsOf(operations), {
      ...{ format: 'png', seed: 1, limits },
    });
    return [width, height];
  };
  expect(await sizeWith({ mostWidth: 80 })).toEqual([80, 40]);
  expect(await sizeWith({ mostWidth: 200 })).toEqual([200, 100]);
  expect(await sizeWith({ mostWidth: 500 })).toEqual([200, 100]);
  expect(await sizeWith({ width: 100, height: 100, mostWidth: 50 })).toEqual([50, 50]);
  expect(await sizeWith({ filters: [{ name: 'rotate', degrees: 90 }], mostWidth: 50 })).toEqual([50, 100]);
  // What is too large only before it is scaled down is not too large.
  expect(await sizeWith({ mostWidth: 10 }, { ...pictureLimits, side: 50 })).toEqual([10, 5]);
  const border = { name: 'fill', colour: { red: 255, green: 0, blue: 0 }, fillsTransparent: false } as const;
  const filled = { fit: 'fit-in', width: 200, height: 200, filters: [border] } as const;
  const [large, small] = [
    await rendered(source, filled),
    await rendered(source, { ...filled, mostWidth: 100 }),
  ];
  expect([small.width, small.height]).toEqual([100, 100]);
  for (const [x, y] of [
    [50, 10],
    [50, 50],
    [10, 60],
  ] as const)
    expect(Math.abs(levelAt(small, x, y, 1) - levelAt(large, 2 * x, 2 * y, 1))).toBeLessThan(4);
});

test('pixels survive a round trip', async () => {
  const pixels = noise(7, 5, 4, 2);
  expect(difference(await readPixels(openPixels(pixels)), pixels).most).toBe(0);
});
