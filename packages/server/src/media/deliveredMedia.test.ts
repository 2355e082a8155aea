import { expect, test } from 'bun:test';
import { media } from '@newsstand/contract';
import { deliveredMedia } from './deliveredMedia.ts';
import type { MediaDocument } from './mediaDocument.ts';

const full: MediaDocument = {
  name: 'Cover',
  type: 'image',
  mediaId: 'm1',
  projectId: 'acme',
  spaceId: 'web',
  assets: [],
  meta: { ext: 'png', mimetype: 'image/png' },
  fileSize: 1,
  duration: 2,
  operations: [],
  thumbnailOperations: [],
  alias: 'cover',
  status: 'published',
  signed: false,
};
const original = { sha256: 'ab', ext: 'png' };
const url = 'https://example.com/media/originals/ab.png';

test('an image has the URLs of its original, in the order of the interface', () => {
  const delivered = deliveredMedia({ ...full, original }, 'https://example.com/media');
  expect(delivered).toEqual({ ...full, accessUrl: url, thumbnailAccessUrl: url, originalUrl: url });
  expect(Object.keys(delivered)).toEqual(Object.keys(media.shape));
});

test('a video has the URL of its original only', () => {
  const { meta: _, alias: __, ...video } = { ...full, type: 'video' as const };
  const delivered = deliveredMedia({ ...video, original }, 'https://example.com/media');
  expect(delivered).toStrictEqual({ ...video, originalUrl: url });
});

test('media hosted elsewhere is delivered as it is', () => {
  const elsewhere = { ...full, accessUrl: 'https://example.org/a.png' };
  expect(deliveredMedia(elsewhere, 'https://example.com/media')).toStrictEqual(elsewhere);
});
