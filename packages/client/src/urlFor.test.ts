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

test('a video has its thumbnail; others keep their URLs, and what has no picture has none', () => {
  const thumbnail = ownPicture.thumbnailAccessUrl ?? '';
  const video: Media = { ...ownPicture, type: 'video', accessUrl: `${base}/bundles/1/master.m3u8` };
  expect(urlFor(video).width(160).url).toBe(thumbnail.replace('/media/', '/media/sized/160/'));
  const elsewhere: Media = { ...ownPicture, accessUrl: 'https://cdn.example.com/cover.jpg' };
  expect(urlFor(elsewhere).width(160).format('webp')).toMatchObject({ url: elsewhere.accessUrl, srcset: '' });
  expect(urlFor(undefined).width(160)).toMatchObject({ url: '', srcset: '' });
});

test('no URL takes long, whatever it looks like', () => {
  const accessUrl = `https://x.example/${`${'a'.repeat(27)}=/`.repeat(30_000)}`;
  expect(urlFor({ ...ownPicture, accessUrl }).width(800).url).toBe(accessUrl);
});
