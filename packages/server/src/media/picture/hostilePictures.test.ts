import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import { foreignFiles, sampleFiles } from '../testing/sampleFiles.ts';
import { openPixels, openSource, pictureLimits } from './libvips.ts';
import type { Operations } from './Operations.ts';
import { describePicture } from './openPicture.ts';
import { placeholder } from './placeholder.ts';
import { renderPicture } from './renderPicture.ts';
import { claimedPng } from './testing/claimedPng.ts';
import { gradient, noise, operationsOf, pngOf, reasonOf, svg } from './testing/drawn.ts';

const render = (source: Uint8Array, some: Partial<Operations> = { width: 20 }, limits = pictureLimits) =>
  renderPicture(source, operationsOf(some), { format: 'png', seed: 1, limits });

const image = openPixels(noise(200, 150, 3, 1));
const files = {
  jpeg: await image.clone().jpeg().toBuffer(),
  progressive: await image.clone().jpeg({ progressive: true }).toBuffer(),
  png: await image.clone().png().toBuffer(),
  gif: await image.clone().gif().toBuffer(),
  webp: await image.clone().webp().toBuffer(),
  avif: await image.clone().avif({ effort: 0 }).toBuffer(),
};

describe('too large', () => {
  test('a PNG of a few bytes that claims 900 million pixels', async () => {
    const bomb = claimedPng(30_000, 30_000, new Uint8Array(1000));
    expect(bomb.length).toBeLessThan(200);
    // One after the other: a rejection before the await would be unhandled.
    for (const read of [describePicture, render, placeholder])
      expect(await reasonOf(read(bomb))).toBe('too-large');
  });

  test('a GIF whose frames are larger than declared', async () => {
    expect(await reasonOf(render(gif([10, 10], [60_000, 60_000], 2)))).toBe('too-large');
    expect(await reasonOf(render(gif([60_000, 60_000], [60_000, 60_000], 2)))).toBe('too-large');
  });

  test('an SVG of a hundred kilometres', async () => {
    expect(await reasonOf(render(svg('', 'width="100000" height="100000"')))).toBe('too-large');
    expect(await reasonOf(render(svg('', 'width="100km" height="100km"')))).not.toBe('none');
    expect(await reasonOf(render(svg('', 'viewBox="0 0 1e6 1e6"')))).not.toBe('none');
  });

  test('more bytes or pixels than allowed, but not exactly as many', async () => {
    const { length } = files.jpeg;
    expect(await reasonOf(render(files.jpeg, {}, { ...pictureLimits, bytes: length - 1 }))).toBe('too-large');
    expect(await reasonOf(render(files.jpeg, {}, { ...pictureLimits, bytes: length }))).toBe('none');
    expect(await reasonOf(render(files.jpeg, {}, { ...pictureLimits, inputPixels: 29_999 }))).toBe(
      'too-large',
    );
    expect(await reasonOf(render(files.jpeg, {}, { ...pictureLimits, inputPixels: 30_000 }))).toBe('none');
  });

  test('a result with more pixels or longer sides than allowed', async () => {
    const limits = { ...pictureLimits, outputPixels: 10_000, side: 500 };
    const sizes = [
      [{ width: 100, height: 100 }, 'none'],
      [{ width: 101, height: 100 }, 'too-large'],
      [{ width: 500, height: 20 }, 'none'],
      [{ width: 501, height: 1 }, 'too-large'],
      [{ height: 501 }, 'too-large'],
      [{ fit: 'full-fit-in', width: 100, height: 100 }, 'too-large'],
      [{ fit: 'fit-in', width: 90, height: 10_000 }, 'none'],
    ] as const;
    for (const [some, reason] of sizes)
      expect([some, await reasonOf(render(files.jpeg, some, limits))]).toEqual([some, reason]);
    const filters = [{ name: 'fill', colour: 'auto', fillsTransparent: false }] as const;
    const filled = render(files.jpeg, { fit: 'fit-in', width: 90, height: 10_000, filters }, limits);
    expect(await reasonOf(filled)).toBe('too-large');
    // Rotated, it exceeds the canvas on one side and leaves it empty on the other.
    const turned = [{ name: 'rotate', degrees: 90 }, ...filters] as const;
    const wide = { fit: 'fit-in', width: 200, height: 40 } as const;
    expect(await reasonOf(render(files.jpeg, { ...wide, filters }, limits))).toBe('none');
    expect(await reasonOf(render(files.jpeg, { ...wide, filters: turned }, limits))).toBe('too-large');
    expect(await reasonOf(render(files.jpeg, { width: 10_000, height: 10_000 }))).toBe('too-large');
  });
});

describe('not decodable', () => {
  test('empty input, and input that is not a picture', async () => {
    for (const bytes of [new Uint8Array(), Buffer.from('\0'), ...foreignFiles])
      for (const read of [describePicture, render, placeholder])
        expect(await reasonOf(read(bytes))).toBe('undecodable');
  });

  test('truncated pictures, and videos', async () => {
    for (const { ext, bytes } of sampleFiles)
      expect([ext, await reasonOf(render(bytes))]).toEqual([ext, 'undecodable']);
  });

  test('a file truncated anywhere', async () => {
    for (const [name, bytes] of Object.entries(files)) {
      expect([name, await reasonOf(render(bytes))]).toEqual([name, 'none']);
      for (const share of [0.05, 0.3, 0.6, 0.95]) {
        const part = bytes.subarray(0, Math.trunc(bytes.length * share));
        for (const some of [{}, { width: 20 }, { width: 20, filters: [{ name: 'grayscale' }] }] as const)
          expect([name, share, await reasonOf(render(part, some))]).toEqual([name, share, 'undecodable']);
        // The missing bottom may not be needed.
        const top = render(part, { width: 20, height: 5, vertical: 'top', isSmart: share < 0.5 });
        expect(['none', 'undecodable']).toContain(await reasonOf(top));
      }
    }
  });

  test('a file with changed bytes is either a picture or rejected', async () => {
    const damage = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), {
      minLength: 1,
      maxLength: 30,
    });
    const property = fc.asyncProperty(
      fc.constantFrom(...Object.values(files)),
      damage,
      async (bytes, changes) => {
        const broken = Uint8Array.from(bytes);
        for (const [place, byte] of changes) broken[Math.trunc(place * (broken.length - 1))] = byte;
        expect(['none', 'undecodable', 'too-large']).toContain(await reasonOf(render(broken)));
      },
    );
    await fc.assert(property, { numRuns: runs(100) });
  });

  test('one format disguised as another', async () => {
    const drawing = svg('<rect width="50" height="50" fill="red"/>');
    const heads = {
      jpeg: '\xff\xd8\xff\xe0',
      png: '\x89PNG\r\n\x1a\n',
      gif: 'GIF89a',
      webp: 'RIFF\x24\0\0\0WEBPVP8 ',
    };
    for (const [name, head] of Object.entries(heads)) {
      const dressed = Buffer.concat([Buffer.from(head, 'latin1'), drawing]);
      expect([name, await reasonOf(render(dressed))]).toEqual([name, 'undecodable']);
    }
    // Bytes after the picture are ignored.
    expect(await reasonOf(render(Buffer.concat([files.jpeg, drawing])))).toBe('none');
    expect(
      await reasonOf(render(Buffer.concat([Buffer.from('<!-- '), files.jpeg, Buffer.from(' -->'), drawing]))),
    ).not.toBe('none');
  });

  test('unsupported formats that libvips knows', async () => {
    const tiff = await image.clone().tiff().toBuffer();
    expect(await reasonOf(render(tiff))).toBe('undecodable');
    const zipped = Bun.gzipSync(Uint8Array.from(svg('<rect width="50" height="50"/>')));
    expect(await reasonOf(render(zipped))).toBe('undecodable');
    // Even without our own format detection, there is no loader for it.
    await expect(openSource(tiff, pictureLimits).toBuffer()).rejects.toThrow('unsupported image format');
  });
});

test('error messages say what is wrong, and reveal nothing about this machine', async () => {
  for (const bytes of [
    files.jpeg.subarray(0, 900),
    Buffer.from('x'),
    claimedPng(30_000, 30_000, new Uint8Array(9)),
  ]) {
    const error = await render(bytes).catch((reason: unknown) => reason);
    expect(String(error)).toMatch(/^PictureError: [A-Z][^\n/]+\.$/);
  }
});

test('extreme aspect ratios pass through all operations', async () => {
  const filters: Operations['filters'] = [
    { name: 'fill', colour: 'blur', fillsTransparent: true },
    { name: 'blur', radius: 150, sigma: 150 },
    { name: 'sharpen', amount: 2, radius: 1, isLuminanceOnly: false },
    { name: 'convolution', matrix: Array(225).fill(1), columns: 15, isNormalized: true },
    { name: 'equalize' },
    { name: 'rotate', degrees: 90 },
    {
      name: 'round_corner',
      radiusX: 9,
      radiusY: 1,
      colour: { red: 1, green: 2, blue: 3 },
      isTransparent: true,
    },
    { name: 'noise', amount: 100 },
    { name: 'background_color', colour: { red: 1, green: 2, blue: 3 } },
  ];
  for (const [width, height] of [
    [1, 1],
    [1, 300],
    [300, 1],
    [2, 3],
  ] as const) {
    for (const channels of [3, 4] as const) {
      const source = await pngOf(gradient(width, height, channels));
      for (const some of [
        {},
        { width: 1 },
        { height: 1 },
        { width: 7, height: 3, isSmart: true },
        { fit: 'fit-in', width: 5, height: 90 },
      ] as const) {
        const trim = { corner: 'bottom-right', tolerance: 3 } as const;
        expect(await reasonOf(render(source, { ...some, trim, filters }))).toBe('none');
        expect(await reasonOf(render(source, some))).toBe('none');
      }
    }
  }
});

/** A GIF that declares one size for itself and another for its empty frames. */
function gif(screen: readonly [number, number], frame: readonly [number, number], frames: number): Buffer {
  const head = Buffer.concat([
    Buffer.from('GIF89a'),
    words(screen),
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
  ]);
  const control = Buffer.from([0x21, 0xf9, 4, 0, 5, 0, 0, 0]);
  const body = Buffer.concat([
    control,
    Buffer.from([0x2c, 0, 0, 0, 0]),
    words(frame),
    Buffer.from([0, 2, 2, 0x44, 1, 0]),
  ]);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => body), Buffer.from([0x3b])]);
}

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt16LE(value, 2 * at);
  return bytes;
}
