import { expect, test } from 'bun:test';
import type { Credential } from '../store/Credential.ts';
import { type CacheSettings, createCacheHeaders } from './cacheHeaders.ts';

const reader: Credential = { key: 'k', name: 'k', secrets: [], grants: [], preview: false, createdAt: 0 };
const shared = { maxAgeSeconds: 60, sharedCache: true, cdnMaxAgeSeconds: 3600 };

/** The header lines of a response to a credential, with the surrogate keys `a b`. */
function createLines(settings: CacheSettings) {
  const cacheHeaders = createCacheHeaders(settings);
  return (now: number, until: number, credential = reader, secretUntil = Infinity) =>
    cacheHeaders({ credential, secretUntil }, 'a b', now, until).split('\r\n').slice(0, -1);
}

test('max-age never passes the next change, to the millisecond', () => {
  const lines = createLines({ maxAgeSeconds: 60, sharedCache: false });
  const ageAt = (now: number, until: number) => /max-age=(\d+)/.exec(lines(now, until).join())?.[1];
  expect(ageAt(0, Infinity)).toBe('60');
  expect(ageAt(0, 60_000)).toBe('60');
  expect(ageAt(0, 59_999)).toBe('59');
  expect(ageAt(1, 2000)).toBe('1');
  expect(ageAt(1001, 2000)).toBe('0');
  expect(ageAt(3000, 2000)).toBe('0');
});

test('a shared cache gets no headers of its own unless the operator says so', () => {
  expect(createLines({ maxAgeSeconds: 5, sharedCache: true })(0, Infinity)).toEqual([
    'surrogate-key: a b',
    'cache-control: public, max-age=5, must-revalidate',
  ]);
});

test('a shared cache may keep a response for longer than clients, and knows whose it is', () => {
  expect(createLines(shared)(0, Infinity)).toEqual([
    'surrogate-key: a b key/k',
    'cache-control: public, max-age=60, must-revalidate',
    'cdn-cache-control: max-age=3600',
    'surrogate-control: max-age=3600',
  ]);
});

test('one that is purged may keep a response past what opens or closes, whatever is hidden on the shelf', () => {
  const lines = createLines({ ...shared, purges: true });
  expect(lines(0, 5000)).toEqual([
    'surrogate-key: a b key/k',
    'cache-control: public, max-age=5, must-revalidate',
    'cdn-cache-control: max-age=3600',
    'surrogate-control: max-age=3600',
  ]);
  expect(lines(0, 5000, { ...reader, expiresAt: 8000 }, 7000)).toContain('cdn-cache-control: max-age=7');
});

test('any other never past the next moment, nor the end of the credential or of its secret, to the millisecond', () => {
  const lines = createLines(shared);
  const ageOf = (...given: Parameters<typeof lines>) => {
    const [, , cdn = '', surrogate = ''] = lines(...given);
    const [age, same] = [cdn, surrogate].map((line) => line.split('max-age=')[1]);
    expect(age).toBe(same);
    return Number(age);
  };
  expect(ageOf(0, 3_600_000)).toBe(3600);
  expect(ageOf(0, 3_599_999)).toBe(3599);
  expect(ageOf(1, Infinity, { ...reader, expiresAt: 5000 })).toBe(4);
  expect(ageOf(0, 9000, { ...reader, expiresAt: 8000 }, 7000)).toBe(7);
  expect(ageOf(7000, 9000, { ...reader, expiresAt: 8000 }, 7000)).toBe(0);
  expect(ageOf(9999, 9000, reader, -Infinity)).toBe(0);
});

test('nobody keeps what preview credentials get', () => {
  expect(createLines(shared)(0, Infinity, { ...reader, preview: true })).toEqual([
    'cache-control: private, no-store',
  ]);
});
