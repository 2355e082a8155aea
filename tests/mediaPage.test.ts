import { describe, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaOperation } from '@newsstand/contract';
import { sampleFile } from '../docs/media/makeSample.ts';
import { mediaPage } from '../docs/media/mediaPage.ts';
import { filterSamples, samples, shapeSamples } from '../docs/media/samples.ts';
import { PicturePathError } from '../packages/server/src/media/FileError.ts';
import { parsePicturePath } from '../packages/server/src/media/picture/url/picturePath.ts';

/* What the page says. Its pictures and examples: tests/mediaPage.full.test.ts. */

const docs = join(import.meta.dir, '../docs');
const readPage = () => Bun.file(join(docs, 'media.md')).text();

describe('docs/media.md is up to date (npm run docs:media)', () => {
  test('the page, character by character', async () => {
    expect(await readPage()).toBe(await mediaPage());
  });

  test('there are no other pictures, and all are small', async () => {
    const files = (await readdir(join(docs, 'media'))).filter((name) => !/\.(ts|md)$/.test(name));
    expect(files.sort()).toEqual(samples.map(sampleFile).sort());
    const bytes = files.reduce((sum, name) => sum + Bun.file(join(docs, 'media', name)).size, 0);
    expect(bytes).toBeLessThan(600_000);
  });
});

describe('docs/media.md is correct', () => {
  test('all operations and filters are described, in the order of the contract', () => {
    const members = mediaOperation.options.flatMap(({ shape }) =>
      shape.type.value === 'filters' ? Object.keys(shape).filter((name) => name !== 'type') : [],
    );
    expect(Object.keys(filterSamples)).toEqual(members);
    const types = mediaOperation.options.map(({ shape }) => shape.type.value);
    expect([...Object.keys(shapeSamples), 'filters'].sort()).toEqual([...types].sort());
  });

  test('limits and URL formats', () => {
    const times = (count: number, what: string, mark: string) => Array(count).fill(what).join(mark);
    const right = [
      '10000x10000',
      '-240x160',
      '240x-160',
      'adaptive-full-fit-in/origxorig',
      'trim:top-left:510',
      'filters:blur(150,0.5)',
      'filters:format(avif)',
      `filters:${times(30, 'blur(1)', ':')}`,
      `filters:convolution(${times(225, '1', ';')},15)`,
    ];
    const wrong = [
      '10001x1',
      '1x1/fit-in',
      'trim:top-left:511',
      'filters:rotate(45)',
      'filters:watermark(x)',
      `filters:${times(31, 'blur(1)', ':')}`,
      `filters:convolution(${times(255, '1', ';')},17)`,
    ];
    for (const path of right) expect(parsePicturePath(`${path}/image`).image).toBe('image');
    for (const path of wrong) expect(() => parsePicturePath(`${path}/image`)).toThrow(PicturePathError);
  });

  test('no link is broken', async () => {
    for (const [, path = '', anchor = ''] of (await readPage()).matchAll(/\]\(([^)#:]*)(?:#([^)]+))?\)/g)) {
      const target = Bun.file(join(docs, path === '' ? 'media.md' : path));
      expect([path, await target.exists()]).toEqual([path, true]);
      if (anchor !== '') expect(headings(await target.text())).toContain(anchor);
    }
  });
});

function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}
