import { expect, test } from 'bun:test';
import { ownPicture } from '../testing/samples.ts';
import type { Media } from './contract/resources.ts';
import { urlFor } from './urlFor.ts';

const own = ownPicture.accessUrl ?? '';
const [, base = '', rest = ''] = /^(.*\/media)\/(.*)$/.exec(own) ?? [];

test('puts a width and a format before the signature, and the next width that the service has', () => {
  expect(urlFor(ownPicture).url).toBe(own);
  expect(urlFor(ownPicture).width(800).url).toBe(`${base}/sized/800/${rest}`);
  expect(`${urlFor(ownPicture).width(700).format('auto')}`).toBe(`${base}/sized/800/${rest}`);
  expect(urlFor(ownPicture).format('webp').width(9000).url).toBe(`${base}/sized/2560.webp/${rest}`);
  expect(urlFor(ownPicture).format('jpeg').url).toBe(`${base}/sized/2560.jpeg/${rest}`);
  expect(() => urlFor(ownPicture).width(Number.NaN)).toThrow('width must be a number of pixels above 0');
});

test('a srcset has all widths up to the one that is given', () => {
  expect(urlFor(ownPicture).width(320).format('avif').srcset).toBe(
    `${base}/sized/160.avif/${rest} 160w, ${base}/sized/320.avif/${rest} 320w`,
  );
  expect(urlFor(ownPicture).srcset.split(', ')).toHaveLength(10);
});

test('a srcset never promises more than the picture has', () => {
  const widthsIn = (media: Partial<Media>, most = 1920) =>
    urlFor({ ...ownPicture, ...media })
      .width(most)
      .srcset.split(', ')
      .map((source) => /\/sized\/(\d+)\/.* (\d+)w$/.exec(source)?.slice(1).map(Number));
  expect(widthsIn({ width: 240, height: 100 })).toEqual([
    [160, 160],
    [320, 240],
  ]);
  expect(widthsIn({ width: 320, height: 100 })).toEqual([
    [160, 160],
    [320, 320],
  ]);
  expect(widthsIn({ width: 90, height: 100 })).toEqual([[160, 90]]);
  expect(widthsIn({ width: 5000, height: 100 }, 300)).toEqual([
    [160, 160],
    [320, 320],
  ]);
  const small = { ...ownPicture, width: 240, height: 100 };
  // All larger ones are the same picture, which is rendered and cached once.
  expect(urlFor(small).width(1920)).toMatchObject({
    url: `${base}/sized/320/${rest}`,
    size: { width: 240, height: 100 },
  });
  expect(urlFor(small).width(160).size).toEqual({ width: 160, height: 67 });
  expect(urlFor(small).size).toEqual({ width: 240, height: 100 });
});

test('operations decide how wide a picture can be', () => {
  const size = (given: Partial<Media>) => urlFor({ ...ownPicture, ...given }).size;
  expect(size({ operations: [{ type: 'crop', left: 10, top: 10, right: 250, down: 5000 }] })).toEqual({
    width: 240,
    height: 2990,
  });
  expect(size({ operations: [{ type: 'size', width: 0, height: 300 }] })).toEqual({
    width: 400,
    height: 300,
  });
  const trim = { type: 'trim', orientation: 'top-left' } as const;
  const unknown = urlFor({ ...ownPicture, operations: [trim] }).width(800);
  expect(unknown).toMatchObject({ url: `${base}/sized/800/${rest}`, srcset: '', size: undefined });
  // Whatever is trimmed, and whatever the original has.
  const given = [trim, { type: 'size', width: 300, height: 200 } as const];
  expect(size({ operations: given })).toEqual({ width: 300, height: 200 });
  const { width: _, height: __, ...unmeasured } = ownPicture;
  expect(urlFor({ ...unmeasured, operations: given }).size).toEqual({ width: 300, height: 200 });
  expect(urlFor(unmeasured).width(800)).toMatchObject({ url: `${base}/sized/800/${rest}`, srcset: '' });
});

test('an SVG is one file for all widths, unless it becomes another format', () => {
  const svg = { ...ownPicture, accessUrl: own.replace(/jpg$/, 'svg'), width: 24, height: 12 };
  const plain = { url: svg.accessUrl, srcset: '', size: { width: 24, height: 12 } };
  expect(urlFor(svg).width(800)).toMatchObject(plain);
  expect(urlFor(svg).width(800).format('avif').srcset).toEndWith(
    `/sized/160.avif/${rest.replace(/jpg$/, 'svg')} 24w`,
  );
});

test('a video has its thumbnail; others keep their URLs, and what has no picture has none', () => {
  const thumbnail = ownPicture.thumbnailAccessUrl ?? '';
  const video: Media = { ...ownPicture, type: 'video', accessUrl: `${base}/bundles/1/master.m3u8` };
  expect(urlFor(video).width(160).url).toBe(thumbnail.replace('/media/', '/media/sized/160/'));
  expect(urlFor(video).size).toEqual({ width: 320, height: 240 });
  expect(urlFor(video).width(1920).srcset).toEndWith(' 320w');
  const elsewhere: Media = { ...ownPicture, accessUrl: 'https://cdn.example.com/cover.jpg' };
  const size = { width: 4000, height: 3000 };
  expect(urlFor(elsewhere).width(160).format('webp')).toMatchObject({
    url: elsewhere.accessUrl,
    srcset: '',
    size,
  });
  const { width: _, height: __, ...unmeasured } = elsewhere;
  const operations = [{ type: 'size', width: 80, height: 60 } as const];
  expect(urlFor({ ...unmeasured, operations }).size).toBeUndefined();
  expect(urlFor({ ...video, thumbnailAccessUrl: 'https://cdn.example.com/a.jpg' }).size).toBeUndefined();
  expect(urlFor(undefined).width(160)).toMatchObject({ url: '', srcset: '' });
});

test('no URL takes long, whatever it looks like', () => {
  const accessUrl = `https://x.example/${`${'a'.repeat(27)}=/`.repeat(30_000)}`;
  expect(urlFor({ ...ownPicture, accessUrl }).width(800).url).toBe(accessUrl);
});
