import { expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { ownPicture } from '../testing/samples.ts';
import type { Media } from './contract/resources.ts';
import { imageUrl, srcset } from './imageUrl.ts';

const image = `${'0a'.repeat(32)}.jpg`;
const media = 'https://content.example.com/media';
const key = 'a key of sixteen characters, at least';
const elsewhere: Media = { ...ownPicture, accessUrl: 'https://cdn.example.com/cover.jpg' };
for (const member of ['thumbnailAccessUrl', 'originalUrl'] as const) delete elsewhere[member];

test('signs the path as the service does', async () => {
  const path = `300x200/smart/filters:round_corner(20%7C30,255,0,0):rgb(1,2,3)/${image}`;
  const signature = createHmac('sha1', key).update(path).digest('base64url');
  const url = await imageUrl(
    ownPicture,
    [
      { type: 'smart' },
      { type: 'filters', rgb: '1, 2, 3', roundCorner: '20|30,255,0,0' },
      { type: 'size', width: 300, height: 200 },
    ],
    { key },
  );
  expect(url).toBe(`${media}/${signature}=/${path}`);
  // As a file that was read gives it.
  expect(await imageUrl(ownPicture, [], { key: `${key}\n` })).toBe(await imageUrl(ownPicture, [], { key }));
});

test('says unsafe if there is no key', async () => {
  expect(await imageUrl(ownPicture, [])).toBe(`${media}/unsafe/${image}`);
});

test('for a video it is the poster', async () => {
  const video: Media = { ...ownPicture, type: 'video', accessUrl: `${media}/bundles/1/master.m3u8` };
  expect(await imageUrl(video, [])).toBe(`${media}/unsafe/${image}`);
});

test('for media hosted elsewhere it is their own URL, even if it looks like ours', async () => {
  expect(await imageUrl(elsewhere, [{ type: 'smart' }], { key })).toBe('https://cdn.example.com/cover.jpg');
  const thumbnailAccessUrl = `https://thumbs.example.com/${'t'.repeat(27)}=/320x320/cover.jpg`;
  expect(await imageUrl({ ...elsewhere, thumbnailAccessUrl }, [], { key })).toBe(elsewhere.accessUrl);
  const video: Media = { ...elsewhere, type: 'video', thumbnailAccessUrl };
  expect(await imageUrl(video, [], { key })).toBe(thumbnailAccessUrl);
});

test('is undefined if there is no picture', async () => {
  const { thumbnailAccessUrl: _, ...rest } = ownPicture;
  const asset: Media = {
    ...rest,
    meta: { ext: 'zip', mimetype: 'application/zip', asset: 'VendorAnimate_cjs_1_0_0' },
  };
  expect(await imageUrl(asset, [])).toBeUndefined();
  expect(await imageUrl(undefined, [])).toBeUndefined();
  expect(await srcset(asset, { widths: [1] })).toBe('');
});

test('a srcset has each width, cut to a ratio or not', async () => {
  expect(await srcset(ownPicture, { widths: [320, 641], ratio: 16 / 9 })).toBe(
    `${media}/unsafe/320x180/smart/${image} 320w, ${media}/unsafe/641x361/smart/${image} 641w`,
  );
  expect(await srcset(ownPicture, { widths: [320], operations: [{ type: 'filters', quality: 60 }] })).toBe(
    `${media}/unsafe/320x0/filters:quality(60)/${image} 320w`,
  );
  expect(await srcset(ownPicture, { widths: [320], key })).toBe(
    `${await imageUrl(ownPicture, [{ type: 'size', width: 320, height: 0 }], { key })} 320w`,
  );
  expect(await srcset(elsewhere, { widths: [320] })).toBe('');
});

test('a srcset offers nothing wider than what can be cut out of the picture', async () => {
  const small: Media = { ...ownPicture, width: 500, height: 300 };
  const widths = [320, 480, 640, 1280];
  const offered = async (given: Media, more: Omit<Parameters<typeof srcset>[1], 'widths'> = {}) =>
    (await srcset(given, { widths, ...more })).match(/\/unsafe\/[^/]+|\d+w/g)?.join(' ');
  expect(await offered(small)).toBe('/unsafe/320x0 320w /unsafe/480x0 480w /unsafe/500x0 500w');
  expect(await offered(small, { ratio: 1 })).toBe('/unsafe/300x300 300w');
  const crop = { type: 'crop', left: 0, top: 0, right: 400, down: 300 } as const;
  expect(await offered(small, { operations: [crop] })).toBe(
    '/unsafe/0x0:400x300 320w /unsafe/0x0:400x300 400w',
  );
  // The width that it has in the end is what counts.
  const rotated = [{ type: 'filters', rotate: 90 } as const];
  expect(await offered(small, { ratio: 2, operations: rotated })).toBe(
    '/unsafe/320x160 160w /unsafe/480x240 240w /unsafe/500x250 250w',
  );
  const { width: _, height: __, ...unmeasured } = small;
  // Enlarged if need be, so it has the width that is promised.
  expect(await offered(unmeasured, { ratio: 1 })).toEndWith('/unsafe/1280x1280 1280w');
  expect(await offered(unmeasured, { operations: rotated })).toBeUndefined();
  expect(await offered(unmeasured, { operations: [{ type: 'fit-in', value: 'fit-in' }] })).toBeUndefined();
});
