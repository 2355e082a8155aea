import { expect, test } from 'bun:test';
import { foreignHost } from './pictureUrl.ts';

const hash = 'ab'.repeat(32);
const media = { name: 'x', type: 'image', mediaId: 'm', projectId: 'p', spaceId: 's' } as const;

test.each([
  [`https://m.example.com/media/sig=/fit-in/320x320/${hash}.png`, undefined],
  [`https://m.example.com/media/bundles/${hash}/master.m3u8`, undefined],
  ['https://cdn.example.com/a/b.jpg', 'cdn.example.com'],
  [undefined, undefined],
])('%s is hosted by %s', (accessUrl, host) => {
  expect(foreignHost({ ...media, ...(accessUrl !== undefined && { accessUrl }) })).toBe(host);
});
