import { expect, test } from 'bun:test';
import { media } from '@newsstand/contract';
import { deliveredMedia } from './deliveredMedia.ts';
import type { MediaDocument } from './mediaDocument.ts';
import { isSigned } from './picture/url/signPath.ts';

const addresses = { url: 'https://example.com/media', key: 'a key of sixteen letters' };

const full: MediaDocument = {
  name: 'Cover',
  type: 'image',
  mediaId: 'm1',
  projectId: 'acme',
  spaceId: 'web',
  meta: { ext: 'png', mimetype: 'image/png' },
  fileSize: 1,
  duration: 2,
  operations: [
    { type: 'filters', grayscale: true },
    { type: 'size', width: 80, height: 60 },
  ],
  thumbnailOperations: [{ type: 'size', width: 8, height: 6 }],
  alias: 'cover',
  status: 'published',
  alt: 'A cover',
  credit: 'Ann',
  rights: '© Ann',
  focalPoint: { x: 0.5, y: 0.25 },
};
const original = { sha256: 'ab', ext: 'png' };
const about = { width: 10, height: 20, preview: 'data:', colour: '#000000', labels: ['a'], createdAt: 1 };
const originalUrl = 'https://example.com/media/originals/ab.png';

/** The path of a signed URL, if its signature is valid. */
function signedPath(url = ''): string | undefined {
  const [, signature = '', path = ''] = url.match(/^https:\/\/example\.com\/media\/([^/]+)\/(.*)$/) ?? [];
  return isSigned(addresses.key, signature, path) ? path : undefined;
}

test('an image has signed URLs with its operations, in the order of the interface', () => {
  const delivered = deliveredMedia({ ...full, original, about }, addresses);
  const { accessUrl, thumbnailAccessUrl, ...rest } = delivered;
  expect(rest).toStrictEqual({ ...full, originalUrl, signed: true, width: 10, height: 20 });
  expect(signedPath(accessUrl)).toBe('80x60/filters:focal(4x4:6x6):grayscale()/ab.png');
  expect(signedPath(thumbnailAccessUrl)).toBe('8x6/filters:focal(4x4:6x6)/ab.png');
  const members = Object.keys(media.shape).filter((name) => name !== 'assets');
  expect(Object.keys(delivered)).toEqual(members);
});

test('the focal point is in the URL only where a crop leaves it open what to keep', () => {
  const size = { type: 'size', width: 8, height: 6 } as const;
  const paths = (
    [
      [size],
      [size, { type: 'smart' }],
      [size, { type: 'v-align', value: 'top' }],
      [size, { type: 'fit-in', value: 'fit-in' }],
      [{ ...size, width: 0 }],
    ] as const
  ).map((operations) => {
    const { accessUrl } = deliveredMedia(
      { ...full, original, about, operations: [...operations] },
      addresses,
    );
    return signedPath(accessUrl);
  });
  expect(paths).toEqual([
    '8x6/filters:focal(4x4:6x6)/ab.png',
    '8x6/smart/filters:focal(4x4:6x6)/ab.png',
    '8x6/top/ab.png',
    'fit-in/8x6/ab.png',
    '0x6/ab.png',
  ]);
  const { accessUrl } = deliveredMedia({ ...full, original, operations: [size] }, addresses);
  expect(signedPath(accessUrl)).toBe('8x6/filters:focal(0.5000x0.2500:0.5000x0.2500)/ab.png');
});

test('an image without operations has a small thumbnail', () => {
  const { operations: _, thumbnailOperations: __, ...plain } = full;
  const { accessUrl, thumbnailAccessUrl } = deliveredMedia({ ...plain, original }, addresses);
  expect([signedPath(accessUrl), signedPath(thumbnailAccessUrl)]).toEqual([
    'ab.png',
    'fit-in/320x320/ab.png',
  ]);
});

test('a video is played from its bundle, and shown by its poster', () => {
  const { thumbnailOperations: _, operations: __, ...video } = { ...full, type: 'video' as const };
  const bundle = { id: 'cd', entry: 'master.m3u8' };
  const poster = { sha256: 'ef', ext: 'jpg' };
  const { thumbnailAccessUrl, ...rest } = deliveredMedia({ ...video, original, bundle, poster }, addresses);
  const accessUrl = 'https://example.com/media/bundles/cd/master.m3u8';
  expect(rest).toStrictEqual({ ...video, accessUrl, originalUrl, signed: false });
  expect(signedPath(thumbnailAccessUrl)).toBe('fit-in/320x320/ef.jpg');
});

test('a package lists its files', () => {
  const bundle = { id: 'cd', entry: 'index.html', paths: ['index.html', 'pictures/a b#.png'] };
  const { accessUrl, assets, thumbnailAccessUrl } = deliveredMedia({ ...full, bundle }, addresses);
  const url = 'https://example.com/media/bundles/cd';
  expect([accessUrl, thumbnailAccessUrl]).toEqual([`${url}/index.html`, undefined]);
  expect(assets).toEqual([
    { path: 'index.html', accessUrl: `${url}/index.html` },
    { path: 'pictures/a b#.png', accessUrl: `${url}/pictures/a%20b%23.png` },
  ]);
});

test('media hosted elsewhere is delivered as it is', () => {
  const elsewhere = { ...full, accessUrl: 'https://example.org/a.png', signed: false };
  expect(deliveredMedia(elsewhere, addresses)).toStrictEqual(elsewhere);
  const size = { width: 10, height: 20 };
  expect(deliveredMedia({ ...elsewhere, about }, addresses)).toStrictEqual({ ...elsewhere, ...size });
});
