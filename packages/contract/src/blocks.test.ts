import { expect, test } from 'bun:test';
import { mediaIdsIn } from './blocks.ts';

test('the media of a body, wherever they stand, each once and in order', () => {
  const blocks = [
    { type: 'image', mediaId: 'm1' },
    { type: 'gallery', images: [{ mediaId: 'm2' }, { mediaId: 'm1' }, { url: 'https://a.example/' }] },
    { type: 'video', mediaId: 'not an ID' },
    { type: 'of-our-own', parts: { slides: [{ mediaId: 'm3' }] } },
    { type: 'video', mediaId: 5 },
  ];
  expect(mediaIdsIn({ blocks, mediaId: 'm4' })).toEqual(['m1', 'm2', 'm3', 'm4']);
  expect([mediaIdsIn(undefined), mediaIdsIn('m1'), mediaIdsIn({})]).toEqual([[], [], []]);
});

test('a body of any depth', () => {
  let deep: unknown = { mediaId: 'm' };
  for (let i = 0; i < 200_000; i++) deep = i % 2 ? [deep] : { deep };
  expect(mediaIdsIn(deep)).toEqual(['m']);
});
