import { expect, test } from 'bun:test';
import { faultAt, memberAt, remainingFaults, withoutFaults } from './faults.ts';

const document = { name: 'a', values: { title: '', thumbnail: { mediaId: 'gone' } }, tags: [{ tagId: 'x' }] };
const faults = [
  { path: 'values.thumbnail.mediaId', message: 'no such media' },
  { path: 'tags[0].tagId', message: 'no such tag' },
  { path: 'values.colour', message: 'is not known' },
  { path: '', message: 'something else' },
];

test('faults are shown at the field that they belong to', () => {
  expect(faults.map(({ path }) => memberAt(path))).toEqual(['values.thumbnail', 'tags', 'values.colour', '']);
  expect(faultAt(faults, 'values.thumbnail')).toBe('no such media');
  expect(faultAt(faults, 'tags')).toBe('no such tag');
  expect(faultAt(faults, 'values.title')).toBeUndefined();
  expect(faultAt([{ path: 'values.seo.canonicalUrl', message: 'no' }], 'values.seo')).toBe('no');
});

test('a fault disappears when its member is changed', () => {
  const lastAttempt = { document, faults };
  expect(remainingFaults(lastAttempt, document)).toEqual(faults);
  const mended = { ...document, values: { ...document.values, thumbnail: { mediaId: 'm1' } } };
  expect(remainingFaults(lastAttempt, mended).map(({ message }) => message)).toEqual([
    'no such tag',
    'is not known',
    'something else',
  ]);
  expect(remainingFaults(undefined, document)).toEqual([]);
});

test('without what is invalid, a document has the stored values there', () => {
  const stored = { name: 'A', values: { title: 'A', seo: { canonicalUrl: 'https://a.example' } } };
  const typed = {
    name: '',
    values: { title: '', body: 1, seo: { canonicalUrl: 'a' }, share: { x: { text: 't' } } },
  };
  const faultsAt = (...members: readonly string[]) => members.map((path) => ({ path, message: '' }));
  expect(withoutFaults(typed, stored, faultsAt('values.seo.canonicalUrl', 'values.share.x.text'))).toEqual({
    name: '',
    values: { title: '', body: 1, seo: { canonicalUrl: 'https://a.example' } },
  });
  // The name is that of the title.
  expect(withoutFaults(typed, stored, faultsAt('values.title'))).toMatchObject({
    name: 'A',
    values: { title: 'A', body: 1 },
  });
  expect(withoutFaults(typed, stored, faultsAt('', 'values'))).toEqual(typed);
});
