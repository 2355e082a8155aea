import { expect, test } from 'bun:test';
import { detailsOf } from './detailsOf.ts';

const nothing = {
  authors: [],
  excerpt: undefined,
  metaDescription: undefined,
  socialTitle: undefined,
  socialPicture: undefined,
  oldPaths: [],
};

test('what a body says about itself is read, and nothing else in its place', () => {
  expect(
    detailsOf({ authors: ['Ann', 5, ' '], excerpt: 'Short', oldPaths: ['/a', 'b'], blocks: [] }),
  ).toEqual({
    ...nothing,
    authors: ['Ann'],
    excerpt: 'Short',
    oldPaths: ['/a'],
  });
  const social = { metaDescription: 'Found', socialTitle: 'Shared' };
  expect(detailsOf({ ...social, socialPicture: { mediaId: 'm2' } })).toEqual({
    ...nothing,
    ...social,
    socialPicture: 'm2',
  });
  const wrong = { metaDescription: 5, socialTitle: {}, socialPicture: 'm2' };
  expect(detailsOf({ ...wrong, authors: {} })).toEqual(nothing);
  for (const body of [null, 5, 'text', [], { authors: {}, excerpt: {}, oldPaths: { 0: '/a' } }])
    expect(detailsOf(body)).toEqual(nothing);
});
