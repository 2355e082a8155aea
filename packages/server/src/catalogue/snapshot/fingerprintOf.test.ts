import { expect, test } from 'bun:test';
import { fingerprintOf } from './fingerprintOf.ts';

test('a fingerprint depends on the addresses of media and on everything else that is given', () => {
  const media = { url: 'http://media.test', key: 'k' };
  const fingerprint = fingerprintOf(media, '1.0.0', undefined);
  expect(fingerprint).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  expect(fingerprintOf({ ...media }, '1.0.0', undefined)).toBe(fingerprint);
  const others = [
    fingerprintOf({ ...media, key: 'other' }, '1.0.0', undefined),
    fingerprintOf({ ...media, url: 'http://elsewhere.test' }, '1.0.0', undefined),
    fingerprintOf(media, '1.0.1', undefined),
    fingerprintOf(media, '1.0.0', ['acme']),
  ];
  expect(new Set([fingerprint, ...others]).size).toBe(5);
});
