import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { readFeedDate } from './convertFeed.ts';

const read = (text: string) => {
  const timestamp = readFeedDate(text, 'Asia/Tokyo');
  return timestamp === undefined ? undefined : new Date(timestamp).toISOString();
};

test('parses RFC 822 dates, with every zone', () => {
  const same = '2024-05-03T09:00:00.000Z';
  for (const text of [
    'Fri, 03 May 2024 09:00:00 GMT',
    'Fri, 3 May 2024 09:00:00 +0000',
    '3 May 24 09:00 Z',
    'Friday, 03 May 2024 05:00:00 EDT',
    'Fri, 03 May 2024 02:00:00 PDT',
    'fri, 03 may 2024 18:00:00 +0900',
    'Fri, 03 May 2024 18:00:00 JST',
    'Fri, 03 May 2024 18:00:00 +09:00 (JST)',
    'Fri, 03 May 2024 18:00:00 GMT+0900',
    'Fri, 03 May 2024 18:00:00',
    'Fri, 03 May 2024 09:00:00 XYZ',
    '2024-05-03T18:00:00+09:00',
    '2024-05-03 18:00',
    'Fri, May 3 2024 06:00:00 PM',
    'May 3rd, 2024 9:00 AM GMT',
    'Fri, 03 May 2024 9:00 a.m. GMT',
    'Fri May  3 18:00:00 2024',
    'Fri May 3 02:00:00 PDT 2024',
  ])
    expect([text, read(text)]).toEqual([text, same]);
});

test('knows noon from midnight', () => {
  expect(read('Dec 16 2023 12:30 AM GMT')).toBe('2023-12-16T00:30:00.000Z');
  expect(read('Dec 16 2023 12:30 PM GMT')).toBe('2023-12-16T12:30:00.000Z');
});

test('a two-digit year is near the present', () => {
  expect(read('01 Jan 49 00:00 GMT')).toBe('2049-01-01T00:00:00.000Z');
  expect(read('01 Jan 50 00:00 GMT')).toBe('1950-01-01T00:00:00.000Z');
});

test('rejects what is not a date', () => {
  for (const text of [
    '',
    'yesterday',
    '31 Feb 2024 00:00 GMT',
    '1 Xyz 2024',
    '03 May 2024 25:00 GMT',
    '9999999',
  ])
    expect([text, read(text)]).toEqual([text, undefined]);
});

test('parses back any date that it is given', () => {
  const at = fc.integer({ min: Date.UTC(1951, 0) / 1000, max: Date.UTC(2100, 0) / 1000 });
  fc.assert(
    fc.property(at, (seconds) => {
      expect(readFeedDate(new Date(seconds * 1000).toUTCString(), 'UTC')).toBe(seconds * 1000);
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => void readFeedDate(text, 'UTC')));
});
