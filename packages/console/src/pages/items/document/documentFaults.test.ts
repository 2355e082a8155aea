import { expect, test } from 'bun:test';
import { editor as texts } from '../../../words/en/editor.ts';
import { documentFaults } from './documentFaults.ts';

const now = 1000;
const news = { name: 'A', status: 'draft', values: { title: 'A', thumbnail: { mediaId: 'm1' } } };
const paths = (document: object, kind: 'news' | 'banner' = 'news') =>
  documentFaults({ ...news, ...document }, kind, texts, now).map(({ path }) => path);

test('a title is needed, and a picture before it appears', () => {
  const bare = { values: { title: 'A' } };
  expect(paths({})).toEqual([]);
  expect(paths({ name: ' ', values: { title: '' } })).toEqual(['values.title']);
  expect(paths(bare)).toEqual([]);
  expect(paths({ ...bare, status: 'published' })).toEqual(['values.thumbnail']);
  expect(paths({ ...bare, reservedAt: now + 1 })).toEqual(['values.thumbnail']);
});

test('a draft may only be reserved for later', () => {
  expect(paths({ reservedAt: now + 1 })).toEqual([]);
  expect(paths({ reservedAt: now })).toEqual(['reservedAt']);
  expect(paths({ reservedAt: now, status: 'published' })).toEqual([]);
});

test('it closes after it opens', () => {
  expect(paths({ openingAt: 5, closingAt: 6 })).toEqual([]);
  expect(paths({ openingAt: 5, closingAt: 5 })).toEqual(['closingAt']);
  expect(paths({ closingAt: 5 })).toEqual([]);
});

test('a canonical URL is an address on the web', () => {
  const of = (canonicalUrl: string) => paths({ values: { ...news.values, seo: { canonicalUrl } } });
  expect(of('https://example.com/a')).toEqual([]);
  expect(of('example.com/a')).toEqual(['values.seo.canonicalUrl']);
});

test('a banner leads to a page', () => {
  const to = (url: string) => paths({ values: { title: 'A', url } }, 'banner');
  expect(to('')).toEqual([]);
  expect(to('/sale')).toEqual([]);
  expect(to('javascript:alert(1)')).toEqual(['values.url']);
});
