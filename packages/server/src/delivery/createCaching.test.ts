import { expect, test } from 'bun:test';
import type { Credential } from '../store/Credential.ts';
import { createCaching } from './createCaching.ts';

const reader: Credential = { key: 'k', name: 'k', secrets: [], grants: [], preview: false, createdAt: 0 };
const shared = { maxAgeSeconds: 60, sharedCache: true, cdnMaxAgeSeconds: 3600 };

const linesOf = (text: string) => text.split('\r\n').slice(0, -1);

test('a shared cache is told nothing unless the operator says so', () => {
  const cachingOf = createCaching({ maxAgeSeconds: 60, sharedCache: true });
  expect(cachingOf(0, Infinity, reader, Infinity)).toBe(
    '\r\ncache-control: public, max-age=60, must-revalidate\r\n',
  );
});

test('a shared cache may hold an answer for longer than readers, and knows whose it is', () => {
  expect(linesOf(createCaching(shared)(0, Infinity, reader, Infinity))).toEqual([
    ' key/k',
    'cache-control: public, max-age=60, must-revalidate',
    'cdn-cache-control: max-age=3600',
    'surrogate-control: max-age=3600',
  ]);
});

test('one that is told of moments may hold an answer past them, whatever is hidden on the shelf', () => {
  const cachingOf = createCaching({ ...shared, purges: true });
  expect(linesOf(cachingOf(0, 5000, reader, Infinity))).toEqual([
    ' key/k',
    'cache-control: public, max-age=5, must-revalidate',
    'cdn-cache-control: max-age=3600',
    'surrogate-control: max-age=3600',
  ]);
  expect(cachingOf(0, 5000, { ...reader, expiresAt: 8000 }, 7000)).toContain(
    'cdn-cache-control: max-age=7\r\n',
  );
});

test('any other never past the next moment, nor the end of the credential or of its secret, to the millisecond', () => {
  const cachingOf = createCaching(shared);
  const ageOf = (...given: Parameters<typeof cachingOf>) => {
    const ages = [...cachingOf(...given).matchAll(/^(?:cdn|surrogate)\S+: max-age=(\d+)\r$/gm)];
    expect(ages[0]?.[1]).toBe(ages[1]?.[1]);
    return Number(ages[0]?.[1]);
  };
  expect(ageOf(0, 3_600_000, reader, Infinity)).toBe(3600);
  expect(ageOf(0, 3_599_999, reader, Infinity)).toBe(3599);
  expect(ageOf(1, Infinity, { ...reader, expiresAt: 5000 }, Infinity)).toBe(4);
  expect(ageOf(0, 9000, { ...reader, expiresAt: 8000 }, 7000)).toBe(7);
  expect(ageOf(7000, 9000, { ...reader, expiresAt: 8000 }, 7000)).toBe(0);
  expect(ageOf(9999, 9000, reader, -Infinity)).toBe(0);
});

test('what preview credentials get is kept by nobody', () => {
  const caching = createCaching(shared)(0, Infinity, { ...reader, preview: true }, Infinity);
  expect(caching).toBe('cache-control: private, no-store\r\n');
});
